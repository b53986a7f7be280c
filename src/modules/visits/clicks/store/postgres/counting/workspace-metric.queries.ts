import type { TimeRange } from '../../../time-range.ts'
import { spanStartSql, unidentifiedDimension } from '../rollups/dimensions.queries.ts'
import { isUnfoldedSql } from '../rollups/watermark.queries.ts'
import { linkDimension } from '../rollups/workspace-rollups.queries.ts'
import type { CountPlan } from './count-plan.ts'
import { betweenSql, daySpanSql, isCountedSql } from './metric.queries.ts'
import type { Bind, MetricSource, SeriesBounds } from './metric-source.ts'

// Raw SQL, because these are parts of the statement in metric.queries.ts.

/** Reads the rollups of a workspace instead of the rollups of its links. */
export function createWorkspaceSource(workspaceId: string): MetricSource {
  return {
    selectedLinksSql: (periods, bind) =>
      `${correctingTablesSql(workspaceId, bind)}, ${selectedLinksSql(periods, workspaceId, bind)}`,
    rollupsSql: (bind) => rollupsSql(workspaceId, bind),
    foldedSql: (plan, days, series, bind) => ({ tables: [], counts: foldedSql(plan, days, series, workspaceId, bind) }),
  }
}

/**
 * Links whose rollups correct the rollups of the workspace. `transferred_link` has the links that have moved or were deleted, and still
 * count in another workspace: the rollups of links that left are subtracted (`sign` is -1), the rollups of links that came
 * are added. `private_link` are in privacy mode now: their visitors are withheld.
 */
const correctingTablesSql = (workspaceId: string, bind: Bind) => `transferred_link as materialized (
      select url_id, case when is_counted then -1 else 1 end as sign
        from (select url_id, transfer.workspace_id is not distinct from ${bind(workspaceId)} as is_counted,
                     link.workspace_id is not distinct from ${bind(workspaceId)} as is_inside
                from click_rollup_transfer as transfer
                left join link on link.id = url_id) as transfer
       where is_counted <> is_inside),
    private_link as materialized (
      select id as url_id from link where workspace_id = ${bind(workspaceId)} and privacy_mode and kind <> 'bio_page')`

/** The rollups of a workspace, corrected. Links are a dimension. */
const rollupsSql = (workspaceId: string, bind: Bind) => `(
         select '' as key, span, starts_at, dimension, value, clicks, bot_clicks, visitors
           from click_workspace_rollup
          where workspace_id = ${bind(workspaceId)}
         union all
         select '', span, starts_at, dimension, value, sign * clicks, sign * bot_clicks, sign * visitors
           from transferred_link
           join click_rollup using (url_id)
         union all
         select '', span, starts_at, '${linkDimension}', url_id, sign * clicks, sign * bot_clicks, 0
           from transferred_link
           join click_rollup using (url_id)
          where dimension = 'total'
         union all
         select '', span, starts_at, 'total', '', 0, 0, -visitors
           from private_link
           join click_rollup using (url_id)
          where dimension = 'total'
         union all
         select '', span, starts_at, '${unidentifiedDimension}', '', case dimension when 'total' then clicks else -clicks end, 0, 0
           from private_link
           join click_rollup using (url_id)
          where dimension in ('total', '${unidentifiedDimension}')) as rollup`

/** The links of the workspace that may have clicks in one of the periods, or clicks that are not folded. */
function selectedLinksSql(periods: readonly TimeRange[], workspaceId: string, bind: Bind): string {
  const linkIds = periods.map(({ from, to }) => {
    const firstDay = from && spanStartSql.day(`${bind(from.toISOString())}::timestamptz`)
    const days = [
      ...(firstDay ? [`starts_at >= ${firstDay}`] : []),
      ...(to ? [`starts_at < ${bind(to.toISOString())}::timestamptz`] : []),
    ]
    const span = days.length > 0 ? `span = 'day' and ${days.join(' and ')}` : `span = 'all'`
    return `
               select value from click_workspace_rollup
                where ${span} and workspace_id = ${bind(workspaceId)} and dimension = '${linkDimension}'
               union`
  })
  const idsSql = `${linkIds.join('')}
               select url_id from transferred_link where sign = 1
               union
               select url_id from click where ${isUnfoldedSql}`
  // The planner expects that a third of all clicks is not folded. It expects few elements in an array.
  const isFew = periods.length === 0
  return `selected_link as materialized (
      select id, '' as key, privacy_mode as is_private
        from link
       where ${isFew ? `id = any(array(${idsSql}))` : `id in (${idsSql})`}
         and workspace_id = ${bind(workspaceId)} and kind <> 'bio_page')`
}

/** The counts of whole days. */
function foldedSql(
  plan: CountPlan,
  days: TimeRange,
  series: readonly SeriesBounds[],
  workspaceId: string,
  bind: Bind,
): string {
  // Said twice, because only constants limit what is read of the rollups.
  const spans = [...new Set(series.map(({ span }) => span))].join()
  return `select key, dimension, value, clicks, bot_clicks, visitors, null
        from ${rollupsSql(workspaceId, bind)}
       where ${isCountedSql(plan)} and ${daySpanSql(days, bind)}
      union all
      ${lastClickSql(days, workspaceId, bind)}
      union all
      select key, 'bucket', width_bucket(starts_at, bounds)::text, clicks, bot_clicks,
             case when visitor_source = 'days' then visitors else 0 end, null
        from series
        join ${rollupsSql(workspaceId, bind)} using (key)
       where rollup.span = any('{${spans}}') and rollup.span = series.span and dimension = 'total'
         and ${betweenSql('starts_at', days, bind)}`
}

/** The last click by a person. It is found on the last day with such a click, so one day is read and not each link. */
const lastClickSql = (days: TimeRange, workspaceId: string, bind: Bind) => `(select '', 'total', '', 0, 0, 0, last_at
         from (select last_at, starts_at
                 from click_workspace_rollup
                where workspace_id = ${bind(workspaceId)} and dimension = '${linkDimension}' and span = 'day'
                  and ${betweenSql('starts_at', days, bind)} and last_at is not null
                  and not exists (select from transferred_link where url_id = value and sign = -1)
                order by starts_at desc, last_at desc
                limit 1) as last_clicked
       union all
       select '', 'total', '', 0, 0, 0, last_at
         from transferred_link
         join click_rollup using (url_id)
        where sign = 1 and dimension = 'total' and ${daySpanSql(days, bind)})`
