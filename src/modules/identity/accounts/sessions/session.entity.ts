import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import type { Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import { SignInMethod } from '../../../../platform/auth/sign-in-method.ts'
import { SqlIndex } from '../../../../platform/database/sql-index.ts'
import { newestFirst } from '../../../../platform/graphql/pagination/keyset.ts'
import { createConnectionType } from '../../../../platform/graphql/pagination/pagination.ts'
import { Account } from '../account.entity.ts'

/** A login. Its token is valid while the row exists. */
@Entity({ tableName: 'session' })
@SqlIndex('create index session_account_created_index on session (account_id, created_at desc, id desc)')
@Access('read:profile')
@ObjectType({ description: 'A login of the caller that has not ended.' })
export class Session {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the session, such as `ses_01k...`.' })
  id!: string

  @ManyToOne(() => Account, { ref: true, deleteRule: 'cascade', index: false })
  account!: Ref<Account>

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: 'Browser and system of the login, such as `Firefox on Linux`. Null if they are unknown.',
  })
  device: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description:
      'Country from which the login came, ISO 3166-1 alpha-2, by its network address, which is not stored. Null if it is unknown.',
  })
  country: string | null = null

  @Property({ type: 'json', defaultRaw: `'["password"]'` })
  @Field(() => [SignInMethod], { description: 'How its owner has proved their identity.' })
  signInMethods!: SignInMethod[]

  /** Null for a session that a version before this property has opened: then it is `createdAt`. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  provenAt: Date | null = null

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the session began.' })
  createdAt!: Date

  @Index({ name: 'session_expires_index' })
  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When its newest token expires. `renewSession` sets it.' })
  expiresAt!: Date
}

/** A page of sessions, with cursors. */
export const SessionConnection = createConnectionType('Session', Session, 'sessions')
export type SessionConnection = InstanceType<typeof SessionConnection>

/** The order of sessions. `session_account_created_index` supports it. */
export const newestSessionsFirst = newestFirst<Session>('SESSIONS')
