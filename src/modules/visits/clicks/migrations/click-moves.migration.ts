import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Which store the clicks are in, and how far a move to the other one is. */
export const clickMovesMigration: TableMigration = {
  name: '20261204_click_moves',
  statements: [
    // The store in which clicks are written and counted: clickhouse or postgresql.
    `alter table click_engine add column store text not null default 'clickhouse'`,
    // When it was last changed, until the rows in the other store are deleted.
    'alter table click_engine add column changed_at timestamptz',
    // The other store, while clicks are copied to it.
    'alter table click_engine add column moving_to text',
    'alter table click_engine add column moved_since timestamptz',
    // True during the last comparison: nobody writes clicks.
    'alter table click_engine add column is_paused boolean not null default false',
    // 0: the other store is not prepared yet. Each pass compares all clicks, and copies what is missing.
    'alter table click_engine add column pass int not null default 0',
    // Up to where this pass has come, and how many clicks the move has copied.
    'alter table click_engine add column place jsonb',
    'alter table click_engine add column copied bigint not null default 0',
    'alter table click_engine add column leased_by text',
    'alter table click_engine add column leased_until timestamptz',
    // A process that does not know of the move would write clicks that nobody finds. Its clicks wait in its journal.
    `create function refuse_clicks_elsewhere()
 returns trigger
 language plpgsql
as $$
      begin
        if exists (select from click_engine where is_paused or store = 'clickhouse')
           and current_setting('tack.copies_clicks', true) is distinct from 'on' then
          raise exception 'Clicks are in ClickHouse, or on their way to it or back. They wait in the journal.'
            using errcode = '55000', hint = 'A process that reports this for more than minutes needs CLICKS_URL.';
        end if;
        return null;
      end $$`,
    `create trigger click_elsewhere before insert on click
       for each statement execute function refuse_clicks_elsewhere()`,
  ],
}
