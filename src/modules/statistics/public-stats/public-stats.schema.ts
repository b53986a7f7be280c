/** The tables of this module, in the order in which they are created. */
export const publicStatsSchema: readonly string[] = [
  `create table statistics (
    singleton boolean not null default true,
    deleted_link_clicks bigint not null default 0,
    total_links bigint not null default 0,
    total_clicks bigint not null default 0,
    total_users bigint not null default 0,
    active_workspaces bigint not null default 0,
    computed_at timestamptz,
    constraint statistics_pkey primary key (singleton),
    constraint statistics_singleton_check check (singleton)
  )`,
  `create table statistics_gone (
    id bigint generated always as identity,
    clicks bigint not null,
    constraint statistics_gone_pkey primary key (id)
  )`,
  `insert into statistics (singleton) values (true)`,
  `create function sum_clicks_of_deleted_links()
 returns trigger
 language plpgsql
as $$
      begin
        insert into statistics_gone (clicks)
        select sum(current_clicks) from deleted_link where kind <> 'bio_page' having sum(current_clicks) > 0;
        return null;
      end $$`,
  `create trigger link_clicks_summed after delete on link referencing old table as deleted_link for each statement execute function sum_clicks_of_deleted_links()`,
]
