import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import type { Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { SqlIndex } from '../../platform/database/sql-index.ts'
import { Account } from '../accounts/index.ts'

/** A credential for programs. Only a digest and a preview of the key are stored. */
@Entity({ tableName: 'api_key' })
@SqlIndex('create index api_key_account_created_index on api_key (account_id, created_at desc, id desc)')
@ObjectType('ApiKeyItem', { description: 'An API key, without its secret.' })
export class ApiKey {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the key, such as `key_01k...`.' })
  id!: string

  @ManyToOne(() => Account, { ref: true, deleteRule: 'cascade', index: false })
  account!: Ref<Account>

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Name of the key.' })
  name!: string

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Beginning and end of the key, such as `tk_ab12…wxyz`.' })
  keyPreview!: string

  /** See `ApiKeyHasher`. */
  @Unique({ name: 'api_key_key_hash_unique' })
  @Property({ type: 'text', hidden: true, lazy: true })
  keyHash!: string

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the key was created.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'Time at which the key expires.' })
  expiresAt!: Date

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When the key was revoked. Null if it was not.' })
  revokedAt: Date | null = null

  /** Only SQL in `ApiKeyUsageTracker` changes it, never this property. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, {
    nullable: true,
    description: 'When the key was last used, accurate to a minute. Null if it never was.',
  })
  lastUsedAt: Date | null = null

  /** Whether the key is accepted at this time. */
  isActiveAt(now: Date): boolean {
    return this.revokedAt === null && this.expiresAt > now
  }

  /** Returns false if it was revoked before. */
  revoke(now: Date): boolean {
    if (this.revokedAt !== null) return false
    this.revokedAt = now
    return true
  }
}

@ObjectType({ description: 'A new API key. No other response contains the key itself.' })
export class ApiKeyCreatedResponse {
  @Field(() => ID, { description: 'Identifier of the key, such as `key_01k...`.' })
  id!: string

  @Field(() => String, { description: 'Name of the key.' })
  name!: string

  @Field(() => String, {
    description: 'Key: `tk_` and 36 letters and digits. Send it as `Authorization: Bearer <key>`.',
  })
  key!: string

  @Field(() => String, { description: 'A reminder to copy the key now.' })
  message!: string

  @Field(() => Date, { description: 'Time at which the key expires.' })
  expiresAt!: Date
}
