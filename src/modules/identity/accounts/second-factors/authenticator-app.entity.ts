import { Entity, OneToOne, Property } from '@mikro-orm/decorators/legacy'
import { PrimaryKeyProp, type Ref } from '@mikro-orm/postgresql'
import { Account } from '../account.entity.ts'

/** An app that shows codes for an account (TOTP, RFC 6238). It is a second factor once it has shown a code. */
@Entity({ tableName: 'authenticator_app' })
export class AuthenticatorApp {
  [PrimaryKeyProp]?: 'account'

  @OneToOne(() => Account, { ref: true, primary: true, deleteRule: 'cascade', updateRule: 'no action' })
  account!: Ref<Account>

  /** The shared secret, encrypted. */
  @Property({ type: 'blob' })
  secret!: Uint8Array

  @Property({ type: 'timestamptz', length: 6 })
  createdAt!: Date

  /** When its first code was entered. Null until then. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  confirmedAt: Date | null = null

  /** The time step of its last code. That code, and older ones, are no longer valid. */
  @Property({ type: 'integer', nullable: true })
  lastStep: number | null = null
}
