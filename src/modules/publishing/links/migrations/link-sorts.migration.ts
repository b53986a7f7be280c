import { inBatches } from '../../../../platform/database/migrations/online-statements.ts'
import type { TableMigration } from '../../../../platform/database/tables.ts'

/** The totals of clicks by which links are sorted. */
export const linkSortsMigration: TableMigration = {
  name: '20261127_link_sorts',
  statements: [
    `create table link_click_total (
    link_id text not null,
    workspace_id text not null,
    clicks int not null default 0,
    last_click_at timestamptz,
    constraint link_click_total_pkey primary key (link_id),
    constraint link_click_total_link_id_foreign foreign key (link_id) references link(id) on delete cascade
  ) with (fillfactor=80)`,
    `create function add_link_click_total()
 returns trigger
 language plpgsql
as $$
      begin
        insert into link_click_total (link_id, workspace_id, clicks) values (new.id, new.workspace_id, new.current_clicks)
        on conflict (link_id) do update set workspace_id = excluded.workspace_id;
        return null;
      end $$`,
    `create trigger link_click_total_added after insert or update of workspace_id on link
    for each row when (new.kind = 'link' and new.workspace_id is not null) execute function add_link_click_total()`,
    'create index link_click_total_clicks_index on link_click_total (workspace_id, clicks desc, link_id desc)',
    `create index link_click_total_last_click_index
    on link_click_total (workspace_id, coalesce(last_click_at, '-infinity'::timestamptz) desc, link_id desc)`,
  ],
}

/** Indexes of sorted links, and the totals of the links that were there before. */
export const linkSortsIndexMigration: TableMigration = {
  name: '20261127_link_sorts_index',
  isOnline: true,
  statements: [
    inBatches(
      'link',
      (condition) => `insert into link_click_total (link_id, workspace_id, clicks, last_click_at)
   select id, workspace_id, current_clicks,
          (select max(last_at) from click_rollup where url_id = link.id and span = 'all' and dimension = 'total')
     from link
    where kind = 'link' and workspace_id is not null and ${condition}
       on conflict (link_id) do nothing`,
    ),
    'create index concurrently link_workspace_updated_index on link (workspace_id, updated_at desc, id desc)',
    `create index concurrently link_workspace_expiry_index on link (workspace_id, coalesce(expires_at, 'infinity'::timestamptz), id)`,
    'create index concurrently link_workspace_title_index on link (workspace_id, lower(title), id)',
  ],
}
