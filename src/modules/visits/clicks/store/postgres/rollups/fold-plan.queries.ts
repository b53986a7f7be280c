import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../../../../../platform/database/statements.ts'
import { prepareClickScan, statementTimeoutMs } from './fold.queries.ts'
import { type PlannedStep, readWatermark } from './watermark.queries.ts'

// Raw SQL, because clicks are counted by the transaction that wrote them.

/** Most transactions in one plan. The next plan continues. */
const maxTransactions = 20_000

/**
 * The service writes at most 4,000 clicks in a transaction. One with more was made by SQL, and is folded in slices: as one
 * step it could take longer than a statement may.
 */
const maxUnslicedClicks = 5_000

export interface FoldPlan {
  /** In the order in which they are folded. */
  readonly steps: readonly PlannedStep[]
  /** Whether clicks wait for an older transaction that is still open and may also write clicks. */
  readonly isBlocked: boolean
  /** Whether there may be more transactions than the plan contains. */
  readonly hasMore: boolean
  /** How many clicks the steps have. */
  readonly clicks: number
}

/**
 * Divides the clicks that are not folded into steps of about `clicksPerStep` clicks, oldest first. No step ends within a
 * transaction; one with very many clicks is a step of its own, which is folded in slices. Transactions at or above the xmin of
 * the snapshot are left out, because an older one may still be open.
 */
export async function planFold(em: EntityManager, clicksPerStep: number): Promise<FoldPlan> {
  return em.transactional(async (inner) => {
    await prepareClickScan(inner, statementTimeoutMs)
    const watermark = await readWatermark(inner)
    const transactions = await executeUnlogged<TransactionRow>(inner, transactionsSql, [watermark, maxTransactions])
    const finished = transactions.filter(({ isFinished }) => isFinished)
    const bounds = findBounds(finished, clicksPerStep)
    return {
      steps: bounds.map((bound, index) => ({ ...bound, from: bounds[index - 1]?.upto ?? watermark })),
      isBlocked: finished.length < transactions.length,
      hasMore: finished.length === maxTransactions,
      clicks: finished.reduce((sum, { clicks }) => sum + clicks, 0),
    }
  }, withoutQueryLog())
}

/** Where a step ends. */
type StepBound = Omit<PlannedStep, 'from'>

/** After which transactions steps end that have about `clicksPerStep` clicks. */
function findBounds(transactions: readonly TransactionRow[], clicksPerStep: number): StepBound[] {
  const bounds: StepBound[] = []
  let clicks = 0
  for (const [index, transaction] of transactions.entries()) {
    clicks += transaction.clicks
    const following = transactions[index + 1]
    if (following && clicks + following.clicks <= clicksPerStep) continue
    bounds.push({ upto: transaction.next, clicks, isSliced: transaction.clicks > maxUnslicedClicks })
    clicks = 0
  }
  return bounds
}

/** The clicks of one transaction. `next` is the id of the following transaction. */
interface TransactionRow {
  readonly next: string
  readonly clicks: number
  readonly isFinished: boolean
}

const transactionsSql = `
  select (tx + 1)::text as next, count(*)::int as clicks,
         tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint as "isFinished"
    from click
   where tx >= ?::bigint
   group by tx
   order by tx
   limit ?`
