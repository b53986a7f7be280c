import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { statementTimeoutSql } from '../../../../../../platform/database/silence-detector.ts'
import { executeUnlogged, withoutQueryLog } from '../../../../../../platform/database/statements.ts'
import { minuteMs } from '../../../../../../platform/shared/time.ts'
import { updateClickTotals } from '../../../../../publishing/links/index.ts'
import {
  addToRollupsSql,
  dimensionColumns,
  dimensionValuesSql,
  longerSpansSql,
  spanStartSql,
  unidentifiedDimension,
  utcDaySql,
} from './dimensions.queries.ts'
import { recordLag } from './fold-lag.queries.ts'
import { claimStep, type FoldStep, isUnfoldedSql, moveWatermark, stepClicksSql } from './watermark.queries.ts'
import { addStepSql } from './workspace-rollups.queries.ts'

// Raw SQL, because clicks are aggregated in the database and upserted into the rollups by one statement, under the
// watermark that one node locks (SKIP LOCKED).

/** On a server, a plan and a step of folding may take longer than a statement of a request. */
export const statementTimeoutMs = minuteMs

/** Publishes events for the links that reached their click limit in a step. */
export type PublishLimitEvents = (em: EntityManager, step: FoldStep, linkIds: readonly string[]) => Promise<void>

export interface FoldStepOptions {
  readonly publishLimitEvents?: PublishLimitEvents
  /** If given, the lag of the clicks is recorded. */
  readonly now?: Date
}

/**
 * Adds the clicks of a step to the rollups and moves the watermark, in one transaction, so a crash leaves either both
 * or neither. Returns false when another node is folding, or has folded the step.
 */
export async function foldStep(
  em: EntityManager,
  step: FoldStep,
  { publishLimitEvents, now }: FoldStepOptions = {},
): Promise<boolean> {
  return em.transactional(async (inner) => {
    await prepareClickScan(inner, statementTimeoutMs)
    if (!(await claimStep(inner, step))) return false
    await addStep(inner, step, { publishLimitEvents, now })
    await moveWatermark(inner, step.upto)
    return true
  }, withoutQueryLog())
}

/** Adds the clicks of a step to the rollups and to the totals of their links, in the transaction of `em`. */
export async function addStep(
  em: EntityManager,
  step: FoldStep,
  { publishLimitEvents, now }: FoldStepOptions,
): Promise<void> {
  const bounds = [step.from, step.upto]
  // Locks the links, so a deletion of a link happens before its clicks are read, or waits until they are folded.
  const links = await executeUnlogged<{ id: string; isAtLimit: boolean | null }>(em, lockLinksSql, bounds)
  const linkIdsAtLimit = links.filter(({ isAtLimit }) => isAtLimit).map(({ id }) => id)
  await executeUnlogged(em, foldSql, bounds)
  // Late, because new clicks on these links wait from here on.
  await updateClickTotals(em, latestClicksSql, bounds)
  if (linkIdsAtLimit.length > 0) await publishLimitEvents?.(em, step, linkIdsAtLimit)
  if (now) await recordLag(em, step, now)
}

/**
 * Prepares a transaction that finds clicks by their transaction. The planner uses that index only with fresh
 * statistics, which the embedded database never collects. The planner would also compile the plan (JIT), which takes a
 * second. A `timeoutMs` of 0 means no timeout.
 */
export async function prepareClickScan(em: EntityManager, timeoutMs: number): Promise<void> {
  await executeUnlogged(em, `select ${plannerSettingsSql}, ${statementTimeoutSql(timeoutMs)}`)
}

/** Planner settings for the rest of a transaction that finds clicks by their transaction. */
export const plannerSettingsSql = `set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`

const lockLinksSql = `
  select id, current_clicks - past_clicks >= click_limit as "isAtLimit"
    from link
   where id in (select url_id from click where ${stepClicksSql})
   order by id
     for key share`

const latestClicksSql = `
  select url_id as link_id, max(created_at) as last_click_at
    from click
   where ${stepClicksSql} and not is_bot
   group by url_id`

/**
 * `quarter_total` counts each link and quarter of an hour, and visitors in the quarter of their first click of a day.
 * `day_value` counts each value of a dimension per day, and the clicks without a visitor. All other rows are computed
 * from these two: the rows of the longer spans, and the rows of the workspaces.
 */
