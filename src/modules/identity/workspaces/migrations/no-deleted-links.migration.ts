import type { TableMigration } from '../../../../platform/database/tables.ts'

/** A statement that has deleted no link ends at once, such as the deletion of a folder without links. */
export const noDeletedLinksMigration: TableMigration = {
  name: '20261129_no_deleted_links',
  statements: [
    // In the order of ids, so that statements that change several workspaces do not wait for each other.
    `create or replace function count_deleted_links()
 returns trigger
 language plpgsql
as $$
      begin
        if not exists (select from deleted_link) then
          return null;
        end if;
        perform 1 from workspace
          where id in (select workspace_id from deleted_link where kind = 'link')
          order by id for no key update;
        if not found then
          return null;
        end if;
        update workspace set link_count = link_count - deleted.amount
          from (select workspace_id, count(*) as amount from deleted_link where kind = 'link' group by workspace_id) as deleted
         where workspace.id = deleted.workspace_id;
        return null;
      end $$`,
  ],
}
