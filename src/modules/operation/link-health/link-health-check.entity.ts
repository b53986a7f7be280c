import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import type { Opt, Ref } from '@mikro-orm/postgresql'
import { SqlIndex } from '../../../platform/database/sql-index.ts'
import { Workspace } from '../../identity/workspaces/index.ts'

/** A finished check. `linkId` has no foreign key, so the check outlives the link and is still counted. */
@Entity({ tableName: 'link_health_check' })
@SqlIndex(
  'create index link_health_check_failed_index on link_health_check (workspace_id, started_at desc) where not is_ok',
)
@SqlIndex('create index link_health_check_link_index on link_health_check (link_id, started_at desc, id desc)')
@SqlIndex(
  'create index link_health_check_workspace_index on link_health_check (workspace_id, started_at desc) include (is_ok)',
)
@Index({ name: 'link_health_check_started_index', properties: ['startedAt'] })
export class LinkHealthCheck {
  @PrimaryKey({ type: 'text' })
  id!: string

  @ManyToOne(() => Workspace, { ref: true, deleteRule: 'cascade', index: false })
  workspace!: Ref<Workspace>

  @Property({ type: 'text' })
  linkId!: string

  @Property({ type: 'timestamptz', length: 6 })
  startedAt!: Date

  /** How long all requests of the check took together. */
  @Property({ type: 'integer' })
  durationMs!: number

  @Property({ type: 'integer', nullable: true })
  status: number | null = null

  @Property({ type: 'boolean' })
  isOk!: boolean

  @Property({ type: 'text', nullable: true })
  error: string | null = null
}

/** A host that destinations lead to. It is locked while a check of one of its links is claimed. */
@Entity({ tableName: 'link_health_host' })
@SqlIndex('create index link_health_host_ready_index on link_health_host (ready_at) where ready_at is not null')
export class LinkHealthHost {
  /** Reversed, as `reversed_host` returns it. */
  @PrimaryKey({ type: 'text' })
  host!: string

  /** No request is made before this instant. */
  @Property({ type: 'timestamptz', length: 6, defaultRaw: `'-infinity'::timestamp with time zone` })
  pausedUntil!: Opt<Date>

  /** When the first link of the host is due; null when no link is due. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  dueAt: Date | null = null

  /** When the next request may be made: the later one of these two times. */
  @Property({
    type: 'timestamptz',
    length: 6,
    nullable: true,
    generated: '(case when due_at is not null then greatest(paused_until, due_at) else null end) stored',
  })
  readyAt!: Opt<Date> | null
}
