import type { EntityManager } from '../../database/open.ts'
import { quietly, run } from '../../database/quiet.ts'
import { daySql, factColumns, startSql, toldSql } from './dimensions.ts'
import { noteLag } from './lag.ts'

/** The clicks of the transactions from `from` up to `upto`, which is no longer one of them. */
export interface Step {
  readonly from: string
  readonly upto: string
}

/** Transactions looked at in one plan; the rest is left to the next. */
const mostTransactions = 20_000

/** On a server a plan and a step may take longer than a request's statement. */
const patienceMs = 60_000

export interface FoldPlan {
  readonly steps: Step[]
  /** Whether clicks wait for a transaction that has not ended, and might yet write one that belongs before them. */
  readonly isHeldUp: boolean
  /** Whether there is more than was looked at. */
  readonly isPart: boolean
}

/**
 * Cuts what is to be folded into steps of about so many clicks, oldest first. A transaction is never cut, and none is
 * taken that another could still come before: those at or above the snapshot's xmin may not have ended.
 */
export async function planFold(em: EntityManager, clicksInStep: number): Promise<FoldPlan> {
  return em.transactional(async (inner) => {
    await prepare(inner, patienceMs)
    const [mark] = await run<{ tx: string }>(inner, 'select tx::text as tx from click_watermark')
    if (!mark) throw new Error('The watermark of clicks is missing.')
    const written = await run<Written>(inner, writtenSql, [mark.tx, mostTransactions])
    const settled = written.filter(({ isSettled }) => isSettled)
    const steps: Step[] = []
    let [from, clicks] = [mark.tx, 0]
    for (const [place, transaction] of settled.entries()) {
      clicks += transaction.clicks
      const following = settled[place + 1]
      if (following && clicks + following.clicks <= clicksInStep) continue
      steps.push({ from, upto: transaction.next })
      from = transaction.next
      clicks = 0
    }
    return { steps, isHeldUp: settled.length < written.length, isPart: settled.length === mostTransactions }
  }, quietly())
}

/** What one transaction wrote; `next` is the first that can come after it. */
interface Written {
  readonly next: string
  readonly clicks: number
  readonly isSettled: boolean
}

/** What else is to be done with the clicks of a step that concern links at the end of their limits. */
export type TellEnds = (em: EntityManager, step: Step) => Promise<void>

/** What is done in the transaction of a step beside folding. */
export interface Beside {
  readonly tellEnds?: TellEnds
  /** With it, it is noted how late the clicks are. */
  readonly now?: Date
}

/**
 * Adds the clicks of a step to the sums and moves the watermark, in one transaction, so that a crash anywhere leaves
 * either all of it or nothing. False when another node is folding, or has folded this already.
 */
export async function foldStep(
  em: EntityManager,
  { from, upto }: Step,
  { tellEnds, now }: Beside = {},
): Promise<boolean> {
  return em.transactional(async (inner) => {
    await prepare(inner, patienceMs)
    const mine = await run(inner, 'select 1 from click_watermark where tx = ? for update skip locked', [from])
    if (mine.length === 0) return false
    // A link deleted in this moment either is gone before its clicks are read or waits until they are in the sums.
    const links = await run<{ isAtLimit: boolean | null }>(inner, linksSql, [from, upto])
    await run(inner, foldSql, [from, upto])
    if (tellEnds && links.some(({ isAtLimit }) => isAtLimit)) await tellEnds(inner, { from, upto })
    if (now) await noteLag(inner, { from, upto }, now)
    await run(inner, 'update click_watermark set tx = ?', [upto])
    return true
  }, quietly())
}

/**
 * Clicks are found by their transaction through an index that the planner trusts only with fresh statistics, which the
 * embedded database never gathers. What it then thinks a plan costs would have it compiled, which takes a second.
 * `patienceMs` is how long a statement may take, 0 for as long as it wants.
 */
export async function prepare(em: EntityManager, patienceMs: number): Promise<void> {
  await run(em, `select ${plannedSql}, set_config('statement_timeout', ?, true)`, [String(patienceMs)])
}

/** The planner's settings for the rest of a transaction that looks for clicks by their transaction. */
export const plannedSql = `set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`

const writtenSql = `
  select (tx + 1)::text as next, count(*)::int as clicks,
         tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint as "isSettled"
    from click where tx >= ?::bigint group by tx order by tx limit ?`

const freshSql = 'tx >= ?::bigint and tx < ?::bigint'

const linksSql = `
  select current_clicks >= click_limit as "isAtLimit" from link
   where id in (select url_id from click where ${freshSql}) order by id for key share`

const foldSql = `
  with fresh as materialized (
    select url_id, created_at, is_bot, visitor_hash, ${factColumns} from click where ${freshSql}),
  newcomer as (
    insert into click_visitor (url_id, day, visitor_hash)
    select distinct url_id, ${daySql('created_at')}, visitor_hash from fresh
     where not is_bot and visitor_hash is not null
    on conflict do nothing
    returning url_id, day, visitor_hash),
  total as materialized (
    select url_id, ${startSql.quarter('at')} as quarter, sum(clicks) as clicks, sum(robots) as robots,
           sum(visitors) as visitors, max(last_at) as last_at
      from (select url_id, created_at as at, (not is_bot)::int as clicks, is_bot::int as robots, 0 as visitors,
                   case when not is_bot then created_at end as last_at
              from fresh
            union all
            select url_id, min(created_at), 0, 0, 1, null
              from fresh join newcomer using (url_id, visitor_hash)
             where not is_bot and day = ${daySql('created_at')}
             group by url_id, day, visitor_hash) as counted
     group by url_id, quarter),
  shape as (
    select url_id, ${startSql.day('created_at')} as day, ${factColumns},
           count(*) filter (where not is_bot) as clicks, count(*) filter (where is_bot) as robots
      from fresh
     group by url_id, day, ${factColumns}),
  share as materialized (
    select url_id, day, dimension, value, sum(clicks) as clicks, sum(robots) as robots
      from shape cross join lateral ${toldSql}
     where value is not null
     group by url_id, day, dimension, value),
  summed as (
    select url_id, 'quarter' as span, quarter as starts_at, 'total' as dimension, '' as value,
           clicks, robots, visitors, last_at
      from total
    union all
    select url_id, span, starts_at, 'total', '', sum(clicks), sum(robots), sum(visitors), max(last_at)
      from total cross join lateral (
        values ('hour', ${startSql.hour('quarter')}), ('day', ${startSql.day('quarter')}), ('all', '-infinity')
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
