import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import type { Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import { Account } from '../account.entity.ts'

/** A person at an identity provider, who logs in to an account. The issuer and the subject identify the person, and nothing else does. */
@Entity({ tableName: 'account_identity' })
@Unique({ name: 'account_identity_issuer_subject_unique', properties: ['issuer', 'subject'] })
@Access('read:profile')
@ObjectType({ description: 'A person at an identity provider, as whom the caller can log in.' })
export class AccountIdentity {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the identity, such as `idn_01k...`.' })
  id!: string

  @Index({ name: 'account_identity_account_index' })
  @ManyToOne(() => Account, { ref: true, deleteRule: 'cascade' })
  account!: Ref<Account>

  @Property({ type: 'text' })
  @Field(() => String, {
    description: 'The provider, as it names itself in its tokens, such as `https://id.example.com`.',
  })
  issuer!: string

  @Property({ type: 'text' })
  subject!: string

  /** The name of the provider at the last login, for people. */
  @Property({ type: 'text' })
  @Field(() => String, { description: 'The name of the provider on its button, at the last login.' })
  providerName!: string

  /** The e-mail address that the provider named at the last login. It may be unverified. */
  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: 'E-mail address that the provider named at the last login. It may be unverified.',
  })
  email: string | null = null

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When it was connected.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When it was last used for a login.' })
  lastLoginAt!: Date
}
