import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { findEdges, startOfQuarter } from '../../../time-range.ts'
import { type CountRow, dimensionNames } from '../../click-query.ts'
import { unidentifiedDimension } from '../rollups/dimensions.queries.ts'
import { isUnfoldedSql } from '../rollups/watermark.queries.ts'
import { rankedValueSql } from './breakdown.queries.ts'
import type { CountPlan } from './count-plan.ts'
import { betweenSql, countedMetricSql, daySpanSql } from './metric.queries.ts'
import { createBinder, type MetricSource, type SeriesBounds } from './metric-source.ts'

// Raw SQL, because metrics are counted in one statement (metric.queries.ts).

/**
 * Counts the rows of clicks in the range by the key of their links, bots included, without reading rows that are
 * folded. At the ends of the range it counts whole quarters of an hour. Keys without a click are missing.
 */
export async function countRowsInRange(
  em: EntityManager,
  { range, wholeDays }: CountPlan,
  source: MetricSource,
): Promise<Map<string, number>> {
  const { values, bind } = createBinder()
  const linksSql = source.selectedLinksSql([], bind)
  const edges = (wholeDays ? findEdges(range, wholeDays) : [range]).map(({ from, to }) => () => {
    const quarters = { from: from && startOfQuarter(from), to }
    return `span = 'quarter' and ${betweenSql('starts_at', quarters, bind)}`
  })
  const spans = [...(wholeDays ? [() => daySpanSql(wholeDays, bind)] : []), ...edges]
  const foldedSql = spans.map(
    (spanSql) => `
       select key, clicks + bot_clicks as rows
         from ${source.rollupsSql(bind)}
        where dimension = 'total' and ${spanSql()}
       union all`,
  )
  const rows = await em.execute<{ key: string; rows: number }[]>(
    `with ${linksSql},
     unfolded as materialized (
       select url_id, created_at from click where ${isUnfoldedSql}),
     row_count as (
       ${foldedSql.join('')}
       select key, 1
         from unfolded
         join selected_link on id = url_id
        where ${betweenSql('created_at', range, bind)})
     select key, sum(rows)::float8 as rows from row_count group by key`,
    values,
  )
  return new Map(rows.map(({ key, rows: count }) => [key, count]))
}

/**
 * Counts clicks. Folded days are counted from the rollups. Clicks that are not folded, and clicks at the edges of the
 * range outside whole days, are counted one by one. Breakdowns and links are cut at the limit, most clicks first.
 */
export function queryMetrics(
  em: EntityManager,
  plan: CountPlan,
  source: MetricSource,
  series: readonly SeriesBounds[],
  hasLinks: boolean,
): Promise<CountRow[]> {
  const { values, bind } = createBinder()
  const { groupings, limit } = plan
  const sql = `
    with ${countedMetricSql(plan, source, series, hasLinks, bind)},
    ${rankedValueSql(dimensionNames.filter((name) => groupings.includes(name)))}
    select key, dimension as grouping, value, clicks, bot_clicks as "botClicks", visitors, last_at as "lastAt", 0 as rank
      from metric
     where dimension in ('total', 'bucket', '${unidentifiedDimension}')
    union all
    select key, dimension, value, clicks, 0, 0, null, row_number() over (order by clicks desc, value collate "C")
      from (select key, dimension, value, clicks
              from metric
             where dimension = 'link' and clicks > 0
             order by clicks desc, value collate "C"
             ${limit === null ? '' : `limit ${bind(limit)}`}) as top_link
    union all
    select key, dimension, value, clicks, 0, 0, null, rank
      from ranked_value
     ${limit === null ? '' : `where rank <= ${bind(limit)} or dimension = 'country'`}
     order by key, grouping, rank`
  return em.execute<CountRow[]>(sql, values)
}
