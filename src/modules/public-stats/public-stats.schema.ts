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
]
