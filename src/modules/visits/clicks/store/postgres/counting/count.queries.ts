import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { findEdges, startOfQuarter } from '../../../time-range.ts'
import { type CountRow, dimensionNames } from '../../click-query.ts'
import { unidentifiedDimension } from '../rollups/dimensions.queries.ts'
import { isUnfoldedSql } from '../rollups/watermark.queries.ts'
import { rankedValueSql } from './breakdown.queries.ts'
import type { CountPlan } from './count-plan.ts'
import { createBinder, type LinkSelection, type SeriesBounds, selectedLinkSql } from './link-selection.queries.ts'
import { betweenSql, countedMetricSql, daySpanSql } from './metric.queries.ts'

// Raw SQL, because metrics are counted in one statement (metric.queries.ts).

/**
 * Counts the rows of clicks in the range by the key of their links, bots included, without reading rows that are
 * folded. At the ends of the range it counts whole quarters of an hour. Keys without a click are missing.
 */
export async function countRowsInRange(
  em: EntityManager,
  { range, wholeDays }: CountPlan,
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
 * Counts clicks. Folded days are counted from the rollups. Clicks that are not folded, and clicks at the edges of the
 * range outside whole days, are counted one by one. Breakdowns and links are cut at the limit, most clicks first.
 */
export function queryMetrics(
  em: EntityManager,
  plan: CountPlan,
  selection: LinkSelection,
  series: readonly SeriesBounds[],
): Promise<CountRow[]> {
  const { values, bind } = createBinder()
  const { groupings, limit } = plan
  const sql = `
    with ${countedMetricSql(plan, selection, series, bind)},
    ${rankedValueSql(dimensionNames.filter((name) => groupings.includes(name)))}
    select key, dimension as grouping, value, clicks, bot_clicks as "botClicks", visitors, last_at as "lastAt", 0 as rank
      from metric
     where dimension in ('total', 'bucket', '${unidentifiedDimension}')
    union all
    select key, dimension, value, clicks, 0, 0, null, rank
      from ranked_value
     ${limit === null ? '' : `where rank <= ${bind(limit)} or dimension = 'country'`}
     order by key, grouping, rank`
  return em.execute<CountRow[]>(sql, values)
}
