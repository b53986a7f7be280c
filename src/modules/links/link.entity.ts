import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, Int, ObjectType } from 'type-graphql'
import { GraphqlOnly } from '../../platform/graphql/operations.ts'
import { Account } from '../accounts/index.ts'

/** How a redirect may answer; 302 unless the owner chose another. */
export const redirectTypes = [301, 302, 307, 308]

/** What a link is for: a link in its own right, or what carries a dynamic QR code and is shown as that alone. */
export type LinkKind = 'link' | 'qr'

/** A short link. Anonymous links have no owner. */
@Entity({ tableName: 'link' })
@Index({
  name: 'link_owner_created_index',
  expression: 'create index link_owner_created_index on link (owner_id, created_at desc, id desc)',
})
@Index({
  name: 'link_destination_index',
  expression: 'create index link_destination_index on link (reversed_host(original_url) collate "C", id collate "C")',
})
@Index({
  name: 'link_expired_destination_index',
  expression:
    'create index link_expired_destination_index on link (reversed_host(expired_url) collate "C", id collate "C") where expired_url is not null',
})
@Index({
  name: 'link_blocked_index',
  expression: 'create index link_blocked_index on link (blocked_at desc, id desc) where blocked_at is not null',
})
@Index({
  name: 'link_expires_index',
  expression: 'create index link_expires_index on link (expires_at) where expires_at is not null',
})
@Index({
  name: 'link_owner_blocked_index',
  expression: 'create index link_owner_blocked_index on link (owner_id, blocked_at) where blocked_at is not null',
})
@Index({
  name: 'link_owner_expires_index',
  expression:
    'create index link_owner_expires_index on link (owner_id, expires_at) where expires_at is not null and expired_url is null',
})
@ObjectType('UrlItem', { description: 'A short link of the caller.' })
export class Link {
  /** What `em.create` may be called without: properties with a default, and the derived ones. */
  [OptionalProps]?:
    | 'kind'
    | 'currentClicks'
    | 'isActive'
    | 'passwordVersion'
    | 'isCloaked'
    | 'privacyMode'
    | 'forwardQuery'
    | 'redirectType'
    | 'shortUrl'
    | 'customUrl'
    | 'hasPassword'
    | 'isBlocked'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the link, such as `lnk_01k...`.' })
  id!: string

  @ManyToOne(() => Account, { ref: true, nullable: true, deleteRule: 'cascade', index: false })
  owner: Ref<Account> | null = null

  @Property({ type: 'text', default: 'link' })
  kind: LinkKind = 'link'

  /** The one code the link answers to now, as shown: the owner's alias or a generated one. */
  @Property({ type: 'text' })
  code!: string

  @Property({ type: 'boolean' })
  isCustom!: boolean

  @Property({ type: 'text' })
  @Field(() => String, {
    description: 'Title, 1 to 255 characters; the host and path of the destination unless given.',
  })
  title!: string

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Where the link leads, before UTM parameters are added.' })
  originalUrl!: string

  /** Moved by SQL only (see the clicks room), never through this property. */
  @Property({ type: 'integer', default: 0 })
  @Field(() => Int, { description: 'Clicks by people so far; bots are not counted.' })
  currentClicks: number = 0

  /** When somebody last resolved it; moved by SQL only, with the click, for whoever writes the next ones. */
  @Property({ type: 'timestamptz', length: 6, nullable: true, hidden: true, lazy: true })
  lastResolvedAt?: Date | null

  @Property({ type: 'integer', nullable: true })
  @GraphqlOnly()
  @Field(() => Int, { nullable: true, description: 'The number of clicks after which the link gives no destination.' })
  clickLimit: number | null = null

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @GraphqlOnly()
  @Field(() => Date, { nullable: true, description: 'From this instant on the link gives no destination.' })
  expiresAt: Date | null = null

  @Property({ type: 'text', nullable: true })
  @GraphqlOnly()
  @Field(() => String, { nullable: true, description: 'Where visitors are sent once the link has expired.' })
  expiredUrl: string | null = null

  @Property({ type: 'boolean', default: true })
  @Field(() => Boolean, { description: 'Whether the owner has the link switched on.' })
  isActive: boolean = true

  /** Set while anything holds the link back. Moved by SQL only, with the reason (see the abuse room). */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  blockedAt: Date | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: 'Why the link is blocked: `phishing`, `malware`, `spam`, `illegal` or `other`; null when it is not.',
  })
  blockedReason: string | null = null

  @Property({ type: 'text', nullable: true, hidden: true })
  passwordHash: string | null = null

  /** Rises with every change of the password, so that an unlocking given before it ends. */
  @Property({ type: 'integer', default: 0 })
  passwordVersion: number = 0

  @Property({ type: 'text', nullable: true })
  @GraphqlOnly()
  @Field(() => String, { nullable: true, description: 'Set as `utm_source` on the destination at redirect time.' })
  utmSource: string | null = null

  @Property({ type: 'text', nullable: true })
  @GraphqlOnly()
  @Field(() => String, { nullable: true, description: 'Set as `utm_medium` on the destination at redirect time.' })
  utmMedium: string | null = null

  @Property({ type: 'text', nullable: true })
  @GraphqlOnly()
  @Field(() => String, { nullable: true, description: 'Set as `utm_campaign` on the destination at redirect time.' })
  utmCampaign: string | null = null

  @Property({ type: 'boolean', default: false })
  @GraphqlOnly()
  @Field(() => Boolean, { description: 'Show the destination in a frame under the short address (https only).' })
  isCloaked: boolean = false

  @Property({ type: 'boolean', default: false })
  @GraphqlOnly()
  @Field(() => Boolean, { description: 'Record nothing of visitors but that somebody came, to the hour.' })
  privacyMode: boolean = false

  @Property({ type: 'boolean', default: true })
  @GraphqlOnly()
  @Field(() => Boolean, { description: "Carry the visitor's query parameters on to the destination." })
  forwardQuery: boolean = true

  @Property({ type: 'integer', default: 302 })
  @GraphqlOnly()
  @Field(() => Int, { description: 'HTTP status of the redirect: 301, 302, 307 or 308.' })
  redirectType: number = 302

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the link was made.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @GraphqlOnly()
  @Field(() => Date, { description: 'When the link was last changed.' })
  updatedAt!: Date

  @Field(() => String, { description: 'The code or alias the link answers to, not a full address.' })
  get shortUrl(): string {
    return this.code
  }

  @Field(() => String, { nullable: true, description: "The owner's alias; null when the code was generated." })
  get customUrl(): string | null {
    return this.isCustom ? this.code : null
  }

  @Field(() => Boolean, { description: 'Whether visitors must give a password.' })
  get hasPassword(): boolean {
    return this.passwordHash !== null
  }

  @Field(() => Boolean, {
    description: 'Whether the link has been blocked for abuse. Its owner may appeal at POST /urls/{id}/appeal.',
  })
  get isBlocked(): boolean {
    return this.blockedAt !== null
  }
}
