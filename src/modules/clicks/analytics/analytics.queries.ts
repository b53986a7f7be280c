import type { EntityManager } from '../../../platform/database/database.ts'
import { dimensionColumns, dimensionValuesSql, utcDaySql } from '../rollups/dimensions.queries.ts'
import { plannerSettingsSql, prepareClickScan } from '../rollups/fold.queries.ts'
import { largestAlignedSpan, type TimeRange } from '../time-range.ts'
import type { AnalyticsQuery, LeastClickedArgs } from './analytics.inputs.ts'

// Raw SQL, because rollups and unfolded clicks are added in one statement, so in one snapshot: every click counts once.
// The first click of each link is the first entry of two indexes, read in one statement for all links. Sums are float8,
// which is exact up to 2^53 and which JavaScript reads as a number.

export interface AnalyzedLinkRow {
  readonly id: string
  readonly isPrivate: boolean
  readonly firstClick: string | Date | null
}

/** A filter over millions of clicks may take longer than the statements of other requests. */
const statementTimeoutMs = 30_000

/** Finds links of an owner, all if `urlIds` is null. It also prepares the transaction for `queryMetrics`. */
export function findAnalyzedLinks(
  em: EntityManager,
  { includeBots }: { readonly includeBots: boolean },
  ownerId: string,
  urlIds: readonly string[] | null,
): Promise<AnalyzedLinkRow[]> {
  const sql = analyzedLinksSql(includeBots, urlIds !== null)
  return em.execute<AnalyzedLinkRow[]>(sql, urlIds ? [ownerId, urlIds] : [ownerId])
}

/** The first click is also searched in the rollups, because its row may be beyond the retention. */
const analyzedLinksSql = (includeBots: boolean, hasIds: boolean) => `
  select link.id, link.privacy_mode as "isPrivate", ${plannerSettingsSql},
         set_config('statement_timeout', '${statementTimeoutMs}', true),
         least(
           (select starts_at
              from click_rollup
             where url_id = link.id and span = 'quarter' and ${includeBots ? 'true' : 'clicks > 0'}
             order by starts_at
             limit 1),
           (select created_at
              from click
             where url_id = link.id and ${includeBots ? 'true' : 'not is_bot'}
             order by created_at
             limit 1)) as "firstClick"
    from link
   where owner_id = ?${hasIds ? ' and id in (?)' : ''}`

/** Links of one owner, each counted separately or all combined under the key `''`. */
export interface LinkSelection {
  readonly ownerId: string
  /** Null for all links of the owner. */
  readonly urlIds: readonly string[] | null
  readonly isCombined: boolean
}

/**
 * Counts of one dimension and value. Besides the dimensions of a breakdown there are `total`, `series` (the value is the
 * number of the bucket, from 1) and `link`.
 */
export interface MetricRow {
  /** The id of the link, or `''` for all links combined. */
  readonly key: string
  readonly dimension: string
  readonly value: string
  readonly clicks: number
  readonly botClicks: number
  readonly visitors: number
  readonly lastAt: string | Date | null
  /** The clicks of all values of the dimension, including those beyond the limit. */
  readonly dimensionClicks: number
}

/**
 * Counts clicks: folded days from the rollups; clicks that are not folded, and those at the edges of the range outside
 * whole days, one by one. All countries are returned, as their continents are counted from them.
 */
export async function queryMetrics(
  em: EntityManager,
  query: AnalyticsQuery,
  selection: LinkSelection,
  startsByKey: ReadonlyMap<string, readonly Date[]>,
): Promise<MetricRow[]> {
  const { values, bind } = createBinder()
  const series = [...startsByKey]
    .filter(([, starts]) => starts.length > 0)
    .map(([key, starts]) => ({ key, span: largestAlignedSpan(starts), bounds: starts }))
  const sql = `
    with ${countedMetricSql(query, selection, series, bind)}
    select key, dimension, value, clicks, bot_clicks as "botClicks", visitors, last_at as "lastAt",
           dimension_clicks as "dimensionClicks"
      from (select *,
                   row_number() over (
                     partition by key, dimension order by clicks desc, value collate "C") as rank,
                   (sum(clicks) over (partition by key, dimension))::float8 as dimension_clicks
              from metric
             where clicks > 0 or dimension in ('total', 'series')) as ranked_metric
     where rank <= ${bind(query.limit)} or dimension in ('total', 'series', 'country')
     order by key, dimension, rank`
  return em.execute<MetricRow[]>(sql, values)
}

