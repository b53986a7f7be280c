import {
  dimensionColumns,
  dimensionValuesSql,
  unidentifiedDimension,
  utcDaySql,
} from '../rollups/dimensions.queries.ts'
import type { TimeRange } from '../time-range.ts'
import { type AnalyticsQuery, findEdges } from './analytics.inputs.ts'
import type { VisitorSource } from './series.ts'

// Raw SQL, because rollups and unfolded clicks are added in one statement, so in one snapshot: every click counts once.
// Sums are float8, which is exact up to 2^53 and which JavaScript reads as a number.

/** Links of one owner, each counted separately or all combined under the key `''`. */
export interface LinkSelection {
  readonly ownerId: string
  /** Null for all links of the owner. */
  readonly urlIds: readonly string[] | null
  readonly isCombined: boolean
}

/** The buckets of a key, and how they are counted. */
export interface SeriesBounds {
  readonly key: string
  readonly bounds: readonly Date[]
  /** The span of the rollups of the series. */
  readonly span: string | null
  /** `days` when every bucket is made of whole UTC days, `clicks` when visitors are counted from single clicks. */
  readonly visitorSource: VisitorSource
}

export type Bind = (value: unknown) => string

/** Collects the values of a statement in the order of their placeholders. */
export function createBinder(): { readonly values: unknown[]; readonly bind: Bind } {
  const values: unknown[] = []
  const bind = (value: unknown) => {
    values.push(value)
    return '?'
  }
  return { values, bind }
}

/** The table `metric`, and all that it is computed from. */
export function countedMetricSql(
  query: AnalyticsQuery,
  selection: LinkSelection,
  series: readonly SeriesBounds[],
  bind: Bind,
): string {
  const countsVisits = series.some(({ visitorSource }) => visitorSource === 'clicks')
  return `${selectedLinkSql(selection, bind)},
    series as materialized (
      select value->>'key' as key, value->>'span' as span, value->>'visitorSource' as visitor_source,
             array(select jsonb_array_elements_text(value->'bounds')::timestamptz) as bounds
        from jsonb_array_elements(${bind(JSON.stringify(series))}::jsonb)),
    ${singleClickSql(query, bind)},
    ${countsVisits ? `${bucketVisitSql(query, bind)},` : ''}
    ${metricSql(query, selection, countsVisits, bind)}`
}

export function selectedLinkSql({ ownerId, urlIds, isCombined }: LinkSelection, bind: Bind): string {
  return `selected_link as materialized (
      select id, ${isCombined ? `''` : 'id'} as key, privacy_mode as is_private
        from link
       where owner_id = ${bind(ownerId)}${urlIds ? ` and id in (${urlIds.map(bind).join(', ')})` : ''})`
}

/** The visitors of a link that is in privacy mode now are withheld, also those of clicks before. */
const visitorSql = 'case when not is_private then visitor_hash end as visitor_hash'

/** The clicks that are counted one by one. The visitors of clicks with `is_unfolded` may have been counted before. */
function singleClickSql({ range, days, isFiltered, where }: AnalyticsQuery, bind: Bind): string {
  const columns = `selected_link.key, url_id, created_at, is_bot, ${visitorSql}, ${dimensionColumns}`
  if (!days) {
    const rangeSql = betweenSql('created_at', range, bind)
    if (isFiltered) for (const value of where.values) bind(value)
    return `single_click as materialized (
      select ${columns}, false as is_unfolded
        from selected_link
        join click on url_id = selected_link.id
       where ${rangeSql}${isFiltered ? ` and ${where.sql}` : ''})`
  }
  const unfoldedPart = `
      select ${columns}, true as is_unfolded
        from unfolded
        join selected_link on url_id = selected_link.id
       where ${betweenSql('created_at', days, bind)}`
  const edgeParts = findEdges(range, days).map(
    (edge) => `
      select ${columns}, false
        from selected_link
        join click on url_id = selected_link.id
       where ${betweenSql('created_at', edge, bind)}`,
  )
  // `unfolded` is materialized: joined with the links, all clicks of each link would be read.
  return `unfolded as materialized (
      select url_id, created_at, is_bot, visitor_hash, ${dimensionColumns}
        from click
       where tx >= (select tx from click_watermark)),
    single_click as materialized (${[unfoldedPart, ...edgeParts].join(`
      union all`)})`
}

export function betweenSql(column: string, { from, to }: TimeRange, bind: Bind): string {
  const bounds: string[] = []
  if (from) bounds.push(`${column} >= ${bind(from.toISOString())}::timestamptz`)
  if (to) bounds.push(`${column} < ${bind(to.toISOString())}::timestamptz`)
  return bounds.join(' and ') || 'true'
}

/** The visits of people to each bucket, each visitor once for each link and UTC day. */
function bucketVisitSql({ range, days }: AnalyticsQuery, bind: Bind): string {
  const source = days
    ? `select key, url_id, created_at, visitor_hash
             from selected_link
             join series using (key)
             join click on url_id = selected_link.id
            where visitor_source = 'clicks' and not is_private and not is_bot and visitor_hash is not null
              and ${betweenSql('created_at', range, bind)}`
    : 'select key, url_id, created_at, visitor_hash from single_click where not is_bot and visitor_hash is not null'
  return `bucket_visit as materialized (
      select distinct key, width_bucket(created_at, bounds) as bucket, url_id, ${utcDaySql('created_at')} as day, visitor_hash
        from (${source}) as visit
        join series using (key)
       where visitor_source = 'clicks')`
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

function metricSql(
  { days, includeBots }: AnalyticsQuery,
  { isCombined }: LinkSelection,
  countsVisits: boolean,
  bind: Bind,
): string {
  const linkCountSql = (source: string) =>
    isCombined ? `union all select key, 'link', url_id, clicks, bot_clicks, 0, null from ${source}` : ''
  const folded = days && foldedSql(days, bind)
  const foldedCounts =
    days &&
    `union all
      select key, dimension, value, clicks, bot_clicks, visitors, last_at
        from folded
       where dimension <> '${unidentifiedDimension}' or not is_private
      union all
      select key, '${unidentifiedDimension}', '', clicks, 0, 0, null from folded where dimension = 'total' and is_private
      ${linkCountSql(`folded where dimension = 'total'`)}
      union all
      select key, 'series', width_bucket(starts_at, bounds)::text, clicks, bot_clicks,
             case when visitor_source = 'days' and not is_private then visitors else 0 end, null
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
      select key, 'series', width_bucket(at, bounds)::text, clicks, bot_clicks,
             case when visitor_source = 'days' then visitors else 0 end, null::timestamptz
        from click_count
        join series using (key)
      ${countsVisits ? `union all select key, 'series', bucket::text, 0, 0, 1, null from bucket_visit` : ''}
      union all
      select key, '${unidentifiedDimension}', '', 1, 0, 0, null
        from single_click
       where not is_bot and visitor_hash is null
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

/** The rollups of the days; without a bound, those of the whole time. */
function foldedSql(days: TimeRange, bind: Bind): string {
  return `folded as materialized (
      select key, url_id, dimension, value, clicks, bot_clicks, case when is_private then 0 else visitors end as visitors,
             last_at, is_private
        from selected_link
        join click_rollup on url_id = selected_link.id
       where ${daySpanSql(days, bind)})`
}

/** The rollups that cover these days. */
export function daySpanSql(days: TimeRange, bind: Bind): string {
  return days.from || days.to ? `span = 'day' and ${betweenSql('starts_at', days, bind)}` : `span = 'all'`
}
