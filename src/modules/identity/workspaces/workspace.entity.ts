import { Entity, OneToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import { OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, Int, ObjectType } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { SqlIndex } from '../../../platform/database/sql-index.ts'
import { FormerName } from '../../../platform/graphql/deprecation.ts'
import { newestFirst } from '../../../platform/graphql/pagination/keyset.ts'
import { Node } from '../../../platform/graphql/pagination/node.resolver.ts'
import { createConnectionType } from '../../../platform/graphql/pagination/pagination.ts'
import { Url } from '../../../platform/graphql/scalars.ts'
import { RestName } from '../../../platform/rest/rest.decorator.ts'
import { dayMs, hourMs } from '../../../platform/shared/time.ts'
import { Account } from '../accounts/index.ts'
import { Plan } from './plans/plan.types.ts'

/** How long an owner can restore a deleted workspace. */
export const restorableMs = 7 * dayMs

/** A group of accounts. Each account also has a personal workspace, whose only member it is. */
@Entity({ tableName: 'workspace' })
@SqlIndex('create index workspace_deleted_index on workspace (deleted_at) where deleted_at is not null')
@SqlIndex('create index workspace_weekly_export_index on workspace (weekly_export_at) where weekly_export')
@SqlIndex(
  'create index workspace_expiry_notices_from_index on workspace (expiry_notice_days) where expiry_notices_from is not null',
)
@Access('read:profile')
@ObjectType({ description: 'A workspace in which the caller is a member.', implements: Node })
export class Workspace extends Node {
  [OptionalProps]?:
    | 'isPersonal'
    | 'restorableUntil'
    | 'linkCount'
    | 'weeklyExport'
    | 'expiryNoticeDays'
    | 'needsSecondFactor'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the workspace, such as `wsp_01k...`.' })
  override id!: string

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Name, 1 to 64 characters.' })
  name!: string

  @Unique({ name: 'workspace_slug_unique' })
  @Property({ type: 'text' })
  @Field(() => String, { description: 'Unique name for addresses: 3 to 48 lower-case letters, digits and hyphens.' })
  slug!: string

  @Property({ type: 'text', nullable: true })
  @Field(() => Url, { nullable: true, description: 'Address of an image that stands for the workspace.' })
  logoUrl: string | null = null

  @Property({ type: 'text', default: 'free' })
  @Field(() => Plan, { description: 'Its plan, which decides its limits.' })
  plan: Plan = 'free'

  /** Triggers of links update it. */
  @Property({ type: 'int', default: 0 })
  @FormerName('linkCount')
  @RestName('linkCount')
  @Field(() => Int, { name: 'urlCount', description: 'Number of its links, without links of dynamic QR codes.' })
  linkCount: number = 0

  @Property({ type: 'int', nullable: true })
  @Field(() => Int, {
    nullable: true,
    description:
      'Days for which single clicks are kept: older ones are deleted, and only counts stay. Null keeps them as long as ' +
      'the installation does.',
  })
  clickRetentionDays: number | null = null

  /** The account whose personal workspace it is. */
  @OneToOne(() => Account, { ref: true, nullable: true, deleteRule: 'cascade' })
  personalAccount: Ref<Account> | null = null

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the workspace was created.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the workspace was last changed.' })
  updatedAt!: Date

  @Property({ type: 'boolean', default: false })
  @Field(() => Boolean, {
    description: 'Whether its owners and admins get a mail each Monday with the links of the workspace as a CSV file.',
  })
  weeklyExport: boolean = false

  /** When its last weekly export began, or the setting was switched on; null if it never was. */
  @Property({ type: 'timestamptz', length: 6, nullable: true, hidden: true })
  weeklyExportAt: Date | null = null

  @Property({ type: 'int', default: 7 })
  @Field(() => Int, {
    description: 'How many days before its date it is told that a link expires; 0 for never.',
  })
  expiryNoticeDays: number = 7

  /** Set when the days become more: links that expire after it may not have been told of. Null once that is done. */
  @Property({ type: 'timestamptz', length: 6, nullable: true, hidden: true })
  expiryNoticesFrom: Date | null = null

  @Property({ type: 'boolean', default: false })
  @Field(() => Boolean, {
    description:
      'Whether it admits only logins of accounts with a second factor. API keys and OAuth tokens are not affected.',
  })
  needsSecondFactor: boolean = false

  /** An owner can restore a deleted workspace for 7 days. Meanwhile no query finds it. */
  @Property({ type: 'timestamptz', length: 6, nullable: true, hidden: true })
  deletedAt: Date | null = null

  /** Since when its links and webhooks do nothing, because the accounts that own it are suspended. */
  @Property({ type: 'timestamptz', length: 6, nullable: true, hidden: true })
  suspendedAt: Date | null = null

  /**
   * After a change of the notice days: dates between the former days and more new ones have yet to be told of. Two hours more,
   * because each hour is told of after it; no date is told of twice.
   */
  tellExpiriesBeyond(formerDays: number, now: Date): void {
    const from = new Date(now.getTime() + formerDays * dayMs - 2 * hourMs)
    const isEarlier = this.expiryNoticesFrom === null || from < this.expiryNoticesFrom
    if (this.expiryNoticeDays < formerDays) this.expiryNoticesFrom = null
    else if (isEarlier) this.expiryNoticesFrom = from
  }

  /** Until when an owner can restore the deleted workspace; null if it is not deleted. */
  get restorableUntil(): Date | null {
    return this.deletedAt && new Date(this.deletedAt.getTime() + restorableMs)
  }

  @Field(() => Boolean, {
    description: 'Whether it is the personal workspace of the caller, which nobody else can join or delete.',
  })
  get isPersonal(): boolean {
    return this.personalAccount !== null
  }
}

/** A page of workspaces, with cursors. */
export const WorkspaceConnection = createConnectionType('Workspace', Workspace, 'workspaces')
export type WorkspaceConnection = InstanceType<typeof WorkspaceConnection>

export const newestWorkspacesFirst = newestFirst<Workspace>('WORKSPACES')
