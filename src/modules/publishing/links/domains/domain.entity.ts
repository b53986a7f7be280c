import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import { OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../../platform/auth/authorization.ts'
import { SqlIndex } from '../../../../platform/database/sql-index.ts'
import type { NamedList } from '../../../../platform/graphql/pagination/named-list.ts'
import { Node } from '../../../../platform/graphql/pagination/node.resolver.ts'
import { createConnectionType } from '../../../../platform/graphql/pagination/pagination.ts'
import { Url } from '../../../../platform/graphql/scalars.ts'
import { createEnumType } from '../../../../platform/shared/enum-type.ts'
import { dayMs } from '../../../../platform/shared/time.ts'
import { Workspace } from '../../../identity/workspaces/index.ts'
import { AndroidApp, AppleApp } from './app-links/app-link.types.ts'

export type DomainStatus = 'pending' | 'verified'
export const DomainStatus = createEnumType<DomainStatus>('DomainStatus', 'Whether a domain can have links.', {
  pending: 'The workspace has yet to prove that the domain is its own.',
  verified: 'The domain belongs to the workspace, and visitors reach its links.',
})

/** After so many days without its DNS record, a domain no longer belongs to its workspace. */
export const unprovenDays = 14

/** Where visitors go in place of a link. */
export const domainAddresses = ['expiredUrl', 'notFoundUrl', 'rootUrl'] as const
export type DomainAddress = (typeof domainAddresses)[number]

/** The news about a domain for the owners and admins of its workspace. */
export type DomainNotice = 'warning' | 'release'

/** The record that proves who controls a domain. */
@InheritsAccess()
@ObjectType({ description: 'The DNS record that proves that a domain belongs to the workspace.' })
export class DomainVerificationRecord {
  @Field(() => String, { description: 'Type of the record: `TXT`.' })
  type!: string

  @Field(() => String, { description: 'Full name of the record, such as `_tack.go.example.com`.' })
  name!: string

  @Field(() => String, { description: 'Value of the record, such as `tack-verify=...`.' })
  value!: string
}

/** A host of a workspace, with short codes of its own. Two workspaces may ask for one host, but only one has it. */
@Entity({ tableName: 'domain' })
@SqlIndex('create index domain_workspace_created_index on domain (workspace_id, created_at desc, id desc)')
@SqlIndex(`create unique index domain_verified_host_unique on domain (host) where status = 'verified'`)
@Unique({ name: 'domain_workspace_host_unique', properties: ['workspace', 'host'] })
@Access('read:links')
@ObjectType('Domain', {
  description: 'A domain of the workspace for short links, with codes of its own.',
  implements: Node,
})
export class Domain extends Node {
  /** Properties that `em.create` does not need. */
  [OptionalProps]?: 'status' | 'isDefault' | 'appleApps' | 'androidApps' | 'workspaceId' | 'verificationRecord'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the domain, such as `dom_01k...`.' })
  override id!: string

  @ManyToOne(() => Workspace, { ref: true, deleteRule: 'cascade', index: false })
  workspace!: Ref<Workspace>

  @Field(() => ID, { description: 'Identifier of the workspace that has the domain.' })
  get workspaceId(): string {
    return this.workspace.id
  }

  /** In lower case and ASCII. It never changes, because links have a copy. */
  @Property({ type: 'text' })
  @Field(() => String, { description: 'Host name, in lower case and ASCII, such as `go.example.com`.' })
  host!: string

  @Property({ type: 'text', default: 'pending' })
  @Field(() => DomainStatus, { description: 'Whether the domain can have links.' })
  status: DomainStatus = 'pending'

  @Property({ type: 'text' })
  verificationToken!: string

  @Field(() => DomainVerificationRecord, {
    description: 'The DNS record to set before the verification, and to keep: it is looked up every day.',
  })
  get verificationRecord(): DomainVerificationRecord {
    return { type: 'TXT', name: `_tack.${this.host}`, value: `tack-verify=${this.verificationToken}` }
  }

  @Property({ type: 'text', nullable: true })
  @Field(() => Url, {
    nullable: true,
    description: 'Where visitors of expired links without their own `expiredUrl` go; null for a page that says so.',
  })
  expiredUrl: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => Url, {
    nullable: true,
    description:
      'Where visitors of unknown addresses go, and of the bare domain without `rootUrl`; null for a page that says so.',
  })
  notFoundUrl: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => Url, {
    nullable: true,
    description: 'Where visitors of the bare domain go; null for `notFoundUrl`.',
  })
  rootUrl: string | null = null

  @Property({ type: 'boolean', default: false })
  @Field(() => Boolean, {
    description:
      'Whether forms propose the domain for new links; at most one of a workspace. The API creates links on a domain that is named, and on no other one.',
  })
  isDefault: boolean = false

  @Property({ type: 'json', defaultRaw: `'[]'` })
  @Field(() => [AppleApp], { description: 'Apps for iPhones and iPads that open links of the domain.' })
  appleApps: readonly AppleApp[] = []

  @Property({ type: 'json', defaultRaw: `'[]'` })
  @Field(() => [AndroidApp], { description: 'Apps for Android that open links of the domain.' })
  androidApps: readonly AndroidApp[] = []

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When the domain was verified; null while it is pending.' })
  verifiedAt: Date | null = null

  /** When a node has last begun to look up the record of the verified domain. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  checkedAt: Date | null = null

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, {
    nullable: true,
    description:
      'Since when the DNS record of the verified domain is missing; null while it is there. After 14 days the domain is `pending` again.',
  })
  unprovenSince: Date | null = null

  /** When its workspace was told that the record is missing. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  warnedAt: Date | null = null

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the domain was added.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the domain was last changed.' })
  updatedAt!: Date

  /**
   * Records whether the record of the verified domain was found, and returns the news for its workspace. A domain is
   * released only after a warning, however long the service did not run.
   */
  recordCheck(isProven: boolean, now: Date): DomainNotice | null {
    if (isProven) {
      Object.assign(this, { unprovenSince: null, warnedAt: null })
      return null
    }
    this.unprovenSince ??= now
    const unprovenMs = now.getTime() - this.unprovenSince.getTime()
    // One failed lookup may be a fault of name servers.
    if (unprovenMs < dayMs) return null
    if (!this.warnedAt) {
      this.warnedAt = now
      return 'warning'
    }
    if (unprovenMs < unprovenDays * dayMs) return null
    this.release(now)
    return 'release'
  }

  /** Lets another workspace have the host. Whoever verifies it again sets its apps again, with a proof of identity. */
  release(now: Date): void {
    Object.assign(this, { status: 'pending', verifiedAt: null, unprovenSince: null, warnedAt: null, updatedAt: now })
    Object.assign(this, { appleApps: [], androidApps: [] })
  }
}

export const DomainConnection = createConnectionType('Domain', Domain, 'domains')
export type DomainConnection = InstanceType<typeof DomainConnection>

export const domainList: NamedList<Domain> = {
  cursorPrefix: 'DOMAIN',
  name: { property: 'host', column: 'host' },
  searched: ['host'],
  textOf: ({ host }) => host,
}
