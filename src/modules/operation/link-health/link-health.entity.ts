import { Entity, ManyToOne, Property } from '@mikro-orm/decorators/legacy'
import { type Opt, OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ObjectType } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { SqlIndex } from '../../../platform/database/sql-index.ts'
import { Workspace } from '../../identity/workspaces/index.ts'
import { Link } from '../../publishing/links/index.ts'
import type { FollowedRedirect } from './response-classifier.ts'

/** An instant later than the creation of any link. */
export const endOfTime = new Date('9999-12-31T00:00:00Z')

/** Whether all links of an account are watched. For an account without a row, the setting is off. */
@Entity({ tableName: 'link_health_setting' })
@SqlIndex(
  'create index link_health_setting_unapplied_index on link_health_setting (workspace_id) where unapplied_before is not null',
)
@Access('read:links')
@ObjectType('LinkHealthSetting', { description: 'Whether the destinations of the links of an account are watched.' })
export class LinkHealthSetting {
  [OptionalProps]?: 'isOn'

  @ManyToOne(() => Workspace, {
    ref: true,
    primary: true,
    deleteRule: 'cascade',
    updateRule: 'no action',
    index: false,
  })
  workspace!: Ref<Workspace>

  @Property({ type: 'boolean', default: false })
  @Field(() => Boolean, {
    description: 'Whether all links are watched, except links with a setting of their own. Off by default.',
  })
  isOn: boolean = false

  /**
   * Links that were created before this instant do not follow the setting yet. A background job applies the setting to
   * them.
   */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  unappliedBefore: Date | null = null

  @Property({ type: 'timestamptz', length: 6 })
  updatedAt!: Date

  /** A background job applies the setting to existing links. */
  change(isOn: boolean, now: Date): void {
    if (isOn === this.isOn) return
    this.isOn = isOn
    this.unappliedBefore = endOfTime
    this.updatedAt = now
  }
}

/** What the service knows about the destination of a link. Only links that are checked have a row. */
@Entity({ tableName: 'link_health' })
@SqlIndex('create index link_health_running_index on link_health (workspace_id) where check_started_at is not null')
@SqlIndex('create index link_health_due_index on link_health (host, next_check_at) where next_check_at is not null')
@SqlIndex('create index link_health_watched_index on link_health (workspace_id) where is_watched')
@SqlIndex(
  'create index link_health_unreachable_index on link_health (workspace_id, failing_since) where failure_count >= 2',
)
export class LinkHealthRecord {
  @ManyToOne(() => Link, { ref: true, primary: true, deleteRule: 'cascade', updateRule: 'no action', index: false })
  link!: Ref<Link>

  /** The owner of the link. The row is deleted with the link, so it has no foreign key. */
  @ManyToOne(() => Workspace, { ref: true, createForeignKeyConstraint: false, index: false })
  workspace!: Ref<Workspace>

  /** The setting of this link alone; null when the link follows the setting of the account. */
  @Property({ type: 'boolean', nullable: true })
  isWatched: boolean | null = null

  /** The reversed host of the next request: of the destination, or of a redirect. */
  @Property({ type: 'text' })
  host!: string

  /** Rises with each claim and with each change by the owner. A result of an older version is discarded. */
  @Property({ type: 'integer', default: 0 })
  version: number = 0

  /** When the next request is due; null when no request is due. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  nextCheckAt: Date | null = null

  /** When the first request of the current check was made; null between checks. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  checkStartedAt: Date | null = null

  /** How long the requests of the current check have taken so far. */
  @Property({ type: 'integer', default: 0 })
  checkDurationMs: number = 0

  /** The next request of the current check; null for a HEAD request of the destination. */
  @Property({ type: 'text', nullable: true })
  requestUrl: string | null = null

  @Property({ type: 'text', nullable: true })
  requestMethod: 'HEAD' | 'GET' | null = null

  /** The redirects that the current check has followed. */
  @Property({ type: 'json', defaultRaw: `'[]'` })
  redirects: Opt<readonly FollowedRedirect[]> = []

  /** The result of the last check; null when no check was made, or the service does not call the destination. */
  @Property({ type: 'boolean', nullable: true })
  isOk: boolean | null = null

  @Property({ type: 'integer', nullable: true })
  lastStatus: number | null = null

  @Property({ type: 'text', nullable: true })
  lastError: string | null = null

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  lastCheckedAt: Date | null = null

  /** How many checks in a row have failed. */
  @Property({ type: 'integer', default: 0 })
  failureCount: number = 0

  /** When the first of these checks was started. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  failingSince: Date | null = null

  /** A check is due because the link is cloaked, whether it is watched or not. */
  @Property({ type: 'boolean', default: false })
  needsFrameCheck: boolean = false

  /** Watches the link. If it is watched already, its next check and its results stay. */
  watch(isWatched: true | null, host: string, now: Date): void {
    this.isWatched = isWatched
    if (this.nextCheckAt === null) this.makeDue(host, now)
  }

  /** Makes a check due. A check that has already started continues. */
  requestCheck(host: string, now: Date, isCloaked: boolean): void {
    this.needsFrameCheck ||= isCloaked
    if (this.checkStartedAt !== null) return
    if (this.nextCheckAt === null) this.makeDue(host, now)
    else if (this.nextCheckAt > now) this.nextCheckAt = now
  }

  /** Stops the checks of the link and forgets their results, except the one check that a cloaked link needs. */
  stopWatching(isWatched: false | null, host: string, now: Date): void {
    this.isWatched = isWatched
    this.version += 1
    this.nextCheckAt = null
    if (this.needsFrameCheck) this.makeDue(host, now)
    this.checkStartedAt = null
    this.checkDurationMs = 0
    this.requestUrl = null
    this.requestMethod = null
    this.redirects = []
    this.isOk = null
    this.lastStatus = null
    this.lastError = null
    this.lastCheckedAt = null
    this.failureCount = 0
    this.failingSince = null
  }

  private makeDue(host: string, now: Date): void {
    this.host = host
    this.nextCheckAt = now
  }
}
