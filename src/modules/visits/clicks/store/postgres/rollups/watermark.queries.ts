import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../../../platform/database/statements.ts'

// Raw SQL, because the row is locked with SKIP LOCKED, and because the rest are conditions for statements that count.

/** The transaction up to which clicks are in the rollups. */
const foldedUptoSql = '(select tx from click_watermark)'

/** Whether a row of `click` is not in the rollups. */
export const isUnfoldedSql = `tx >= ${foldedUptoSql}`

/** Whether a row of `click` is in the rollups. */
export const isFoldedSql = (tx = 'tx') => `${tx} < ${foldedUptoSql}`

/** The clicks of the transactions from `from` (inclusive) to `upto` (exclusive). */
export interface FoldStep {
  readonly from: string
  readonly upto: string
}

export interface PlannedStep extends FoldStep {
  /** About how many clicks it has. */
  readonly clicks: number
  /** Whether it is one transaction with so many clicks that they are folded in slices. */
  readonly isSliced: boolean
}

/** The condition for the clicks of a step. Its parameters are the transactions `from` and `upto`. */
export const stepClicksSql = 'tx >= ?::bigint and tx < ?::bigint'

/** Above every transaction. */
export const maxTx = String(2n ** 62n)

export async function readWatermark(em: EntityManager): Promise<string> {
  const [row] = await executeUnlogged<{ tx: string }>(em, 'select tx::text as tx from click_watermark')
  if (!row) throw new Error('The watermark of clicks is missing.')
  return row.tx
}

/** Locks the watermark. Returns false when another node folds, or has folded the step. */
export async function claimStep(em: EntityManager, { from }: FoldStep): Promise<boolean> {
  return (await executeUnlogged(em, claimSql, [from])).length > 0
}

const claimSql = 'select 1 from click_watermark where tx = ?::bigint for update skip locked'

/** Records that a step is folded. Call it in the transaction that has claimed it. */
export async function moveWatermark(em: EntityManager, tx: string): Promise<void> {
  await executeUnlogged(em, 'update click_watermark set tx = ?::bigint', [tx])
}

/** Waits until nobody folds, and lets nobody fold until the transaction ends. */
export async function lockWatermark(em: EntityManager): Promise<void> {
  await executeUnlogged(em, 'select 1 from click_watermark for update')
}

/** Whether the watermark is above the transaction counter of this database. */
export async function isWatermarkAhead(em: EntityManager): Promise<boolean> {
  return (await executeUnlogged(em, isAheadSql)).length > 0
}

const isAheadSql = 'select 1 from click_watermark where tx > pg_snapshot_xmax(pg_current_snapshot())::text::bigint'
