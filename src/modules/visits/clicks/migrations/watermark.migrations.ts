import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Eight watermarks, each for the links of a shard. */
export const foldWatermarkMigration: TableMigration = {
  name: '20261129_fold_watermark',
  statements: [
    `create table click_fold_watermark (
      shard smallint not null,
      tx bigint not null,
      constraint click_fold_watermark_pkey primary key (shard)
    )`,
    `create function follow_click_watermark()
 returns trigger
 language plpgsql
as $$
      begin
        update click_fold_watermark set tx = new.tx;
        return null;
      end $$`,
    'create trigger click_watermark_moved after update on click_watermark for each row execute function follow_click_watermark()',
    `insert into click_fold_watermark (shard, tx) select shard, tx from generate_series(0, 7) as shard, click_watermark`,
  ],
}

/**
 * One watermark again, the lowest. Clicks of shards that were ahead get transaction 0, as folded clicks of another database do.
 */
export const oneWatermarkMigration: TableMigration = {
  name: '20261130_one_watermark',
  removes: 'click_fold_watermark, which versions between 0.1.0 and 0.2.0 have used',
  statements: [
    'drop trigger click_watermark_moved on click_watermark',
    'drop function follow_click_watermark()',
    // Few rows: the watermarks differ only while shards are folded.
    `do $$
      begin
        if (select min(tx) < max(tx) from click_fold_watermark) then
          update click set tx = 0
           where tx >= (select min(tx) from click_fold_watermark)
             and tx < (select array_agg(tx order by shard) from click_fold_watermark)[1 + ascii(right(url_id, 1)) % 8];
        end if;
        delete from click_watermark;
        insert into click_watermark (tx) select min(tx) from click_fold_watermark;
      end $$`,
    'drop table click_fold_watermark',
  ],
}
