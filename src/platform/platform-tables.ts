import { ActivityRecord } from './audit-log/activity.entity.ts'
import { programVersionMigration } from './database/migrations/schema-version.ts'
import { tableCommentsMigration } from './database/migrations/table-comments.migration.ts'
import type { TableMigration, Tables } from './database/tables.ts'
import { EventSubscription, PublishedEvent } from './events/event.entity.ts'
import { JobRun } from './jobs/job-run.entity.ts'
import { IdempotencyRecord } from './rest/idempotency/idempotency-record.entity.ts'

/** What was changed, and the activities of one object. */
const activityChangesMigration: TableMigration = {
  name: '20261128_activity_changes',
  statements: ['alter table activity add column changes jsonb'],
}
const activitySubjectMigration: TableMigration = {
  name: '20261128_activity_subject_index',
  isOnline: true,
  statements: [
    'create index concurrently activity_subject_created_index on activity (subject_id, created_at desc, id desc)',
  ],
}
/** The last activity of each member of a workspace. */
const activityActorMigration: TableMigration = {
  name: '20261130_activity_actor_index',
  isOnline: true,
  statements: [
    'create index concurrently activity_actor_created_index on activity (workspace_id, actor, created_at desc)',
  ],
}
/** For whom an API key or an application acted. */
const activityAccountMigration: TableMigration = {
  name: '20261205_activity_on_behalf_of',
  statements: ['alter table activity add column on_behalf_of text'],
}

export const platformTables: Tables = {
  entities: [PublishedEvent, EventSubscription, ActivityRecord, JobRun, IdempotencyRecord],
  migrations: [
    programVersionMigration,
    activityChangesMigration,
    activitySubjectMigration,
    activityActorMigration,
    tableCommentsMigration,
    activityAccountMigration,
  ],
  tablesWithoutEntity: ['job_run_sum', 'database_identity'],
}
