import { findEdges, type TimeRange } from '../../../time-range.ts'
import {
  dimensionColumns,
  dimensionValuesSql,
  unidentifiedDimension,
  utcDaySql,
} from '../rollups/dimensions.queries.ts'
import { isUnfoldedSql } from '../rollups/watermark.queries.ts'
import type { CountPlan } from './count-plan.ts'
import { type Bind, bindAll, type MetricSource, type SeriesBounds } from './metric-source.ts'

// Raw SQL, because rollups and unfolded clicks are added in one statement, so in one snapshot: every click counts once.
// Sums are float8, which is exact up to 2^53, which JavaScript reads as a number, and which is quicker than a sum of bigint.

/** The table `metric`, and all that it is computed from. With `hasLinks`, links are a dimension. */
export function countedMetricSql(
  plan: CountPlan,
  source: MetricSource,
  series: readonly SeriesBounds[],
  hasLinks: boolean,
  bind: Bind,
): string {
  const { range, days } = plan
  return `${source.selectedLinksSql(days && !countsVisits(series) ? findEdges(range, days) : [range], bind)},
    series as materialized (
      select value->>'key' as key, value->>'span' as span, value->>'visitorSource' as visitor_source,
             array(select jsonb_array_elements_text(value->'bounds')::timestamptz) as bounds
        from jsonb_array_elements(${bind(JSON.stringify(series))}::jsonb)),
    ${singleClickSql(plan, bind)},
    ${metricSql(plan, source, series, hasLinks, bind)}`
}

/** Whether the visitors of buckets are counted from single clicks. */
const countsVisits = (series: readonly SeriesBounds[]) => series.some(({ visitorSource }) => visitorSource === 'clicks')

/** Withholds the visitors of a link that is in privacy mode now, also the visitors of earlier clicks. */
const visitorSql = 'case when not is_private then visitor_hash end as visitor_hash'

/** The clicks that are counted one by one. The visitors of clicks with `is_unfolded` may have been counted before. */
function singleClickSql({ range, days, clauses }: CountPlan, bind: Bind): string {
  const columns = `key, url_id, created_at, is_bot, ${visitorSql}, ${dimensionColumns}`
  if (!days) {
    const conditions = [betweenSql('created_at', range, bind), ...clauses.map((clause) => bindAll(clause, bind))]
    return `single_click as materialized (
      select ${columns}, false as is_unfolded
        from ${linkRowsSql}
       where ${conditions.join(' and ')})`
  }
  const unfoldedPart = `
      select ${columns}, true as is_unfolded
        from unfolded
        join selected_link on url_id = selected_link.id
       where ${betweenSql('created_at', days, bind)}`
  const edgeParts = findEdges(range, days).map(
    (edge) => `
      select ${columns}, false
        from ${linkRowsSql}
       where ${betweenSql('created_at', edge, bind)}`,
  )
  // `unfolded` is materialized: joined with the links, the database would read all clicks of each link.
  return `unfolded as materialized (
      select url_id, created_at, is_bot, visitor_hash, ${dimensionColumns}
        from click
       where ${isUnfoldedSql}),
    single_click as materialized (${[unfoldedPart, ...edgeParts].join(`
      union all`)})`
}

export function betweenSql(column: string, { from, to }: TimeRange, bind: Bind): string {
  const bounds: string[] = []
  if (from) bounds.push(`${column} >= ${bind(from.toISOString())}::timestamptz`)
  if (to) bounds.push(`${column} < ${bind(to.toISOString())}::timestamptz`)
  return bounds.join(' and ') || 'true'
}

/** The links with their clicks. */
const linkRowsSql = 'selected_link join click on url_id = selected_link.id'

/** The visits of people to each bucket, folded ones too, each visitor once for each link and UTC day. */
const bucketVisitSql = (range: TimeRange, bind: Bind) => `bucket_visit as (
      select distinct key, width_bucket(created_at, bounds) as bucket, url_id, ${utcDaySql('created_at')} as day, visitor_hash
        from ${linkRowsSql}
        join series using (key)
       where visitor_source = 'clicks' and not is_private and not is_bot and visitor_hash is not null
         and ${betweenSql('created_at', range, bind)})`

/**
 * The visitors of single clicks by link and bucket: `visitors` in the bucket of their first click of a UTC day, and
 * `bucket_visitors` in each. Both come from one sort. For a million clicks, this sort takes longer than all other work.
 */