const foldSql = `
  with new_click as materialized (
    select url_id, created_at, is_bot, visitor_hash, ${dimensionColumns}
      from click
     where ${stepClicksSql}
       and exists (select 1 from link where link.id = click.url_id)),
  visitor as materialized (
    select url_id, ${utcDaySql('created_at')} as day, visitor_hash, min(created_at) as first_at
      from new_click
     where not is_bot and visitor_hash is not null
     group by url_id, day, visitor_hash),
  new_visitor as (
    insert into click_visitor (url_id, day, visitor_hash)
    select url_id, day, visitor_hash
      from visitor
    on conflict do nothing
    returning url_id, day, visitor_hash),
  quarter_total as materialized (
    select url_id, ${spanStartSql.quarter('at')} as quarter, sum(clicks) as clicks, sum(bot_clicks) as bot_clicks,
           sum(visitors) as visitors, max(last_at) as last_at
      from (select url_id, created_at as at, (not is_bot)::int as clicks, is_bot::int as bot_clicks, 0 as visitors,
                   case when not is_bot then created_at end as last_at
              from new_click
            union all
            select url_id, first_at, 0, 0, 1, null
              from visitor
              join new_visitor using (url_id, day, visitor_hash)) as counted
     group by url_id, quarter),
  day_combination as (
    select url_id, ${spanStartSql.day('created_at')} as day, ${dimensionColumns},
           count(*) filter (where not is_bot) as clicks, count(*) filter (where is_bot) as bot_clicks
      from new_click
     group by url_id, day, ${dimensionColumns}),
  day_value as materialized (
    select url_id, day, dimension, value, sum(clicks) as clicks, sum(bot_clicks) as bot_clicks
      from day_combination
     cross join lateral ${dimensionValuesSql}
     where value is not null
     group by url_id, day, dimension, value
    union all
    select url_id, ${spanStartSql.day('created_at')} as day, '${unidentifiedDimension}', '', count(*), 0
      from new_click
     where not is_bot and visitor_hash is null
     group by url_id, day),
  increment as (
    select url_id, 'quarter' as span, quarter as starts_at, 'total' as dimension, '' as value,
           clicks, bot_clicks, visitors, last_at
      from quarter_total
    union all
    select url_id, span, starts_at, 'total', '', sum(clicks), sum(bot_clicks), sum(visitors), max(last_at)
      from quarter_total
     cross join lateral ${longerSpansSql}
     group by url_id, span, starts_at
    union all
    select url_id, 'day', day, dimension, value, clicks, bot_clicks, 0, null
      from day_value
    union all
    select url_id, 'all', '-infinity', dimension, value, sum(clicks), sum(bot_clicks), 0, null
      from day_value
     group by url_id, dimension, value),
  ${addStepSql}
  ${addToRollupsSql('click_rollup', ['url_id', 'span', 'starts_at', 'dimension', 'value'], 'increment')}`

/** How many past days keep their visitors. A salt is deleted within 48 hours. */
const retentionDays = 2

/**
 * Deletes the visitors of days whose salts are deleted, up to the first day with a click that is not folded yet.
 * Without the visitors of that day, folding would count the visitor of that click again.
 */
export async function deleteOldVisitors(em: EntityManager, now: Date): Promise<void> {
  await em.transactional(async (inner) => {
    await prepareClickScan(inner, statementTimeoutMs)
    await executeUnlogged(inner, deleteOldVisitorsSql, [now.toISOString().slice(0, 10)])
  }, withoutQueryLog())
}

const deleteOldVisitorsSql = `
  delete from click_visitor
   where day < least(?::date - ${retentionDays},
                     (select ${utcDaySql('min(created_at)')}
                        from click
                       where ${isUnfoldedSql}))`

/**
 * Adds the newest pages to the BRIN index by transaction. Otherwise only a vacuum adds them. A vacuum runs late, and in
 * the embedded database never. Until then each scan of the newest clicks reads these pages.
 */
export async function summarizeIndexPages(em: EntityManager): Promise<void> {
  await executeUnlogged(em, summarizeIndexPagesSql)
}

const summarizeIndexPagesSql = `
  select brin_summarize_new_values(inhrelid::regclass)
    from pg_inherits
   where inhparent = 'click_tx_index'::regclass`
