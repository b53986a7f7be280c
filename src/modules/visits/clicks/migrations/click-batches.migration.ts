import type { TableMigration } from '../../../../platform/database/tables.ts'

/** What PostgreSQL knows of clicks that are in ClickHouse. Without ClickHouse these tables stay empty. */
export const clickBatchesMigration: TableMigration = {
  name: '20261202_click_batches',
  statements: [
    // Of each file of a journal, where its last counted batch begins. Batches of a file are counted in their order.
    `create table click_batch (
      segment text not null,
      start bigint not null,
      counted_at timestamptz not null,
      constraint click_batch_pkey primary key (segment)
    )`,
    // Clicks that their links do not count yet, because another transaction had locked the link.
    `create table click_counter (
      url_id text not null,
      people int not null,
      constraint click_counter_pkey primary key (url_id)
    )`,
    // Has a row when clicks are in ClickHouse.
    `create table click_engine (
      is_clickhouse boolean not null,
      constraint click_engine_pkey primary key (is_clickhouse)
    )`,
    // Links that have clicks in ClickHouse under a workspace in which they were before.
    `create table click_former_workspace (
      url_id text not null,
      workspace_id text not null,
      constraint click_former_workspace_pkey primary key (url_id, workspace_id)
    )`,
    'create index click_former_workspace_index on click_former_workspace (workspace_id)',
    `create function keep_clickhouse_links()
 returns trigger
 language plpgsql
as $$
      begin
        -- Most statements delete nothing. The table has to be named in a statement of its own, or it would be locked.
        if tg_op = 'DELETE' then
          if not exists (select from gone_link) then
            return null;
          end if;
        end if;
        if not exists (select from click_engine) then
          return null;
        end if;
        if tg_op = 'DELETE' then
          insert into click_deletion (url_id) select id from gone_link order by id on conflict do nothing;
          delete from click_former_workspace where url_id in (select id from gone_link);
        else
          insert into click_former_workspace (url_id, workspace_id)
          values (old.id, coalesce(old.workspace_id, '')) on conflict do nothing;
        end if;
        return null;
      end $$`,
    `create trigger link_clickhouse_deleted after delete on link referencing old table as gone_link
       for each statement execute function keep_clickhouse_links()`,
    `create trigger link_clickhouse_moved after update of workspace_id on link for each row
       when (old.workspace_id is distinct from new.workspace_id) execute function keep_clickhouse_links()`,
  ],
}
