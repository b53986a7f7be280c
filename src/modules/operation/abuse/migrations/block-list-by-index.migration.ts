import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Each pattern is looked up by its index: in a database that was never analyzed the planner would read the whole list. */
export const blockListByIndexMigration: TableMigration = {
  name: '20261129_block_list_by_index',
  statements: [
    `create or replace function read_block_list(candidates jsonb)
 returns SETOF text
 language plpgsql
as $$
      begin
        perform pg_advisory_xact_lock_shared(7261226);
        return query
          select blocked.pattern from jsonb_array_elements_text(candidates) as candidate
           cross join lateral (
             select pattern from blocked_destination
              where blocked_destination.pattern = candidate and removed_at is null limit 1) as blocked;
      end $$`,
  ],
}
