import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, Int, ObjectType } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { SqlIndex, SqlIndexes } from '../../../platform/database/sql-index.ts'
import { GraphqlOnly, RestOnly } from '../../../platform/graphql/operations.ts'
import { Node } from '../../../platform/graphql/pagination/node.resolver.ts'
import { SafeInt, Url } from '../../../platform/graphql/scalars.ts'
import { RestName } from '../../../platform/rest/rest.decorator.ts'
import { Account } from '../../identity/accounts/index.ts'
import { Workspace } from '../../identity/workspaces/index.ts'
import { AbuseReason, BlockCause } from './block-causes.ts'
import { Domain } from './domains/domain.entity.ts'
import type { DefaultedLinkProperty, LinkKind } from './link-defaults.ts'
import { HasOptions, NodeWithOptions } from './link-option-fields.ts'
import { type ClickTotal, linkSorts } from './listing/link-sorts.ts'
import { Folder } from './organizing/folder.entity.ts'
import { canCloak } from './rules/cloaking.ts'
import type { StoredRouteRule } from './rules/route-rule.ts'
import { toRouteKey } from './rules/slug-rules.ts'

/** A short link. Anonymous links have no workspace. */
@Entity({ tableName: 'link' })
@SqlIndexes(linkSorts.indexesOf('link'))
@SqlIndex('create index link_domain_index on link (domain_id) where domain_id is not null')
@SqlIndex('create index link_destination_index on link (reversed_host(original_url) collate "C", id collate "C")')
@SqlIndexes(
  ['not_yet', 'expired'].map(
    (name) =>
      `create index link_${name}_destination_index on link (reversed_host(${name}_url) collate "C", id collate "C") where ${name}_url is not null`,
  ),
)
@SqlIndex('create index link_blocked_index on link (blocked_at desc, id desc) where blocked_at is not null')
@SqlIndex('create index link_expires_index on link (expires_at) where expires_at is not null')
@SqlIndex('create index link_workspace_private_index on link (workspace_id) where privacy_mode')
@SqlIndex('create index link_workspace_blocked_index on link (workspace_id, blocked_at) where blocked_at is not null')
@SqlIndex(
  'create index link_workspace_expires_index on link (workspace_id, expires_at) where expires_at is not null and expired_url is null',
)
@SqlIndex('create index link_folder_index on link (folder_id, created_at desc, id desc) where folder_id is not null')
@SqlIndex('create index link_import_index on link (import_id) where import_id is not null')
@Access('read:links')
@ObjectType('UrlItem', { description: 'A short link.', implements: Node })
@HasOptions()
export class Link extends NodeWithOptions {
  /** Properties that `em.create` does not need: those with a default, and getters. */
  [OptionalProps]?: DefaultedLinkProperty

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the link, such as `lnk_01k...`.' })
  override id!: string

  @ManyToOne(() => Workspace, { ref: true, nullable: true, deleteRule: 'cascade', index: false })
  workspace: Ref<Workspace> | null = null

  @ManyToOne(() => Account, { ref: true, nullable: true, deleteRule: 'set null' })
  @Index({ name: 'link_creator_index' })
  creator: Ref<Account> | null = null

  @Property({ type: 'text', default: 'link' })
  kind: LinkKind = 'link'

  /** The domain never changes, because the codes of a domain are a separate namespace. */
  @ManyToOne(() => Domain, { ref: true, nullable: true, deleteRule: 'restrict', index: false })
  domain: Ref<Domain> | null = null

