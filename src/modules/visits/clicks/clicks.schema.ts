import { createHistogramTableSql } from '../../../platform/database/duration-histogram.queries.ts'

/** The tables of this module, in the order in which they are created. */
export const clicksSchema: readonly string[] = [
  `create table click (
    id text not null,
    url_id text not null,
    created_at timestamptz not null,
    trigger text not null,
    country text,
    device text,
    browser text,
    os text,
    referrer_host text,
    is_bot boolean not null,
    bot_name text,
    visitor_hash bytea,
    region text,
    city text,
    utm_source text,
    utm_medium text,
    utm_campaign text,
    utm_term text,
    utm_content text,
    rule_id text,
    variant text,
    import_id text,
    tx bigint not null default (pg_current_xact_id()::text::bigint),
    constraint click_pkey primary key (url_id, created_at, id)
  ) partition by range (created_at)`,
  `create index click_tx_index on ONLY click using brin (tx) WITH (pages_per_range='16')`,
  `create index click_private_index on ONLY click (tx) where ((device is null) and (tx > 0))`,
  `create table click_other partition of click default`,
  `create table click_rollup (
    url_id text not null,
    span text not null,
    starts_at timestamptz not null,
    dimension text not null,
    value text not null,
    clicks int not null,
    bot_clicks int not null,
    visitors int not null,
    last_at timestamptz,
    constraint click_rollup_pkey primary key (url_id, span, starts_at, dimension, value)
  ) with (fillfactor=80)`,
  `create index click_rollup_hour_index on click_rollup (starts_at, url_id) where (span = 'hour')`,
  // The sums of the rollups of all links of a workspace. The dimension `link` has the total of each link.
  `create table click_workspace_rollup (
    workspace_id text not null,
    span text not null,
    dimension text not null,
    starts_at timestamptz not null,
    value text not null,
    clicks bigint not null,
    bot_clicks bigint not null,
    visitors bigint not null,
    last_at timestamptz,
    constraint click_workspace_rollup_pkey primary key (workspace_id, span, dimension, starts_at, value)
  ) with (fillfactor=80)`,
  // Links that were deleted or moved, and the workspace whose rollups still count them; null for none.
  `create table click_rollup_transfer (
    url_id text not null,
    workspace_id text,
    constraint click_rollup_transfer_pkey primary key (url_id)
  )`,
  // Single clicks of a workspace at or after this time are not deleted. An empty id stands for all workspaces.
  `create table click_retention_bound (
    workspace_id text not null,
    deleted_before timestamptz not null,
    constraint click_retention_bound_pkey primary key (workspace_id)
  )`,
  ...createHistogramTableSql('click_sum', 'workspace'),
  `create table click_visitor (
    url_id text not null,
    day date not null,
    visitor_hash bytea not null,
    constraint click_visitor_pkey primary key (url_id, day, visitor_hash)
  )`,
  `create table click_watermark (
    tx bigint not null
  )`,
  `insert into click_watermark (tx) values (0)`,
  `create table click_day_columns (
    url_id text not null,
    day date not null,
    clicks int not null,
    dictionaries jsonb not null,
    columns bytea not null,
    constraint click_day_columns_pkey primary key (url_id, day)
  )`,
  `create table click_columns_watermark (
    day date not null
  )`,
  `insert into click_columns_watermark (day)
   select '-infinity' where not exists (select 1 from click_columns_watermark)`,
  `create table event_click_watermark (
    tx bigint not null
  )`,
  `insert into event_click_watermark (tx) values (0)`,
  `create table visitor_salt (
    day date not null,
    salt bytea not null,
    constraint visitor_salt_pkey primary key (day)
  )`,
  `create table click_deletion (
    url_id text not null,
    constraint click_deletion_pkey primary key (url_id)
  )`,
  // Distinguishes a deleted link, whose clicks are dropped, from a link that the database has lost.
  `create table click_link_tombstone (
    url_id text not null,
    deleted_at timestamptz(3) not null,
    constraint click_link_tombstone_pkey primary key (url_id)
  )`,
  // When a link has few rows, they are deleted with the link. When it has more, they are deleted later, in slices.
  // Rollups are also deleted later: only the folding process may subtract them from the rollups of the workspace.
  `create function delete_clicks_of_links()
 returns trigger
 language plpgsql
as $$
      declare few text[];
      begin
        insert into click_link_tombstone (url_id, deleted_at) select id, now() from deleted_link on conflict do nothing;
        insert into click_deletion (url_id)
        select id from deleted_link
         where exists (select 1 from click where url_id = deleted_link.id offset 100)
            or exists (select 1 from click_visitor where url_id = deleted_link.id offset 100);
        insert into click_rollup_transfer (url_id, workspace_id)
        select id, case when kind <> 'bio_page' then workspace_id end from deleted_link
         where exists (select 1 from click_rollup where url_id = deleted_link.id)
            on conflict (url_id) do update set workspace_id = click_rollup_transfer.workspace_id;
        few = array(select id from deleted_link except select url_id from click_deletion);
        delete from click where url_id = any(few);
        delete from click_visitor where url_id = any(few);
        delete from click_day_columns where url_id = any(few);
        return null;
      end $$`,
  `create trigger link_clicks_deleted after delete on link referencing old table as deleted_link for each statement execute function delete_clicks_of_links()`,
  `create function transfer_click_rollups()
 returns trigger
 language plpgsql
as $$
      begin
        insert into click_rollup_transfer (url_id, workspace_id) values (old.id, old.workspace_id)
            on conflict (url_id) do update set workspace_id = click_rollup_transfer.workspace_id;
        return null;
      end $$`,
  `create trigger link_clicks_moved after update of workspace_id on link for each row when (((old.workspace_id is distinct from new.workspace_id) and (new.kind <> 'bio_page'))) execute function transfer_click_rollups()`,
]
