import type { EntityManager } from '../../../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../../../platform/database/statements.ts'
import { prepareClickScan, statementTimeoutMs } from './fold.queries.ts'
import { hasCommonWatermark, inShardsSql, maxTx, type PlannedStep, readShardGroups } from './watermark.queries.ts'

// Raw SQL, because clicks are counted by the transaction that wrote them.

/** Most transactions in one plan. The next plan continues. */
const maxTransactions = 20_000

/**
 * The service writes at most 4,000 clicks in a transaction. One with more was made by SQL, and is folded in slices: as one
 * step it could take longer than a statement may.
 */
const maxUnslicedClicks = 5_000

/** Above this number of steps, the shards are divided into parts for as many nodes. */
const maxUndividedSteps = 2

const maxParts = 4

export interface FoldPlan {
  /** Steps of different parts can be folded at the same time; those of one part only in their order. */
  readonly parts: readonly (readonly PlannedStep[])[]
  /** Whether clicks wait for an older transaction that is still open and may also write clicks. */
  readonly isBlocked: boolean
  /** Whether there may be more transactions than the plan contains. */
  readonly hasMore: boolean
  /** How many clicks the steps have. */
  readonly clicks: number
}

export interface FoldPlanOptions {
  /** About how many clicks a step has. */
  readonly clicksPerStep: number
  /** Whether other nodes can fold a part of the shards. */
  readonly canShare: boolean
}

/**
 * Divides the clicks that are not folded into steps, oldest first. No step ends within a transaction; one with very many
 * clicks is a step of its own, which is folded in slices. Transactions at or
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
    const allClicks = finished.reduce((sum, { clicks }) => sum + clicks, 0)
    const isLarge = allClicks > maxUndividedSteps * clicksPerStep
    const partCount = canShare && isLarge && !(await hasCommonWatermark(inner)) ? Math.min(maxParts, shards.length) : 1
    const bounds = findBounds(finished, clicksPerStep * partCount)
    const last = bounds.at(-1)
    if (next && !hasMore && last) bounds.splice(-1, 1, { ...last, upto: next.tx })
    const toStep = (part: readonly number[]) => (bound: StepBound, index: number) => ({
      ...bound,
      shards: part,
      from: bounds[index - 1]?.upto ?? tx,
      clicks: Math.ceil(bound.clicks / partCount),
    })
    return {
      parts: divide(shards, partCount).map((part) => bounds.map(toStep(part))),
      isBlocked: finished.length < transactions.length,
      hasMore,
      clicks: allClicks,
    }
  }, withoutQueryLog())
}

/** Where a step ends. */
type StepBound = Pick<PlannedStep, 'upto' | 'clicks' | 'isSliced'>

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
