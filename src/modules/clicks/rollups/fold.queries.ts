import type { EntityManager } from '../../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../../platform/database/statements.ts'
import { dimensionColumns, dimensionValuesSql, spanStartSql, utcDaySql } from './dimensions.ts'
import { recordLag } from './fold-lag.queries.ts'

/** The clicks of the transactions from `from` up to `upto`, which is no longer one of them. */
export interface FoldStep {
  readonly from: string
  readonly upto: string
}

/** Transactions looked at in one plan; the rest is left to the next. */
const maxTransactions = 20_000

/** On a server a plan and a step may take longer than a request's statement. */
const statementTimeoutMs = 60_000

export interface FoldPlan {
  readonly steps: FoldStep[]
  /** Whether clicks wait for a transaction that has not ended, and might yet write one that belongs before them. */
  readonly isBlocked: boolean
  /** Whether there is more than was looked at. */
  readonly hasMore: boolean
}

/**
 * Cuts what is to be folded into steps of about so many clicks, oldest first. A transaction is never cut, and none is
 * taken that another could still come before: those at or above the snapshot's xmin may not have ended.
 */
export async function planFold(em: EntityManager, clicksPerStep: number): Promise<FoldPlan> {
  return em.transactional(async (inner) => {
    await prepareClickScan(inner, statementTimeoutMs)
    const [watermark] = await executeUnlogged<{ tx: string }>(inner, 'select tx::text as tx from click_watermark')
    if (!watermark) throw new Error('The watermark of clicks is missing.')
    const transactions = await executeUnlogged<TransactionRow>(inner, transactionsSql, [watermark.tx, maxTransactions])
    const settled = transactions.filter(({ isSettled }) => isSettled)
    const steps: FoldStep[] = []
    let [from, clicks] = [watermark.tx, 0]
    for (const [place, transaction] of settled.entries()) {
      clicks += transaction.clicks
      const following = settled[place + 1]
      if (following && clicks + following.clicks <= clicksPerStep) continue
      steps.push({ from, upto: transaction.next })
      from = transaction.next
      clicks = 0
    }
    return { steps, isBlocked: settled.length < transactions.length, hasMore: settled.length === maxTransactions }
  }, withoutQueryLog())
}

/** What one transaction wrote; `next` is the first that can come after it. */
interface TransactionRow {
  readonly next: string
  readonly clicks: number
  readonly isSettled: boolean
}

/** What else is to be done with the clicks of a step that concern links at the end of their limits. */
export type PublishLimitEvents = (em: EntityManager, step: FoldStep) => Promise<void>

/** What is done in the transaction of a step beside folding. */
export interface FoldStepOptions {
  readonly publishLimitEvents?: PublishLimitEvents
  /** With it, it is noted how late the clicks are. */
  readonly now?: Date
}

/**
 * Adds the clicks of a step to the sums and moves the watermark, in one transaction, so that a crash anywhere leaves
 * either all of it or nothing. False when another node is folding, or has folded this already.
 */
export async function foldStep(
  em: EntityManager,
  { from, upto }: FoldStep,
  { publishLimitEvents, now }: FoldStepOptions = {},
): Promise<boolean> {
  return em.transactional(async (inner) => {
    await prepareClickScan(inner, statementTimeoutMs)
    const claimed = await executeUnlogged(inner, 'select 1 from click_watermark where tx = ? for update skip locked', [
      from,
    ])
    if (claimed.length === 0) return false
    // A link deleted in this moment either is gone before its clicks are read or waits until they are in the sums.
    const links = await executeUnlogged<{ isAtLimit: boolean | null }>(inner, linksSql, [from, upto])
    await executeUnlogged(inner, foldSql, [from, upto])
    if (publishLimitEvents && links.some(({ isAtLimit }) => isAtLimit)) await publishLimitEvents(inner, { from, upto })
    if (now) await recordLag(inner, { from, upto }, now)
    await executeUnlogged(inner, 'update click_watermark set tx = ?', [upto])
    return true
  }, withoutQueryLog())
}

/**
 * Clicks are found by their transaction through an index that the planner trusts only with fresh statistics, which the
 * embedded database never gathers. What it then thinks a plan costs would have it compiled, which takes a second.
 * `patienceMs` is how long a statement may take, 0 for as long as it wants.
 */
export async function prepareClickScan(em: EntityManager, timeoutMs: number): Promise<void> {
  await executeUnlogged(em, `select ${plannerSettingsSql}, set_config('statement_timeout', ?, true)`, [
    String(timeoutMs),
  ])
}

/** The planner's settings for the rest of a transaction that looks for clicks by their transaction. */
export const plannerSettingsSql = `set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`

const transactionsSql = `
  select (tx + 1)::text as next, count(*)::int as clicks,
         tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint as "isSettled"
    from click where tx >= ?::bigint group by tx order by tx limit ?`

