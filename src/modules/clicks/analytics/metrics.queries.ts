import type { EntityManager } from '../../../platform/database/database.ts'
import { dimensionColumns, dimensionValuesSql, utcDaySql } from '../rollups/dimensions.ts'
import { largestAlignedSpan, type TimeRange } from '../time-range.ts'
import type { AnalyticsQuery } from './analytics.inputs.ts'

/** The links a question is about: of one owner, each by itself or all together under the key `''`. */
export interface LinkSelection {
  readonly ownerId: string
  /** Null for all links of the owner. */
  readonly urlIds: readonly string[] | null
  readonly isCombined: boolean
}

/** A sum: of everything (`total`), of a stretch of the series by its place from 1, of a link, or of a value. */
export interface MetricRow {
  /** The link, or `''` for all together. */
  readonly key: string
  readonly dimension: string
  readonly value: string
  readonly clicks: number
  readonly robots: number
  readonly visitors: number
  readonly lastAt: string | Date | null
  /** The clicks of all values of the dimension, those beyond the limit included. */
  readonly told: number
}

/**
 * Counts: the folded days of the range from their sums, and from the rows what is not folded yet and what lies at the
 * edges beside whole days. It is one statement, and so one snapshot, in which every click is on one side or the other.
 */
export async function queryMetrics(
  em: EntityManager,
  query: AnalyticsQuery,
  selection: LinkSelection,
  startsByKey: ReadonlyMap<string, readonly Date[]>,
): Promise<MetricRow[]> {
  const values: unknown[] = []
  const bind = (value: unknown) => {
    values.push(value)
    return '?'
  }
  const grids = [...startsByKey]
    .filter(([, starts]) => starts.length > 0)
    .map(([key, starts]) => ({ key, span: largestAlignedSpan(starts), bounds: starts }))
  const sql = `
    with ${selectionSql(selection, bind)},
    grid as materialized (
      select value->>'key' as key, value->>'span' as span,
             array(select jsonb_array_elements_text(value->'bounds')::timestamptz) as bounds
        from jsonb_array_elements(${bind(JSON.stringify(grids))}::jsonb)),
    ${rowsSql(query, bind)},
    ${countedSql(query, selection, bind)}
    select key, dimension, value, clicks, robots, visitors, last_at as "lastAt", told
      from (select *, row_number() over (partition by key, dimension order by clicks desc, value collate "C") as place,
                   (sum(clicks) over (partition by key, dimension))::int as told
              from summed where clicks > 0 or dimension in ('total', 'series')) as ranked
     where place <= ${bind(query.limit)} or dimension in ('total', 'series')
     order by key, dimension, place`
  return em.execute<MetricRow[]>(sql, values)
}

type Bind = (value: unknown) => string

function selectionSql({ ownerId, urlIds, isCombined }: LinkSelection, bind: Bind): string {
  const owned = `owner_id = ${bind(ownerId)}${urlIds ? ` and id in (${urlIds.map(bind).join(', ')})` : ''}`
  return `asked as materialized (select id, ${isCombined ? `''` : 'id'} as key from link where ${owned})`
}

/** The rows that are counted one by one; `is_fresh` are those whose visitors may have been counted already. */
function rowsSql({ range, days, isFiltered, where }: AnalyticsQuery, bind: Bind): string {
  const columns = `asked.key, url_id, created_at, is_bot, visitor_hash, ${dimensionColumns}`
  const between = (from: Date | null, to: Date | null) => betweenSql('created_at', { from, to }, bind)
  if (!days) {
    const filter = `${between(range.from, range.to)}${isFiltered ? ` and ${where.sql}` : ''}`
    if (isFiltered) for (const value of where.values) bind(value)
    return `row_counted as materialized (
      select ${columns}, false as is_fresh from asked join click on url_id = asked.id where ${filter})`
  }
  const sources = [
    `select ${columns}, true as is_fresh from fresh join asked on url_id = asked.id
                   where ${between(days.from, days.to)}`,
  ]
  const addEdge = (from: Date, to: Date) =>
    sources.push(`select ${columns}, false from asked join click on url_id = asked.id where ${between(from, to)}`)
  if (range.from && days.from && range.from < days.from) addEdge(range.from, days.from)
  if (range.to && days.to && days.to < range.to) addEdge(days.to, range.to)
  // Read for itself, since by link and time all clicks of the link would be gone through.
  return `fresh as materialized (
      select url_id, created_at, is_bot, visitor_hash, ${dimensionColumns} from click
       where tx >= (select tx from click_watermark)),
    row_counted as materialized (${sources.join(' union all ')})`
}

function betweenSql(column: string, { from, to }: TimeRange, bind: Bind): string {
  const bounds = [
    ...(from ? [`${column} >= ${bind(from.toISOString())}::timestamptz`] : []),
    ...(to ? [`${column} < ${bind(to.toISOString())}::timestamptz`] : []),
  ]
  return bounds.join(' and ') || 'true'
}

function countedSql({ days, includeBots }: AnalyticsQuery, { isCombined }: LinkSelection, bind: Bind): string {
  const linkMetricsSql = (source: string) =>
    isCombined ? `union all select key, 'link', url_id, clicks, robots, 0, null from ${source}` : ''
  const inDays = () => betweenSql('starts_at', days ?? { from: null, to: null }, bind)
  const span = days?.from || days?.to ? 'day' : 'all'
  const sums = 'kept.clicks, kept.robots, kept.visitors, kept.last_at'
  const folded =
    days &&
    `folded as materialized (
      select key, url_id, dimension, value, ${sums}
        from asked join click_rollup as kept on url_id = asked.id where span = '${span}' and ${span === 'all' ? 'true' : inDays()}),`
  return `arrival as (
      select key, url_id, min(created_at) as at from row_counted as seen
       where not is_bot and visitor_hash is not null and not (is_fresh and exists (
         select 1 from click_visitor as known where known.url_id = seen.url_id
            and known.day = ${utcDaySql('seen.created_at')} and known.visitor_hash = seen.visitor_hash))
       group by key, url_id, ${utcDaySql('created_at')}, visitor_hash),
    moment as materialized (
      select key, url_id, created_at as at, (not is_bot)::int as clicks, is_bot::int as robots, 0 as visitors,
             case when not is_bot then created_at end as last_at
        from row_counted
      union all
      select key, url_id, at, 0, 0, 1, null from arrival),
    ${folded ?? ''}
    figure as (
      select key, 'total' as dimension, '' as value, clicks, robots, visitors, last_at from moment
      union all
      select key, 'series', width_bucket(at, bounds)::text, clicks, robots, visitors, null::timestamptz
        from moment join grid using (key)
      union all
      select key, dimension, value, (not is_bot)::int, is_bot::int, 0, null
        from row_counted cross join lateral ${dimensionValuesSql} where value is not null
      ${linkMetricsSql('moment')}
      ${
        folded
          ? `union all select key, dimension, value, clicks, robots, visitors, last_at from folded
             ${linkMetricsSql(`folded where dimension = 'total'`)}
             union all
             select key, 'series', width_bucket(starts_at, bounds)::text, ${sums}
               from asked join grid using (key) join click_rollup as kept on url_id = asked.id
              where kept.span = grid.span and dimension = 'total' and ${inDays()}`
          : ''
      }),
    summed as (
      select key, dimension, value, (sum(clicks${includeBots ? ' + robots' : ''}))::int as clicks,
             sum(robots)::int as robots, sum(visitors)::int as visitors, max(last_at) as last_at
        from figure group by key, dimension, value)`
}
