import type { EntityManager } from '../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../platform/database/statements.ts'
import type { TableMigration } from '../../../../platform/database/tables.ts'

// Raw SQL, because rows are locked with SKIP LOCKED, and because the rest are conditions for statements that count.

/**
 * Links are divided into shards by the last character of their ids, which is random. Each shard is folded up to a
 * transaction of its own, so that several nodes can fold at the same time.
 */
export const shardCount = 8

const shardSql = `ascii(right(url_id, 1)) % ${shardCount}`

/** The transaction up to which the clicks of the link of a row are in the rollups. */
const foldedUptoSql = `(select array_agg(tx order by shard) from click_fold_watermark)[1 + ${shardSql}]`

/** Whether a row of `click` is not in the rollups. By the first condition the index by transaction finds these rows. */
export const isUnfoldedSql = `(tx >= (select min(tx) from click_fold_watermark) and tx >= ${foldedUptoSql})`

/** Whether a row of `click` is in the rollups. */
export const isFoldedSql = (tx = 'tx') => `${tx} < ${foldedUptoSql}`

/** The clicks of some shards, of the transactions from `from` (inclusive) to `upto` (exclusive). */
export interface FoldStep {
  readonly shards: readonly number[]
  readonly from: string
  readonly upto: string
}

export interface PlannedStep extends FoldStep {
  /** About how many clicks it has. */
  readonly clicks: number
  /** Whether it is one transaction with so many clicks that they are folded in slices. */
  readonly isSliced: boolean
}

/** The condition for the clicks of shards; without effect for all of them. */
export const inShardsSql = (shards: readonly number[]) =>
  shards.length === shardCount ? '' : ` and ${shardSql} in (${shards.join(', ')})`

/** The condition for the clicks of a step. Its parameters are the transactions `from` and `upto`. */
export const stepClicksSql = ({ shards }: FoldStep) => `tx >= ?::bigint and tx < ?::bigint${inShardsSql(shards)}`

/** Shards that are folded up to the same transaction. */
export interface ShardGroup {
  readonly shards: readonly number[]
  readonly tx: string
}

/** Above every transaction. */
export const maxTx = String(2n ** 62n)

/** All shards by the transaction up to which they are folded, lowest first. */
export async function readShardGroups(em: EntityManager): Promise<[ShardGroup, ...ShardGroup[]]> {
  const [lowest, ...others] = await executeUnlogged<ShardGroup>(em, shardGroupsSql)
  if (!lowest) throw new Error('The watermarks of clicks are missing.')
  return [lowest, ...others]
}

const shardGroupsSql = `
  select tx::text as tx, json_agg(shard order by shard) as shards
    from click_fold_watermark
   group by click_fold_watermark.tx
   order by click_fold_watermark.tx`

/** Locks the shards of a step that nobody folds and nobody has folded, and returns them. */
export async function claimShards(em: EntityManager, { shards, from }: FoldStep): Promise<number[]> {
  const isCommon = await hasCommonWatermark(em)
  if (isCommon && (await executeUnlogged(em, claimCommonSql, [from])).length === 0) return []
  const claimed = await executeUnlogged<{ shard: number }>(em, claimSql, [from, shards])
  return isCommon && claimed.length < shardCount ? [] : claimed.map(({ shard }) => shard)
}

const claimSql = `
  select shard
    from click_fold_watermark
   where tx = ?::bigint and shard in (?)
   order by shard
     for update skip locked`

/** Records that the shards of a step are folded. Call it in the transaction that has claimed them. */
export async function moveWatermark(em: EntityManager, { shards, upto }: FoldStep): Promise<void> {
  await executeUnlogged(em, 'update click_fold_watermark set tx = ?::bigint where shard in (?)', [upto, shards])
  await executeUnlogged(em, moveCommonSql, [upto])
}

/** Waits until nobody folds, and lets nobody fold until the transaction ends. */
export async function lockAllShards(em: EntityManager): Promise<void> {
  await executeUnlogged(em, 'select 1 from click_watermark for update')
  await executeUnlogged(em, 'select 1 from click_fold_watermark order by shard for update')
}

/** Sets the watermark of every shard. */
export async function resetWatermarks(em: EntityManager, tx: string): Promise<void> {
  await executeUnlogged(em, 'update click_watermark set tx = ?::bigint', [tx])
  await executeUnlogged(em, 'update click_fold_watermark set tx = ?::bigint', [tx])
}

/** Whether a watermark is above the transaction counter of this database. */
export async function isWatermarkAhead(em: EntityManager): Promise<boolean> {
  return (await executeUnlogged(em, isAheadSql)).length > 0
}

const isAheadSql = `
  select 1 from click_fold_watermark where tx > pg_snapshot_xmax(pg_current_snapshot())::text::bigint limit 1`

/**
 * Whether nodes of version 0.1.0 may still run. They know one watermark for all links: as long as its row exists, all
 * shards are folded together, under a lock on this row too.
 */
export async function hasCommonWatermark(em: EntityManager): Promise<boolean> {
  return (await executeUnlogged(em, 'select 1 from click_watermark')).length > 0
}

const claimCommonSql = 'select 1 from click_watermark where tx = ?::bigint for update skip locked'

/** Removes the common watermark once no node of version 0.1.0 listens, whose connections have this name. */
const moveCommonSql = `
  with removed as (
    delete from click_watermark
     where not exists (select from pg_stat_activity
                        where datname = current_database() and application_name = 'tack listener')
    returning 1)
  update click_watermark set tx = ?::bigint where not exists (select from removed)`

/** As long as nodes of version 0.1.0 fold, the watermark of each shard follows the common one. */
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
    `insert into click_fold_watermark (shard, tx) select shard, tx from generate_series(0, ${shardCount - 1}) as shard, click_watermark`,
  ],
}
