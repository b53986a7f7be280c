import type { TableMigration } from '../../../../platform/database/tables.ts'

/** What PostgreSQL keeps for a moment of clicks that are in ClickHouse. Without ClickHouse these tables stay empty. */
export const clickStreamsMigration: TableMigration = {
  name: '20261203_click_streams',
  statements: [
    // Clicks for subscriptions, with the transaction that has counted them. They are deleted after two minutes.
    `create table click_feed (
      tx bigint not null default (pg_current_xact_id()::text::bigint),
      id text not null,
      url_id text not null,
      click jsonb not null,
      kept_at timestamptz not null default now(),
      constraint click_feed_pkey primary key (tx, id)
    )`,
    // Links and workspaces to whose clicks somebody subscribes on some node.
    `create table click_feed_interest (
      subject_id text not null,
      ends_at timestamptz not null,
      constraint click_feed_interest_pkey primary key (subject_id)
    )`,
    // Clicks that a click limit has granted: a visitor whose answer was lost is not counted again.
    `create table click_grant (
      id text not null,
      granted_at timestamptz not null,
      constraint click_grant_pkey primary key (id)
    )`,
    // The one run of the retention that is under way: clicks are summed, and then deleted.
    `create table click_retention_run (
      is_only boolean not null,
      id text not null,
      workspace_id text not null,
      deleted_before timestamptz not null,
      is_summed boolean not null,
      leased_until timestamptz not null,
      constraint click_retention_run_pkey primary key (is_only)
    )`,
    // When a node has last begun to delete clicks in ClickHouse.
    'alter table click_engine add column deleted_at timestamptz',
  ],
}
