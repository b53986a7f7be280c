import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import type { Ref } from '@mikro-orm/postgresql'
import { Account } from '../account.entity.ts'

/** A person at an identity provider, who logs in to an account. The issuer and the subject identify the person, and nothing else does. */
@Entity({ tableName: 'account_identity' })
@Unique({ name: 'account_identity_issuer_subject_unique', properties: ['issuer', 'subject'] })
export class AccountIdentity {
  @PrimaryKey({ type: 'text' })
  id!: string

  @Index({ name: 'account_identity_account_index' })
  @ManyToOne(() => Account, { ref: true, deleteRule: 'cascade' })
  account!: Ref<Account>

  @Property({ type: 'text' })
  issuer!: string

  @Property({ type: 'text' })
  subject!: string

  /** The name of the provider at the last login, for people. */
  @Property({ type: 'text' })
  providerName!: string

  /** The e-mail address that the provider named at the last login. It may be unverified. */
  @Property({ type: 'text', nullable: true })
  email: string | null = null

  @Property({ type: 'timestamptz', length: 6 })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  lastLoginAt!: Date
}