const stepClicksSql = 'tx >= ?::bigint and tx < ?::bigint'

const linksSql = `
  select current_clicks >= click_limit as "isAtLimit" from link
   where id in (select url_id from click where ${stepClicksSql}) order by id for key share`

const foldSql = `
  with fresh as materialized (
    select url_id, created_at, is_bot, visitor_hash, ${dimensionColumns} from click where ${stepClicksSql}),
  newcomer as (
    insert into click_visitor (url_id, day, visitor_hash)
    select distinct url_id, ${utcDaySql('created_at')}, visitor_hash from fresh
     where not is_bot and visitor_hash is not null
    on conflict do nothing
    returning url_id, day, visitor_hash),
  total as materialized (
    select url_id, ${spanStartSql.quarter('at')} as quarter, sum(clicks) as clicks, sum(robots) as robots,
           sum(visitors) as visitors, max(last_at) as last_at
      from (select url_id, created_at as at, (not is_bot)::int as clicks, is_bot::int as robots, 0 as visitors,
                   case when not is_bot then created_at end as last_at
              from fresh
            union all
            select url_id, min(created_at), 0, 0, 1, null
              from fresh join newcomer using (url_id, visitor_hash)
             where not is_bot and day = ${utcDaySql('created_at')}
             group by url_id, day, visitor_hash) as counted
     group by url_id, quarter),
  shape as (
    select url_id, ${spanStartSql.day('created_at')} as day, ${dimensionColumns},
           count(*) filter (where not is_bot) as clicks, count(*) filter (where is_bot) as robots
      from fresh
     group by url_id, day, ${dimensionColumns}),
  share as materialized (
    select url_id, day, dimension, value, sum(clicks) as clicks, sum(robots) as robots
      from shape cross join lateral ${dimensionValuesSql}
     where value is not null
     group by url_id, day, dimension, value),
  summed as (
    select url_id, 'quarter' as span, quarter as starts_at, 'total' as dimension, '' as value,
           clicks, robots, visitors, last_at
      from total
    union all
    select url_id, span, starts_at, 'total', '', sum(clicks), sum(robots), sum(visitors), max(last_at)
      from total cross join lateral (
        values ('hour', ${spanStartSql.hour('quarter')}), ('day', ${spanStartSql.day('quarter')}), ('all', '-infinity')
      ) as wider (span, starts_at)
     group by url_id, span, starts_at
    union all
    select url_id, 'day', day, dimension, value, clicks, robots, 0, null from share
    union all
    select url_id, 'all', '-infinity', dimension, value, sum(clicks), sum(robots), 0, null
      from share group by url_id, dimension, value)
  insert into click_rollup as kept
         (url_id, span, starts_at, dimension, value, clicks, robots, visitors, last_at)
  select url_id, span, starts_at, dimension, value, clicks, robots, visitors, last_at from summed
   order by 1, 2, 3, 4, 5
  on conflict (url_id, span, starts_at, dimension, value) do update
     set clicks = kept.clicks + excluded.clicks, robots = kept.robots + excluded.robots,
         visitors = kept.visitors + excluded.visitors, last_at = greatest(kept.last_at, excluded.last_at)`

/** Days whose visitors are still told apart; a salt lives no longer than 48 hours. */
const retentionDays = 2

/** Drops the sets of visitors of days whose salts are gone. */
export async function deleteOldVisitors(em: EntityManager, now: Date): Promise<void> {
  await executeUnlogged(em, `delete from click_visitor where day < ?::date - ${retentionDays}`, [
    now.toISOString().slice(0, 10),
  ])
}

/**
 * Has the index by transaction describe the pages that were filled since. Otherwise a vacuum does, which comes late and
 * in the embedded database never; until then every reader of the newest clicks goes through those pages.
 */
export async function summarizeIndexPages(em: EntityManager): Promise<void> {
  await executeUnlogged(
    em,
    `select brin_summarize_new_values(inhrelid::regclass) from pg_inherits where inhparent = 'click_tx_index'::regclass`,
  )
}

/**
 * Makes the watermark good after the rows were restored into another database, where transactions are counted anew and
 * those to come would count as folded. Folds what was not and makes every click older than any transaction. On a
 * database that was not moved it changes nothing.
 */
export async function repairFoldWatermark(em: EntityManager): Promise<void> {
  await em.transactional(async (inner) => {
    await prepareClickScan(inner, 0)
    const [watermark] = await executeUnlogged<{ tx: string }>(inner, movedSql)
    if (!watermark) return
    await foldStep(inner, { from: watermark.tx, upto: String(2n ** 62n) })
    await executeUnlogged(inner, 'update click set tx = 0 where tx > 0')
    await executeUnlogged(inner, 'update click_watermark set tx = 1')
  }, withoutQueryLog())
}

const movedSql = `
  select tx::text as tx from click_watermark
   where tx > pg_snapshot_xmax(pg_current_snapshot())::text::bigint for update`
