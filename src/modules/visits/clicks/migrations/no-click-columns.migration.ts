import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Clicks are stored once, as rows. */
export const noClickColumnsMigration: TableMigration = {
  name: '20261203_no_click_columns',
  removes: 'click_day_columns and click_columns_watermark, which versions before 0.2.0 have used',
  statements: [
    // As before, but for the columns.
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
        return null;
      end $$`,
    'drop table click_day_columns',
    'drop table click_columns_watermark',
  ],
}
