import type { EntityManager } from '../../../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../../../platform/database/statements.ts'
import { prepareClickScan, statementTimeoutMs } from './fold.queries.ts'
import { type FoldStep, hasCommonWatermark, inShardsSql, maxTx, readShardGroups } from './watermark.queries.ts'

// Raw SQL, because clicks are counted by the transaction that wrote them.

/** Most transactions in one plan. The next plan continues. */
const maxTransactions = 20_000

/** Above this number of steps, the shards are divided into parts for as many nodes. */
const maxUndividedSteps = 2

const maxParts = 4

export interface FoldPlan {
  /** Steps of different parts can be folded at the same time; those of one part only in their order. */
  readonly parts: readonly (readonly FoldStep[])[]
  /** Whether clicks wait for an older transaction that is still open and may also write clicks. */
  readonly isBlocked: boolean
  /** Whether there may be more transactions than the plan contains. */
  readonly hasMore: boolean
}

export interface FoldPlanOptions {
  /** About how many clicks a step has. */
  readonly clicksPerStep: number
  /** Whether other nodes can fold a part of the shards. */
  readonly canShare: boolean
}

/**
 * Divides the clicks that are not folded into steps, oldest first. Transactions are never divided. Transactions at or
 * above the xmin of the snapshot are left out, because an older one may still be open. Shards that are behind the
 * others are folded up to those first.
 */
export async function planFold(em: EntityManager, { clicksPerStep, canShare }: FoldPlanOptions): Promise<FoldPlan> {
  return em.transactional(async (inner) => {
    await prepareClickScan(inner, statementTimeoutMs)
    const [lowest, next] = await readShardGroups(inner)
    const { shards, tx } = lowest
    const values = [tx, next?.tx ?? maxTx, maxTransactions]
    const transactions = await executeUnlogged<TransactionRow>(inner, transactionsSql(shards), values)
    const finished = transactions.filter(({ isFinished }) => isFinished)
    const hasMore = finished.length === maxTransactions
    const isLarge = finished.reduce((sum, { clicks }) => sum + clicks, 0) > maxUndividedSteps * clicksPerStep
    const partCount = canShare && isLarge && !(await hasCommonWatermark(inner)) ? Math.min(maxParts, shards.length) : 1
    const bounds = findBounds(finished, clicksPerStep * partCount)
    if (next && !hasMore) bounds.splice(-1, 1, next.tx)
    const toStep = (part: readonly number[]) => (upto: string, index: number) => ({
      shards: part,
      from: bounds[index - 1] ?? tx,
      upto,
    })
    return {
      parts: divide(shards, partCount).map((part) => bounds.map(toStep(part))),
      isBlocked: finished.length < transactions.length,
      hasMore,
    }
  }, withoutQueryLog())
}

/** After which transactions steps end that have about `clicksPerStep` clicks. */
function findBounds(transactions: readonly TransactionRow[], clicksPerStep: number): string[] {
  const bounds: string[] = []
  let clicks = 0
  for (const [index, transaction] of transactions.entries()) {
    clicks += transaction.clicks
    const following = transactions[index + 1]
    if (following && clicks + following.clicks <= clicksPerStep) continue
    bounds.push(transaction.next)
    clicks = 0
  }
  return bounds
}

function divide<T>(items: readonly T[], count: number): T[][] {
  return Array.from({ length: count }, (_, part) => items.filter((_item, index) => index % count === part))
}

/** The clicks of one transaction. `next` is the id of the following transaction. */
interface TransactionRow {
  readonly next: string
  readonly clicks: number
  readonly isFinished: boolean
}

const transactionsSql = (shards: readonly number[]) => `
  select (tx + 1)::text as next, count(*)::int as clicks,
         tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint as "isFinished"
    from click
   where tx >= ?::bigint and tx < ?::bigint${inShardsSql(shards)}
   group by tx
   order by tx
   limit ?`