export interface LeastClickedRow {
  readonly urlId: string
  readonly clicks: number
  /** The numbers of all links and of those without a click, the same in each row. */
  readonly totalCount: number
  readonly unclickedCount: number
}

/**
 * The links of an owner with the fewest clicks, those without clicks included, of equal ones the newest first. Links
 * created after the range are left out. To be called in a transaction.
 */
export async function queryLeastClicked(
  em: EntityManager,
  query: AnalyticsQuery,
  ownerId: string,
  { kind, limit }: LeastClickedArgs,
): Promise<LeastClickedRow[]> {
  const { values, bind } = createBinder()
  const selection: LinkSelection = { ownerId, urlIds: null, isCombined: true }
  await prepareClickScan(em, statementTimeoutMs)
  const sql = `
    with ${countedMetricSql(query, selection, [], bind)}
    select link.id as "urlId", coalesce(clicks, 0)::float8 as clicks, (count(*) over ())::float8 as "totalCount",
           (count(*) filter (where coalesce(clicks, 0) = 0) over ())::float8 as "unclickedCount"
      from link
      left join metric on metric.dimension = 'link' and metric.value = link.id
     where owner_id = ${bind(ownerId)} and kind = ${bind(kind)}
       and created_at < ${bind((query.range.to ?? new Date(query.now.getTime() + 1)).toISOString())}::timestamptz
     order by clicks nulls first, created_at desc, id desc
     limit ${bind(limit)}`
  return em.execute<LeastClickedRow[]>(sql, values)
}

type Bind = (value: unknown) => string

/** Collects the values of a statement in the order of their placeholders. */
function createBinder(): { readonly values: unknown[]; readonly bind: Bind } {
  const values: unknown[] = []
  const bind = (value: unknown) => {
    values.push(value)
    return '?'
  }
  return { values, bind }
}

/** The bounds of the buckets of a key. */
interface SeriesBounds {
  readonly key: string
  readonly span: string
  readonly bounds: readonly Date[]
}

/** The table `metric`, and all that it is computed from. */
function countedMetricSql(
  query: AnalyticsQuery,
  selection: LinkSelection,
  series: readonly SeriesBounds[],
  bind: Bind,
): string {
  return `${selectedLinkSql(selection, bind)},
    series as materialized (
      select value->>'key' as key, value->>'span' as span,
             array(select jsonb_array_elements_text(value->'bounds')::timestamptz) as bounds
        from jsonb_array_elements(${bind(JSON.stringify(series))}::jsonb)),
    ${singleClickSql(query, bind)},
    ${metricSql(query, selection, bind)}`
}

function selectedLinkSql({ ownerId, urlIds, isCombined }: LinkSelection, bind: Bind): string {
  return `selected_link as materialized (
      select id, ${isCombined ? `''` : 'id'} as key
        from link
       where owner_id = ${bind(ownerId)}${urlIds ? ` and id in (${urlIds.map(bind).join(', ')})` : ''})`
}

/** The clicks that are counted one by one. The visitors of clicks with `is_unfolded` may have been counted before. */
function singleClickSql({ range, days, isFiltered, where }: AnalyticsQuery, bind: Bind): string {
  const columns = `selected_link.key, url_id, created_at, is_bot, visitor_hash, ${dimensionColumns}`
  if (!days) {
    const rangeSql = betweenSql('created_at', range, bind)
    if (isFiltered) for (const value of where.values) bind(value)
    return `single_click as materialized (
      select ${columns}, false as is_unfolded
        from selected_link
        join click on url_id = selected_link.id
       where ${rangeSql}${isFiltered ? ` and ${where.sql}` : ''})`
  }
  const sources = [
    `
      select ${columns}, true as is_unfolded
        from unfolded
        join selected_link on url_id = selected_link.id
       where ${betweenSql('created_at', days, bind)}`,
  ]
  const addEdge = (from: Date, to: Date) => {
    sources.push(`
      select ${columns}, false
        from selected_link
        join click on url_id = selected_link.id
       where ${betweenSql('created_at', { from, to }, bind)}`)
  }
  if (range.from && days.from && range.from < days.from) addEdge(range.from, days.from)
  if (range.to && days.to && days.to < range.to) addEdge(days.to, range.to)
  // `unfolded` is materialized: joined with the links, all clicks of each link would be read.
  return `unfolded as materialized (
      select url_id, created_at, is_bot, visitor_hash, ${dimensionColumns}
        from click
       where tx >= (select tx from click_watermark)),
    single_click as materialized (${sources.join(`
      union all`)})`
}

