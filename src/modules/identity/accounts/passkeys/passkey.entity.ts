import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import type { Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import { Account } from '../account.entity.ts'

/** A key pair on a device of the owner of an account (WebAuthn). Only its public key is here. */
@Entity({ tableName: 'passkey' })
@Access('read:profile')
@ObjectType({ description: 'A passkey of the caller.' })
export class Passkey {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the passkey, such as `psk_01k...`.' })
  id!: string

  @Index({ name: 'passkey_account_id_index' })
  @ManyToOne(() => Account, { ref: true, deleteRule: 'cascade' })
  account!: Ref<Account>

  /** The id that the device has chosen, in Base64url. */
  @Unique({ name: 'passkey_credential_id_unique' })
  @Property({ type: 'text', hidden: true })
  credentialId!: string

  /** In the form of COSE (RFC 9052). */
  @Property({ type: 'blob', lazy: true, hidden: true })
  publicKey!: Uint8Array

  /** How often the device has used it, an unsigned number of 32 bits. Devices that share their passkeys say 0. */
  @Property({ type: 'double' })
  counter!: number

  /** How browsers reach the device, such as `internal` or `usb`. */
  @Property({ type: 'json' })
  transports!: string[]

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Name that its owner has given it.' })
  name!: string

  @Property({ type: 'boolean' })
  @Field(() => Boolean, {
    description: 'Whether its device keeps a copy elsewhere, such as in a password manager or with its manufacturer.',
  })
  isBackedUp!: boolean

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When it was added.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When it was last used. Null if it never was.' })
  lastUsedAt: Date | null = null
}
