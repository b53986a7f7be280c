import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { OptionalProps } from '@mikro-orm/postgresql'
import { SqlIndex } from '../database/sql-index.ts'
import type { ActivityType, SubjectType } from './activity-types.ts'
import type { ActivitySource, Severity } from './operations.types.ts'

/** A changed field with its values as text, lists and objects as JSON; null for none. */
export interface FieldChange {
  readonly field: string
  readonly from: string | null
  readonly to: string | null
}

/** An entry of the audit log of a workspace. */
@Entity({ tableName: 'activity' })
@SqlIndex('create index activity_subject_created_index on activity (subject_id, created_at desc, id desc)')
@SqlIndex('create index activity_actor_created_index on activity (workspace_id, actor, created_at desc)')
@SqlIndex('create index activity_workspace_created_index on activity (workspace_id, created_at desc, id desc)')
@SqlIndex(
  "create index activity_notable_index on activity (workspace_id, created_at desc, id desc) where severity <> 'info' or source <> 'lifecycle'",
)
export class ActivityRecord {
  [OptionalProps]?: 'tx' | 'changes' | 'onBehalfOf'

  @PrimaryKey({ type: 'text' })
  id!: string

  /** The workspaces module adds the foreign key: the platform knows no module. */
  @Property({ type: 'text' })
  workspaceId!: string

  @Property({ type: 'text' })
  type!: ActivityType

  @Property({ type: 'text' })
  actor!: string

  /** The account for which an API key or an application acted. Null for others, and for rows of older versions. */
  @Property({ type: 'text', nullable: true })
  onBehalfOf: string | null = null

  @Property({ type: 'text' })
  subjectType!: SubjectType

  @Property({ type: 'text' })
  subjectId!: string

  @Property({ type: 'text' })
  summary!: string

  @Property({ type: 'text' })
  severity!: Severity

  @Property({ type: 'text' })
  source!: ActivitySource

  /** Null for an activity that is no change of fields. */
  @Property({ type: 'json', nullable: true })
  changes: readonly FieldChange[] | null = null

  /** The transaction that wrote it, by which subscriptions find new entries. */
  @Index({ name: 'activity_tx_index' })
  @Property({ type: 'bigint', defaultRaw: '((pg_current_xact_id())::text)::bigint' })
  tx!: bigint

  @Index({ name: 'activity_created_index' })
  @Property({ type: 'timestamptz', length: 6 })
  createdAt!: Date
}
