import type { TableMigration } from '../../../../platform/database/tables.ts'

/**
 * A statement that has deleted no link ends at once. `offset 0` makes the planner look rows up by their index: in a database
 * that was never analyzed it would read the whole table.
 */
export const noClicksOfDeletedLinksMigration: TableMigration = {
  name: '20261129_no_clicks_of_deleted_links',
  statements: [
    // When a link has few rows, they are deleted with the link. When it has more, they are deleted later, in slices.
    // Rollups are also deleted later: only the folding process may subtract them from the rollups of the workspace.
    `create or replace function delete_clicks_of_links()
 returns trigger
 language plpgsql
as $$
      declare few text[];
      begin
        if not exists (select from deleted_link) then
          return null;
        end if;
        insert into click_link_tombstone (url_id, deleted_at) select id, now() from deleted_link on conflict do nothing;
        insert into click_deletion (url_id)
        select id from deleted_link
         where exists (select 1 from click where url_id = deleted_link.id offset 100)
            or exists (select 1 from click_visitor where url_id = deleted_link.id offset 100);
        insert into click_rollup_transfer (url_id, workspace_id)
        select id, case when kind <> 'bio_page' then workspace_id end from deleted_link
         where exists (select 1 from click_rollup where url_id = deleted_link.id offset 0)
            on conflict (url_id) do update set workspace_id = click_rollup_transfer.workspace_id;
        few = array(
          select id from deleted_link
           where not exists (select 1 from click_deletion where url_id = deleted_link.id offset 0));
        delete from click where url_id = any(few);
        delete from click_visitor where url_id = any(few);
        delete from click_day_columns where url_id = any(few);
        return null;
      end $$`,
  ],
}
