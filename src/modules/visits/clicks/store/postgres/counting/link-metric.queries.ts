import type { TimeRange } from '../../../time-range.ts'
import type { LinkScope } from '../../click-query.ts'
import { buildLinkClause } from '../../link-scope.queries.ts'
import { unidentifiedDimension } from '../rollups/dimensions.queries.ts'
import type { CountPlan } from './count-plan.ts'
import { betweenSql, daySpanSql, isCountedSql, linkCountSql } from './metric.queries.ts'
import { type Bind, bindAll, type MetricSource } from './metric-source.ts'

// Raw SQL, because these are parts of the statement in metric.queries.ts.

/** Reads the rollups of links, each link by itself or all together. */
export function createLinkSource(scope: LinkScope, isCombined: boolean): MetricSource {
  return {
    selectedLinksSql: (_, bind) => `selected_link as materialized (
      select id, ${isCombined ? `''` : 'id'} as key, privacy_mode as is_private
        from link
       where ${bindAll(buildLinkClause(scope), bind)})`,
    rollupsSql: () => 'selected_link join click_rollup on url_id = selected_link.id',
    foldedSql: (plan, days, _, bind) => foldedSql(plan, days, isCombined, bind),
  }
}

/** The rollups of the days of each link; without a bound, the rollups of the whole time. */
function foldedSql(plan: CountPlan, days: TimeRange, isCombined: boolean, bind: Bind) {
  const folded = `folded as materialized (
      select key, url_id, dimension, value, clicks, bot_clicks, case when is_private then 0 else visitors end as visitors,
             last_at, is_private
        from selected_link
        join click_rollup on url_id = selected_link.id
       where ${daySpanSql(days, bind)} and ${isCountedSql(plan)})`
  const counts = `select key, dimension, value, clicks, bot_clicks, visitors, last_at
        from folded
       where dimension <> '${unidentifiedDimension}' or not is_private
      union all
      select key, '${unidentifiedDimension}', '', clicks, 0, 0, null from folded where dimension = 'total' and is_private
      ${isCombined ? linkCountSql(`folded where dimension = 'total'`) : ''}
      union all
      select key, 'bucket', width_bucket(starts_at, bounds)::text, clicks, bot_clicks,
             case when visitor_source = 'days' and not is_private then visitors else 0 end, null
        from selected_link
        join series using (key)
        join click_rollup as rollup on url_id = selected_link.id
       where rollup.span = series.span and dimension = 'total' and ${betweenSql('starts_at', days, bind)}`
  return { tables: [folded], counts }
}
