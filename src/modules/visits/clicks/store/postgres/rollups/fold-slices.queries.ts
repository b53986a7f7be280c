import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../../../../../platform/database/statements.ts'
import { addStep, type FoldStepOptions, foldStep, prepareClickScan, statementTimeoutMs } from './fold.queries.ts'
import {
  claimStep,
  type FoldStep,
  isWatermarkAhead,
  lockWatermark,
  maxTx,
  moveWatermark,
  readWatermark,
  stepClicksSql,
} from './watermark.queries.ts'

// Raw SQL, because rows are found by their position in the table, and because their transaction is the present one.

/** Pages of each partition, of which a slice reads the clicks: from one page to another (exclusive). */
export interface PageRange {
  readonly from: number
  readonly upto: number
}

const clicksPerPage = 50

const slicesPerRange = 10

/** Divides all pages that the partitions of clicks have now, into ranges of some slices. */
export async function listPageRanges(em: EntityManager, maxClicks: number): Promise<PageRange[]> {
  const [row] = await executeUnlogged<{ pages: number }>(em, pageCountSql)
  const pagesPerRange = Math.ceil((slicesPerRange * maxClicks) / clicksPerPage)
  const count = Math.ceil((row?.pages ?? 0) / pagesPerRange)
  return Array.from({ length: count }, (_, index) => ({
    from: index * pagesPerRange,
    upto: (index + 1) * pagesPerRange,
  }))
}

const pageCountSql = `
  select coalesce(max(pg_relation_size(inhrelid)) / current_setting('block_size')::int, 0)::int as pages
    from pg_inherits
   where inhparent = 'click'::regclass`

const inPagesSql = ({ from, upto }: PageRange) => `ctid >= '(${from},0)'::tid and ctid < '(${upto},0)'::tid`

export interface FoldSliceOptions extends FoldStepOptions {
  readonly maxClicks: number
  readonly pages: PageRange
}

/**
 * Adds at most `maxClicks` clicks of a step that is one transaction to the rollups, without moving the watermark, and
 * returns their number: fewer when no other is left in these pages, and null when another node folds the step. The clicks get
 * a transaction number below 0, which is below every watermark, so they count as folded, and no later slice finds them.
 */
export async function foldSlice(em: EntityManager, step: FoldStep, options: FoldSliceOptions): Promise<number | null> {
  return em.transactional(async (inner) => {
    await prepareClickScan(inner, statementTimeoutMs)
    return (await claimStep(inner, step)) ? addSlice(inner, step, options) : null
  }, withoutQueryLog())
}

/** Once in a transaction, because all clicks of a slice have its number. */
async function addSlice(em: EntityManager, step: FoldStep, { maxClicks, pages, ...options }: FoldSliceOptions) {
  const values = [step.from, step.upto, maxClicks]
  const [slice] = await executeUnlogged<SliceRow>(em, takeSliceSql(pages), values)
  if (!slice || slice.clicks === 0) return 0
  await addStep(em, { from: slice.tx, upto: slice.next }, options)
  return slice.clicks
}

interface SliceRow {
  readonly clicks: number
  readonly tx: string
  readonly next: string
}

/**
 * The number of this transaction, which is used once, below 0. By link, because the clicks of a few links change much fewer
 * rows of the rollups than as many clicks of many. Locked rows are left out: a deletion has them.
 */
const takeSliceSql = (pages: PageRange) => `
  with slice as materialized (
    select tableoid, ctid
      from click
     where ${inPagesSql(pages)} and ${stepClicksSql}
     order by url_id
     limit ?
       for update skip locked),
  taken as (
    update click
       set tx = -(pg_current_xact_id()::text::bigint)
      from slice
     where click.tableoid = slice.tableoid and click.ctid = slice.ctid
    returning 1)
  select count(*)::int as clicks, (-(pg_current_xact_id()::text::bigint))::text as tx,
         (1 - pg_current_xact_id()::text::bigint)::text as next
    from taken`

export interface WatermarkRepair {
  /** About how many clicks are folded in one transaction. */
  readonly maxClicks: number
  /** Called before each range of pages with the share of the pages that are done, from 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/**
 * Repairs the watermark after rows were restored into another database, whose transaction counter starts again. Without
 * the repair, new clicks would count as folded. Folds the remaining clicks and gives the others transaction 0, in
 * transactions of a few pages, so it continues after an interruption. No click may be recorded meanwhile. It changes
 * nothing in a database that was not moved.
 */
export async function repairFoldWatermark(
  em: EntityManager,
  { maxClicks, onProgress }: WatermarkRepair,
): Promise<void> {
  if (!(await isWatermarkAhead(em))) return
  const ranges = await listPageRanges(em, maxClicks)
  for (const [index, pages] of ranges.entries()) {
    onProgress?.(index / ranges.length)
    while (await repairSlice(em, { maxClicks, pages }));
  }
  // What is left was written meanwhile by another node, or moved to pages that had been read.
  await em.transactional(async (inner) => {
    await prepareClickScan(inner, 0)
    await lockWatermark(inner)
    if (!(await isWatermarkAhead(inner))) return
    await foldStep(inner, { from: await readWatermark(inner), upto: maxTx })
    await executeUnlogged(inner, 'update click set tx = 0 where tx > 0')
    await moveWatermark(inner, '1')
  }, withoutQueryLog())
}

/** Returns whether clicks may be left in these pages. */
async function repairSlice(em: EntityManager, options: FoldSliceOptions): Promise<boolean> {
  return em.transactional(async (inner) => {
    await prepareClickScan(inner, statementTimeoutMs)
    await lockWatermark(inner)
    // Another node may have ended the repair, and record clicks.
    if (!(await isWatermarkAhead(inner))) return false
    if ((await addSlice(inner, { from: await readWatermark(inner), upto: maxTx }, options)) > 0) return true
    await executeUnlogged(inner, `update click set tx = 0 where ${inPagesSql(options.pages)} and tx > 0`)
    return false
  }, withoutQueryLog())
}
