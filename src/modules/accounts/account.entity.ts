import { Entity, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import { Field, ID, ObjectType } from 'type-graphql'

/** A person with a login. `email` is shown as typed; `emailKey` is what must be unique, whatever its case. */
@Entity({ tableName: 'account' })
@ObjectType('UserProfile', { description: 'A registered user.' })
export class Account {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the account, such as `acc_01k...`.' })
  id!: string

  @Property({ type: 'text' })
  @Field(() => String, { description: 'The name given at registration.' })
  name!: string

  @Property({ type: 'text' })
  @Field(() => String, { description: 'The e-mail address, as given at registration.' })
  email!: string

  @Unique({ name: 'account_email_key_unique' })
  @Property({ type: 'text', hidden: true })
  emailKey!: string

  @Property({ type: 'text', hidden: true, lazy: true })
  passwordHash!: string

  /** Sessions of another version have ended; a logout and a new password move it on. */
  @Property({ type: 'integer', default: 0, hidden: true })
  tokenVersion: number = 0

  @Property({ type: 'text', default: 'user' })
  @Field(() => String, { description: 'What the account may do on this installation: `user` or `admin`.' })
  role: string = 'user'

  @Property({ type: 'timestamptz', length: 6 })
  createdAt!: Date
}

/** One e-mail address has one key, however its letters are written. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

@ObjectType({ description: 'A login: the token to send with later requests, and whose it is.' })
export class AuthResponse {
  @Field(() => String, { description: 'A JWT valid for 24 hours; send it as `Authorization: Bearer <token>`.' })
  token!: string

  @Field(() => Account, { description: 'The account that logged in.' })
  user!: Account
}
