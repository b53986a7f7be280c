import { ActivityRecord } from './audit-log/activity.entity.ts'
import { databaseIdentitySchema } from './database/database-identity.ts'
import { createHistogramTableSql } from './database/duration-histogram.queries.ts'
import { programVersionMigration } from './database/migrations/schema-version.ts'
import type { TableMigration, Tables } from './database/tables.ts'
import { EventSubscription, PublishedEvent } from './events/event.entity.ts'
import { JobRun } from './jobs/job-run.entity.ts'
import { IdempotencyRecord } from './rest/idempotency/idempotency-record.entity.ts'

/** The tables of the platform, in the order in which they are created. The workspaces module adds their foreign keys. */
const schema: readonly string[] = [
  // For the triggers of all tables that the reading of a credential depends on. The argument is the column of the account.
  `create function announce_credentials()
 returns trigger
 language plpgsql
as $$
      begin
        if tg_op <> 'INSERT' then
          perform pg_notify('tack_credential', to_jsonb(old) ->> tg_argv[0]);
        end if;
        if tg_op <> 'DELETE' then
          perform pg_notify('tack_credential', to_jsonb(new) ->> tg_argv[0]);
        end if;
        return null;
      end $$`,
  `create table event (
    id text not null,
    kind text not null,
    workspace_id text not null,
    link_id text,
    payload text not null,
    created_at timestamptz not null,
    constraint event_pkey primary key (id)
  )`,
  `create index event_created_index on event (created_at)`,
  `create index event_workspace_index on event (workspace_id)`,
  `create table event_interest (
    workspace_id text not null,
    kind text not null,
    listener_id text not null,
    link_id text not null default '',
    since timestamptz not null,
    since_tx bigint not null default (pg_current_xact_id()::text::bigint),
    constraint event_interest_pkey primary key (workspace_id, kind, listener_id, link_id)
  )`,
  `create index event_interest_kind_index on event_interest (kind, workspace_id)`,
  `create index event_interest_listener_index on event_interest (listener_id)`,
  `create table activity (
    id text not null,
    workspace_id text not null,
    type text not null,
    actor text not null,
    subject_type text not null,
    subject_id text not null,
    summary text not null,
    severity text not null,
    source text not null,
    tx bigint not null default (pg_current_xact_id()::text::bigint),
    created_at timestamptz not null,
    constraint activity_pkey primary key (id)
  )`,
  `create index activity_created_index on activity (created_at)`,
  `create index activity_notable_index on activity (workspace_id, created_at desc, id desc) where ((severity <> 'info') or (source <> 'lifecycle'))`,
  `create index activity_workspace_created_index on activity (workspace_id, created_at desc, id desc)`,
  `create index activity_tx_index on activity (tx)`,
  `create table job_run (
    id text not null,
    job_name text not null,
    started_at timestamptz not null,
    duration_ms int not null,
    items int not null,
    error text,
    constraint job_run_pkey primary key (id)
  )`,
  `create index job_run_error_index on job_run (job_name, started_at) where (error is not null)`,
  `create index job_run_job_started_index on job_run (job_name, started_at)`,
  ...createHistogramTableSql('job_run_sum'),
  `create table idempotency (
    digest bytea not null,
    fingerprint bytea not null,
    claim text not null,
    answer bytea,
    expires_at timestamptz not null,
    constraint idempotency_pkey primary key (digest)
  )`,
  `create index idempotency_expires_at_index on idempotency (expires_at)`,
  ...databaseIdentitySchema,
]

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
  schema,
  migrations: [
    programVersionMigration,
    activityChangesMigration,
    activitySubjectMigration,
    activityActorMigration,
    activityAccountMigration,
  ],
  tablesWithoutEntity: ['job_run_sum', 'database_identity'],
}
