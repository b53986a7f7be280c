import { Entity, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import { OptionalProps } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Access, InheritsAccess, Open } from '../../../platform/auth/authorization.ts'
import { Role } from '../../../platform/auth/caller.ts'
import { SqlIndex } from '../../../platform/database/sql-index.ts'
import { Node } from '../../../platform/graphql/pagination/node.resolver.ts'
import { dayMs } from '../../../platform/shared/time.ts'
import type { Language } from '../../../platform/web/language.ts'
import type { OptionalMail } from './preferences/preferences.types.ts'

/** A registered user. `email` has the spelling of the registration. `emailKey` is normalized and unique. */
@Entity({ tableName: 'account' })
@SqlIndex(
  'create index account_deletion_requested_index on account (deletion_requested_at) where deletion_requested_at is not null',
)
@Access('read:profile')
@ObjectType('UserProfile', { description: 'A registered user.', implements: Node })
export class Account extends Node {
  [OptionalProps]?: 'hasUndecidedMembers' | 'unwantedMails'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the account, such as `acc_01k...`.' })
  override id!: string

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Name given at registration.' })
  name!: string

  @Property({ type: 'text' })
  @Field(() => String, { description: 'E-mail address, as given at registration.' })
  email!: string

  @Unique({ name: 'account_email_key_unique' })
  @Property({ type: 'text', hidden: true })
  emailKey!: string

  /** Null for an account that an identity provider has created, until its owner chooses a password. */
  @Property({ type: 'text', nullable: true, hidden: true, lazy: true })
  passwordHash!: string | null

  /** Sessions are valid for one version only. A logout and a new password increment it. */
  @Property({ type: 'integer', default: 0, hidden: true })
  tokenVersion: number = 0

  @Property({ type: 'text', default: 'user' })
  @Field(() => Role, { description: 'Role on this installation.' })
  role: Role = 'user'

  /**
   * Set when the owner has proved that the address is theirs: by opening the link of a mail, or by a password reset.
   */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, {
    nullable: true,
    description: 'When the e-mail address was verified. Null if it was not.',
  })
  emailVerifiedAt: Date | null = null

  /** This address replaces `email` when its owner confirms it by the link of the mail to it. */
  @Property({ type: 'text', nullable: true, hidden: true })
  pendingEmail: string | null = null

  /** The session that asked for `pendingEmail`. When it ends, the change ends. Null if a version before this property has asked. */
  @Property({ type: 'text', nullable: true, hidden: true })
  pendingEmailSessionId: string | null = null

  /** Whether its owner has still to decide about the members of its workspaces from before the first proof of the address. */
  @Property({ type: 'boolean', default: false, hidden: true })
  hasUndecidedMembers: boolean = false

  /**
   * Language of the mails to the account, taken from the browser at the registration until its owner chooses one. Null for the
   * language of the request that causes the mail.
   */
  @Property({ type: 'text', nullable: true, hidden: true })
  language: Language | null = null

  /** A zone of the IANA database, for the times in mails. Null for UTC. */
  @Property({ type: 'text', nullable: true, hidden: true })
  timezone: string | null = null

  @Property({ type: 'json', default: '[]', hidden: true })
  unwantedMails: OptionalMail[] = []

  @Property({ type: 'timestamptz', length: 6 })
  createdAt!: Date

  /**
   * When its owner asked for the deletion of the account. For 7 days, the owner can undo the deletion, and do nothing
   * else.
   */
  @Property({ type: 'timestamptz', length: 6, nullable: true, hidden: true })
  deletionRequestedAt: Date | null = null

  /** Since when an admin of the installation lets nothing act for the account. */
  @Property({ type: 'timestamptz', length: 6, nullable: true, hidden: true })
  suspendedAt: Date | null = null
}

/** How long the deletion of an account can be undone: as long as the deletion of a workspace. */
export const deletionUndoMs = 7 * dayMs

/** The key of an e-mail address, independent of case and of compatibility characters. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

@Open()
@ObjectType({ description: 'A new session: its token and its account.' })
export class AuthResponse {
  @Field(() => String, { description: 'JWT, valid for 24 hours. Send it as `Authorization: Bearer <token>`.' })
  token!: string

  @InheritsAccess()
  @Field(() => Account, { description: 'Account of the session.' })
  user!: Account
}