const visitCountSql = `visit_count as materialized (
      select key, url_id, bucket, count(*) filter (where is_first) as visitors, count(*) as bucket_visitors
        from (select key, url_id, bucket,
                     row_number() over (partition by key, url_id, day, visitor_hash order by bucket) = 1 as is_first
                from (select distinct key, url_id, ${utcDaySql('created_at')} as day, visitor_hash,
                             width_bucket(created_at, bounds) as bucket
                        from single_click
                        left join series using (key)
                       where not is_bot
                         and visitor_hash is not null
                         and not (is_unfolded and exists (
                           select 1
                             from click_visitor
                            where click_visitor.url_id = single_click.url_id
                              and click_visitor.day = ${utcDaySql('single_click.created_at')}
                              and click_visitor.visitor_hash = single_click.visitor_hash))) as visit) as visitor
       group by key, url_id, bucket)`

/**
 * The counts of single clicks by link and bucket. Clicks are counted here and in `combination` before they are
 * multiplied by their dimensions. For a million clicks, that is most of the work.
 */
const clickCountSql = `click_count as materialized (
      select key, url_id, width_bucket(created_at, bounds) as bucket, count(*) filter (where not is_bot) as clicks,
             count(*) filter (where is_bot) as bot_clicks, 0 as visitors,
             max(created_at) filter (where not is_bot) as last_at
        from single_click
        left join series using (key)
       group by key, url_id, bucket
      union all
      select key, url_id, bucket, 0, 0, visitors, null from visit_count),
    combination as (
      select key, ${dimensionColumns}, count(*) filter (where not is_bot) as clicks,
             count(*) filter (where is_bot) as bot_clicks
        from single_click
       group by key, ${dimensionColumns})`

function metricSql(
  plan: CountPlan,
  source: MetricSource,
  series: readonly SeriesBounds[],
  hasLinks: boolean,
  bind: Bind,
): string {
  const { range, days, includeBots } = plan
  const bucketVisits = countsVisits(series) && days ? `${bucketVisitSql(range, bind)},` : ''
  const bucketCounts = days
    ? `select key, 'bucket', bucket::text, 0, 0, count(*), null from bucket_visit group by key, bucket`
    : `select key, 'bucket', bucket::text, 0, 0, bucket_visitors, null
        from visit_count
        join series using (key)
       where visitor_source = 'clicks'`
  const folded = days && source.foldedSql(plan, days, series, bind)
  return `${visitCountSql},
    ${clickCountSql},
    ${bucketVisits}
    ${folded ? folded.tables.map((table) => `${table},`).join('') : ''}
    dimension_count as (
      select key, 'total' as dimension, '' as value, clicks, bot_clicks, visitors, last_at from click_count
      union all
      select key, 'bucket', bucket::text, clicks, bot_clicks, case when visitor_source = 'days' then visitors else 0 end,
             null::timestamptz
        from click_count
        join series using (key)
      ${countsVisits(series) ? `union all ${bucketCounts}` : ''}
      union all
      select key, '${unidentifiedDimension}', '', count(*), 0, 0, null
        from single_click
       where not is_bot and visitor_hash is null
       group by key
      union all
      select key, dimension, value, clicks, bot_clicks, 0, null
        from combination
       cross join lateral ${dimensionValuesSql}
       where value is not null
      ${hasLinks ? linkCountSql('click_count') : ''}
      ${folded ? `union all ${folded.counts}` : ''}),
    metric as (
      select key, dimension, value, sum((clicks${includeBots ? ' + bot_clicks' : ''})::float8) as clicks,
             sum(bot_clicks::float8) as bot_clicks, sum(visitors::float8) as visitors, max(last_at) as last_at
        from dimension_count
       where ${isCountedSql(plan)}
       group by key, dimension, value)`
}

/** Whether a dimension is counted. The total is, for values that are unknown and for links. */
export const isCountedSql = ({ groupings }: CountPlan) =>
  `dimension = any('{${[...new Set(['total', unidentifiedDimension, ...groupings])].join()}}')`

/** Rows for `dimension_count` that count links, given a table of their counts. */
export const linkCountSql = (table: string) =>
  `union all select key, 'link', url_id, clicks, bot_clicks, 0, null from ${table}`

/** The rollups that cover these days. */
export function daySpanSql(days: TimeRange, bind: Bind): string {
  return days.from || days.to
    ? `span = 'day' and ${betweenSql('starts_at', days, bind)}`
    : `span = 'all' and starts_at = '-infinity'`
}