  /** The host of `domain`, stored here so that addresses need no other row. It never changes either. */
  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: 'Host of the short address when the link has a domain; null for the host of the service.',
  })
  domainHost: string | null = null

  /** In its display spelling: the alias of the owner or a generated code. */
  @RestName('shortUrl')
  @Property({ type: 'text' })
  @Field(() => String, { description: 'Code of the link: its alias or a generated code, without the host.' })
  code!: string

  @GraphqlOnly()
  @Property({ type: 'boolean' })
  @Field(() => Boolean, { description: 'Whether the owner chose the code.' })
  isCustom!: boolean

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Title, 1 to 255 characters. Default: host and path of the destination.' })
  title!: string

  @Property({ type: 'text' })
  @RestName('originalUrl')
  @Field(() => Url, { name: 'destination', description: 'Destination, before UTM parameters are added.' })
  originalUrl!: string

  /** Only SQL in the clicks module changes it, never this property. */
  @Property({ type: 'integer', default: 0 })
  @Field(() => SafeInt, { description: 'Number of clicks by people. Bots are not counted.' })
  currentClicks: number = 0

  /** The imported clicks among `currentClicks`, which use up no limit. Only SQL in the clicks module changes it. */
  @Property({ type: 'integer', default: 0 })
  pastClicks: number = 0

  /** Only a total is known, so no analytics have it. */
  @GraphqlOnly()
  @Property({ type: 'integer', default: 0 })
  @Field(() => SafeInt, {
    description: 'Clicks that another service counted before the link was imported, without those in `currentClicks`.',
  })
  importedClicks: number = 0

  @Property({ type: 'text', nullable: true })
  importId: string | null = null

  /** Set in lists that are sorted by clicks. */
  clickTotal?: ClickTotal

  @Property({ type: 'boolean', default: true })
  @Field(() => Boolean, { description: 'Whether the owner has the link enabled.' })
  isActive: boolean = true

  /** Set while the link is blocked. Only SQL in the abuse module changes it, together with the reason. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  blockedAt: Date | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => AbuseReason, { nullable: true, description: 'Why the link is blocked; null when it is not blocked.' })
  blockedReason: AbuseReason | null = null

  /** `review` if both apply. Null for a link that an operator has blocked in the database. */
  @Property({ type: 'text', nullable: true })
  @Field(() => BlockCause, {
    nullable: true,
    description: 'Whether its destination or a reviewer blocked the link; null when it is not blocked.',
  })
  blockCause: BlockCause | null = null

  @Property({ type: 'text', nullable: true, hidden: true })
  passwordHash: string | null = null

  /** Incremented by every password change. It invalidates earlier unlocks. */
  @Property({ type: 'integer', default: 0 })
  passwordVersion: number = 0

  /** Whether the destination allows frames of the short address; null when no check has found out. */
  @Property({ type: 'boolean', nullable: true })
  isFrameable: boolean | null = null

  /** Only the targeting module changes it, together with `routeRules`. */
  @Property({ type: 'integer', default: 0 })
  @Field(() => Int, {
    description: 'Number of rules that decide where visitors go, including rules that are switched off.',
  })
  ruleCount: number = 0

  /** The active rules in the order in which they are tried; null without an active rule. */
  @Property({ type: 'json', nullable: true, hidden: true, lazy: true })
  routeRules?: StoredRouteRule[] | null

  /** Whether pixels are attached, so that redirects without pixels read no other row. Only the pixels module changes it. */
  @Property({ type: 'boolean', default: false })
  hasPixels: boolean = false

  @ManyToOne(() => Folder, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  folder: Ref<Folder> | null = null

  @Field(() => ID, { nullable: true, description: 'Identifier of the folder of the link; null for none.' })
  get folderId(): string | null {
    return this.folder?.id ?? null
  }

  @Field(() => ID, { nullable: true, description: 'Identifier of the domain of the link; null for none.' })
  get domainId(): string | null {
    return this.domain?.id ?? null
  }

  get routeKey(): string {
    return toRouteKey(this.domainId, this.code)
  }

  @Field(() => ID, { nullable: true, description: 'Identifier of the workspace that has the link.' })
  get workspaceId(): string | null {
    return this.workspace?.id ?? null
  }

  /** Empty for a link that is in no list. */
  @Property({ type: 'text', default: '', hidden: true, lazy: true })
  searchText?: string

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the link was created.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the link was last updated.' })
  updatedAt!: Date

  @RestOnly()
  @Field(() => String, { nullable: true, description: "The owner's alias. Null when the code was generated." })
  get customUrl(): string | null {
    return this.isCustom ? this.code : null
  }

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the destination can be shown in a frame, as a cloaked link does: false for http, and for a page that refuses frames (`X-Frame-Options`, `frame-ancestors`); null until a check has found out.',
  })
  get isCloakable(): boolean | null {
    return canCloak(this.originalUrl) ? this.isFrameable : false
  }

  @Field(() => Boolean, { description: 'Whether visitors must enter a password.' })
  get hasPassword(): boolean {
    return this.passwordHash !== null
  }

  @Field(() => Boolean, {
    description:
      'Whether the link is blocked for abuse. The owner can appeal with `appealUrl`, and `blockCause` says whether another destination helps.',
  })
  get isBlocked(): boolean {
    return this.blockedAt !== null
  }
}
