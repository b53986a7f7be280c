import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { statementTimeoutSql } from '../../../../../../platform/database/silence-detector.ts'
import { type PlacementKind, placedLinksSql } from '../../../../../publishing/links/index.ts'
import {
  type AnalyticsQuery,
  type ClickedKind,
  findEdges,
  type LeastClickedArgs,
} from '../../../analytics/analytics.inputs.ts'
import type { DeletedRow } from '../../../analytics/deleted-clicks.ts'
import { startOfQuarter } from '../../../time-range.ts'
import type { LinkScope } from '../../click-query.ts'
import type { ColumnCounts } from '../columns/column-counts.ts'
import { countColumns } from '../columns/column-reader.ts'
import { buildLinkClause } from '../listing/click.queries.ts'
import { spanStartSql, unidentifiedDimension } from '../rollups/dimensions.queries.ts'
import { plannerSettingsSql, prepareClickScan } from '../rollups/fold.queries.ts'
import { isUnfoldedSql } from '../rollups/watermark.queries.ts'
import { rankedValueSql } from './breakdown.queries.ts'
import {
  bindAll,
  createBinder,
  type LinkSelection,
  type SeriesBounds,
  selectedLinkSql,
} from './link-selection.queries.ts'
import { betweenSql, countedMetricSql, daySpanSql, type MetricRow } from './metric.queries.ts'

// Raw SQL, because the first click of each link is the first entry of two indexes, read in one statement for all links,
// and because metrics are counted in one statement (metric.queries.ts).

export interface AnalyzedLinkRow extends DeletedRow {
  readonly id: string
  readonly kind: ClickedKind
  readonly isPrivate: boolean
  /** The first click; only its quarter of an hour is known when its row is deleted. */
  readonly firstClick: string | Date | null
}

/** A filter over millions of clicks may take longer than the statements of other requests. */
const statementTimeoutMs = 30_000

/** Memory for sorting the visitors of up to a million clicks. PostgreSQL has 4 MB by default. */
const workMemory = '32MB'

/** Prepares a transaction for `queryMetrics`. */
export const prepareReportSql = `${plannerSettingsSql},
         ${statementTimeoutSql(statementTimeoutMs)}, set_config('work_mem', '${workMemory}', true)`

/** Finds the links of a scope. It also prepares the transaction for `queryMetrics`. */
export function findAnalyzedLinks(
  em: EntityManager,
  { includeBots }: { readonly includeBots: boolean },
  scope: LinkScope,
): Promise<AnalyzedLinkRow[]> {
  const links = buildLinkClause(scope)
  return em.execute<AnalyzedLinkRow[]>(analyzedLinksSql(includeBots, links.sql), links.values)
}

/** The first quarter of an hour in the rollups with a click. */
const firstQuarterSql = (condition: string) => `
            select starts_at
              from click_rollup
             where url_id = link.id and span = 'quarter' and ${condition}
             order by starts_at
             limit 1`

/** The first row of a click. */
const firstRowSql = (condition: string) => `
            select created_at
              from click
             where url_id = link.id and ${condition}
             order by created_at
             limit 1`

/**
 * Rollups of quarters of an hour before the first row belong to deleted rows: the oldest rows are deleted by months.
 */
const analyzedLinksSql = (includeBots: boolean, linksSql: string) => `
  select link.id, link.kind, link.privacy_mode as "isPrivate", ${prepareReportSql},
         case when first_quarter < ${spanStartSql.quarter('first_row')} then first_quarter else coalesce(first_row, first_quarter) end
           as "firstClick",
         case when last_deleted is not null then (${firstQuarterSql('true')}) end as "deletedFrom",
         last_deleted + interval '15 minutes' as "deletedTo"
    from link
   cross join lateral (
     select (${firstQuarterSql(includeBots ? 'true' : 'clicks > 0')}) as first_quarter,
            (${firstRowSql(includeBots ? 'true' : 'not is_bot')}) as first_row) as first_click
   cross join lateral (
     select (select starts_at
               from click_rollup
              where url_id = link.id and span = 'quarter'
                and starts_at < coalesce(${spanStartSql.quarter(`(${firstRowSql('true')})`)}, 'infinity')
              order by starts_at desc
              limit 1) as last_deleted) as deleted_click
   where ${linksSql}`

/**
 * Counts the rows of clicks in the range by the key of their links, bots included, without reading rows that are
 * folded. At the ends of the range it counts whole quarters of an hour. Keys without a click are missing.
 */
