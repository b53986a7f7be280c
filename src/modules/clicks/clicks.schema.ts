import { createHistogramTableSql } from '../../platform/database/duration-histogram.queries.ts'

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
    merged_visit_id text,
    rule_id text,
    variant text,
    tx bigint not null default (pg_current_xact_id()::text::bigint),
    constraint click_pkey primary key (url_id, created_at, id)
  ) partition by range (created_at)`,
  `create index click_resolution_index on ONLY click (url_id, created_at, visitor_hash) where (trigger = 'api')`,
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
  // A few rows are deleted with their link. Those of a link with more are deleted later, in slices.
  `create function delete_clicks_of_links()
 returns trigger
 language plpgsql
as $$
      declare few text[];
      begin
        insert into click_deletion (url_id)
        select id from deleted_link
         where exists (select 1 from click where url_id = deleted_link.id offset 100)
            or exists (select 1 from click_visitor where url_id = deleted_link.id offset 100)
            or exists (select 1 from click_rollup where url_id = deleted_link.id offset 1000);
        few = array(select id from deleted_link except select url_id from click_deletion);
        delete from click where url_id = any(few);
        delete from click_visitor where url_id = any(few);
        delete from click_rollup where url_id = any(few);
        delete from click_day_columns where url_id = any(few);
        return null;
      end $$`,
  `create trigger link_clicks_deleted after delete on link referencing old table as deleted_link for each statement execute function delete_clicks_of_links()`,
]