function betweenSql(column: string, { from, to }: TimeRange, bind: Bind): string {
  const bounds: string[] = []
  if (from) bounds.push(`${column} >= ${bind(from.toISOString())}::timestamptz`)
  if (to) bounds.push(`${column} < ${bind(to.toISOString())}::timestamptz`)
  return bounds.join(' and ') || 'true'
}

/** The visits of people, each in the moment of the visitor's first click of the UTC day on the link. */
const firstVisitSql = `first_visit as (
      select key, url_id, min(created_at) as at
        from single_click
       where not is_bot
         and visitor_hash is not null
         and not (is_unfolded and exists (
           select 1
             from click_visitor
            where click_visitor.url_id = single_click.url_id
              and click_visitor.day = ${utcDaySql('single_click.created_at')}
              and click_visitor.visitor_hash = single_click.visitor_hash))
       group by key, url_id, ${utcDaySql('created_at')}, visitor_hash)`

/** The counts of single clicks by their time. */
const clickCountSql = `click_count as materialized (
      select key, url_id, created_at as at, (not is_bot)::int as clicks, is_bot::int as bot_clicks, 0 as visitors,
             case when not is_bot then created_at end as last_at
        from single_click
      union all
      select key, url_id, at, 0, 0, 1, null from first_visit)`

function metricSql({ days, includeBots }: AnalyticsQuery, { isCombined }: LinkSelection, bind: Bind): string {
  const linkCountSql = (source: string) =>
    isCombined ? `union all select key, 'link', url_id, clicks, bot_clicks, 0, null from ${source}` : ''
  const folded = days && foldedSql(days, bind)
  const foldedCounts =
    days &&
    `union all
      select key, dimension, value, clicks, bot_clicks, visitors, last_at from folded
      ${linkCountSql(`folded where dimension = 'total'`)}
      union all
      select key, 'series', width_bucket(starts_at, bounds)::text, ${rollupCounts}
        from selected_link
        join series using (key)
        join click_rollup as rollup on url_id = selected_link.id
       where rollup.span = series.span and dimension = 'total' and ${betweenSql('starts_at', days, bind)}`
  return `${firstVisitSql},
    ${clickCountSql},
    ${folded ? `${folded},` : ''}
    dimension_count as (
      select key, 'total' as dimension, '' as value, clicks, bot_clicks, visitors, last_at from click_count
      union all
      select key, 'series', width_bucket(at, bounds)::text, clicks, bot_clicks, visitors, null::timestamptz
        from click_count
        join series using (key)
      union all
      select key, dimension, value, (not is_bot)::int, is_bot::int, 0, null
        from single_click
       cross join lateral ${dimensionValuesSql}
       where value is not null
      ${linkCountSql('click_count')}
      ${foldedCounts ?? ''}),
    metric as (
      select key, dimension, value, (sum(clicks${includeBots ? ' + bot_clicks' : ''}))::float8 as clicks,
             sum(bot_clicks)::float8 as bot_clicks, sum(visitors)::float8 as visitors, max(last_at) as last_at
        from dimension_count
       group by key, dimension, value)`
}

const rollupCounts = 'rollup.clicks, rollup.bot_clicks, rollup.visitors, rollup.last_at'

/** The rollups of the days; without a bound, those of the whole time. */
function foldedSql(days: TimeRange, bind: Bind): string {
  const spanSql = days.from || days.to ? `span = 'day' and ${betweenSql('starts_at', days, bind)}` : `span = 'all'`
  return `folded as materialized (
      select key, url_id, dimension, value, ${rollupCounts}
        from selected_link
        join click_rollup as rollup on url_id = selected_link.id
       where ${spanSql})`
}