export async function countRowsInRange(
  em: EntityManager,
  { range, wholeDays }: AnalyticsQuery,
  selection: LinkSelection,
): Promise<Map<string, number>> {
  const { values, bind } = createBinder()
  const linksSql = selectedLinkSql(selection, bind)
  const daysSql = wholeDays ? [daySpanSql(wholeDays, bind)] : []
  const edges = wholeDays ? findEdges(range, wholeDays) : [range]
  const edgesSql = edges.map(({ from, to }) => {
    const quarters = { from: from && startOfQuarter(from), to }
    return `span = 'quarter' and ${betweenSql('starts_at', quarters, bind)}`
  })
  const rows = await em.execute<{ key: string; rows: number }[]>(
    `with ${linksSql},
     unfolded as materialized (
       select url_id, created_at from click where ${isUnfoldedSql}),
     row_count as (
       ${[...daysSql, ...edgesSql]
         .map(
           (condition) => `
       select url_id, clicks + bot_clicks as rows
         from selected_link
         join click_rollup on url_id = selected_link.id
        where dimension = 'total' and ${condition}
       union all`,
         )
         .join('')}
       select url_id, 1
         from unfolded
        where ${betweenSql('created_at', range, bind)} and url_id in (select id from selected_link))
     select key, sum(rows)::float8 as rows from row_count join selected_link on id = url_id group by key`,
    values,
  )
  return new Map(rows.map(({ key, rows: count }) => [key, count]))
}

/**
 * Counts of one dimension and value. Besides the dimensions of a breakdown there are `total`, `series` (the value is the
 * number of the bucket, from 1), `link`, and `unidentified`: clicks by people without a visitor.
 */
/**
 * Counts clicks. Folded days are counted from the rollups. Clicks that are not folded, and clicks at the edges of the
 * range outside whole days, are counted one by one. Breakdowns and links are cut at the limit, most clicks first. All
 * countries are returned, as their continents are counted from them.
 */
export async function queryMetrics(
  em: EntityManager,
  query: AnalyticsQuery,
  selection: LinkSelection,
  series: readonly SeriesBounds[],
  columns: ColumnCounts | null,
): Promise<MetricRow[]> {
  const { values, bind } = createBinder()
  const sql = `
    with ${countedMetricSql(query, selection, series, columns, bind)},
    ${rankedValueSql}
    select key, dimension, value, clicks, bot_clicks as "botClicks", visitors, last_at as "lastAt", 0 as rank
      from metric
     where dimension in ('total', 'series', '${unidentifiedDimension}')
    union all
    select key, dimension, value, clicks, 0, 0, null, rank
      from ranked_value
     where rank <= ${bind(query.limit)} or dimension = 'country'
     order by key, dimension, rank`
  return em.execute<MetricRow[]>(sql, values)
}

export interface LeastClickedRow {
  readonly urlId: string
  readonly clicks: number
  /** The numbers of all links and of links without a click. Each row has the same numbers. */
  readonly totalCount: number
  readonly unclickedCount: number
}

/**
 * The links of a scope with the fewest clicks, including links without clicks. Of links with equal counts, the newest
 * is first. Links created after the range are left out. Call it in a transaction.
 */
export async function queryLeastClicked(
  em: EntityManager,
  query: AnalyticsQuery,
  scope: LinkScope,
  { kind, limit }: LeastClickedArgs,
): Promise<LeastClickedRow[]> {
  const { values, bind } = createBinder()
  await prepareClickScan(em, statementTimeoutMs)
  const selection = { ...scope, isCombined: true }
  const columns = await countColumns(em, query, selection, [])
  const sql = `
    with ${countedMetricSql(query, selection, [], columns, bind)}
    select link.id as "urlId", coalesce(clicks, 0)::float8 as clicks, (count(*) over ())::float8 as "totalCount",
           (count(*) filter (where coalesce(clicks, 0) = 0) over ())::float8 as "unclickedCount"
      from link
      left join metric on metric.dimension = 'link' and metric.value = link.id
     where ${bindAll(buildLinkClause(scope), bind)} and kind = ${bind(kind)}
       and created_at < ${bind((query.range.to ?? new Date(query.now.getTime() + 1)).toISOString())}::timestamptz
     order by clicks nulls first, created_at desc, id desc
     limit ${bind(limit)}`
  return em.execute<LeastClickedRow[]>(sql, values)
}

export interface PlacementRow {
  readonly id: string
  readonly name: string
  readonly count: number
}

/** The clicks on the links of each folder or tag of the workspace, most clicks first. Call it in a transaction. */
export async function queryPlacements(
  em: EntityManager,
  query: AnalyticsQuery,
  scope: LinkScope,
  kind: PlacementKind,
  workspaceId: string,
): Promise<PlacementRow[]> {
  const { values, bind } = createBinder()
  await prepareClickScan(em, statementTimeoutMs)
  const columns = await countColumns(em, query, { ...scope, isCombined: true }, [])
  const sql = `
    with ${countedMetricSql(query, { ...scope, isCombined: true }, [], columns, bind)}
    select placed.id, placed.name, coalesce(sum(clicks), 0)::float8 as count
      from (${bindAll({ sql: placedLinksSql[kind], values: [workspaceId] }, bind)}) as placed
      left join metric on metric.dimension = 'link' and metric.value = link_id
     group by placed.id, placed.name
     order by count desc, placed.name, placed.id`
  return em.execute<PlacementRow[]>(sql, values)
}

/** The kinds of links by their ids. */
export async function findLinkKinds(em: EntityManager, linkIds: readonly string[]): Promise<Map<string, ClickedKind>> {
  if (linkIds.length === 0) return new Map()
  const rows = await em.execute<{ id: string; kind: ClickedKind }[]>('select id, kind from link where id in (?)', [
    linkIds,
  ])
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}
