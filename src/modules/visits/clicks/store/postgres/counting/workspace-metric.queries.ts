import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { findEdges, startOfQuarter, type TimeRange } from '../../../time-range.ts'
import { dimensions, spanStartSql, unidentifiedDimension } from '../rollups/dimensions.queries.ts'
import { isUnfoldedSql } from '../rollups/watermark.queries.ts'
import { linkDimension } from '../rollups/workspace-rollups.queries.ts'
import type { CountPlan } from './count-plan.ts'
import { type Bind, createBinder, type MetricSource } from './link-selection.queries.ts'
import { betweenSql, daySpanSql } from './metric.queries.ts'

// Raw SQL, because these are parts of the statement in metric.queries.ts.

/** Reads the rollups of a workspace instead of the rollups of its links. */
export function createWorkspaceSource(workspaceId: string): MetricSource {
  return {
    selectedLinksSql: (periods, bind) =>
      `${transferredLinkSql(workspaceId, bind)}, ${selectedLinksSql(periods, workspaceId, bind)}`,
    foldedSql: (query, days, bind) => foldedSql(query, { days, workspaceId }, bind),
    countRows: async (em, query) => new Map([['', await countRows(em, query, workspaceId)]]),
  }
}

/**
 * The table `transferred_link`: links that have moved or were deleted, and still count in the rollups of another
 * workspace. The rollups of links that left are subtracted (`sign` is -1), and the rollups of links that came are
 * added.
 */
export const transferredLinkSql = (workspaceId: string, bind: Bind) => `transferred_link as materialized (
      select url_id, case when is_counted then -1 else 1 end as sign
        from (select url_id, coalesce(transfer.workspace_id = ${bind(workspaceId)}, false) as is_counted,
                     coalesce(link.workspace_id = ${bind(workspaceId)}, false) as is_inside
                from click_rollup_transfer as transfer
                left join link on link.id = url_id) as transfer
       where is_counted <> is_inside)`

/** The links of the workspace that may have clicks in one of the periods. */
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

/**
 * The link of an unfolded click, if the link is in the workspace. `offset` keeps the planner from reading all links.
 */
export const ownLinkSql = (workspaceId: string, bind: Bind) => `(
          select from link
           where id = url_id and workspace_id = ${bind(workspaceId)} and kind <> 'bio_page'
          offset 0) as own_link`

/** The unfolded clicks on links of the workspace, as `unfolded`. */
export const unfoldedClickSql = (workspaceId: string, bind: Bind) => `(
             select url_id, created_at, is_bot from click where ${isUnfoldedSql} offset 0) as unfolded
       cross join lateral ${ownLinkSql(workspaceId, bind)}`

const countedDimensions = ['total', unidentifiedDimension, ...Object.keys(dimensions)]

/** The rollup rows of the links of a workspace, without links that have left it. */
const linkRowsSql = (days: TimeRange, workspaceId: string, bind: Bind) => `
                from click_workspace_rollup
               where workspace_id = ${bind(workspaceId)} and dimension = '${linkDimension}' and ${daySpanSql(days, bind)}
                 and ${hasStayedSql}`

const hasStayedSql = 'not exists (select from transferred_link where url_id = value and sign = -1)'

/** What is read from the rollups of a workspace. */
interface FoldedScope {
  readonly days: TimeRange
  readonly workspaceId: string
}

/**
 * The table `link_total`: the counts of links, including single clicks. For all time, the rollups have one row for each
 * link. Then only links that have other clicks too are summed, and of the rest, the first links are enough.
 */
function linkTotalSql({ includeBots, limit }: CountPlan, scope: FoldedScope, bind: Bind): string {
  const { days, workspaceId } = scope
  const isAllTime = !days.from && !days.to
  // Arrays, because the planner expects so many changed links that it would compare each link with each of them.
  const changedSql = isAllTime ? `and value = any(array(select url_id from changed_link))` : ''
  const counted = orderedCount(includeBots)
  // A sum of int is much faster than one of bigint.
  const summed = `${
    isAllTime
      ? `changed_link as materialized (
      select url_id from click_count union select url_id from transferred_link),
    `
      : ''
  }link_total as (
      select url_id, sum(clicks) as clicks, sum(bot_clicks) as bot_clicks
        from (select value as url_id, clicks::int, bot_clicks::int
                ${linkRowsSql(days, workspaceId, bind)}
                 ${changedSql}
              union all
              select url_id, clicks, bot_clicks
                from transferred_link
                join click_rollup using (url_id)
               where sign = 1 and dimension = 'total' and ${daySpanSql(days, bind)}
              union all
              select url_id, clicks::int, bot_clicks::int from click_count) as counted
       group by url_id`
  if (!isAllTime) return `${summed})`
  return `${summed}
      union all
      (select value, clicks, bot_clicks
         ${linkRowsSql(days, workspaceId, bind)}
          and ${counted} > 0 and value <> all(array(select url_id from changed_link))
        order by ${counted} desc, value collate "C"
        limit ${bind(limit)}))`
}

/** The last click by a person. It is found on the last day with such a click, so one day is read and not each link. */
const lastClickSql = (days: TimeRange, workspaceId: string, bind: Bind) => `(select '', 'total', '', 0, 0, 0, last_at
         from click_workspace_rollup
        where workspace_id = ${bind(workspaceId)} and dimension = '${linkDimension}' and span = 'day'
          and ${betweenSql('starts_at', days, bind)} and last_at is not null and ${hasStayedSql}
        order by starts_at desc, last_at desc
        limit 1)`

const orderedCount = (includeBots: boolean) => (includeBots ? 'clicks + bot_clicks' : 'clicks')

/**
 * The counts of whole days. The links are summed with the counts of single clicks, and only the first links are used
 * further. The visitors of links that are in privacy mode now are withheld.
 */
function foldedSql(query: CountPlan, scope: FoldedScope, bind: Bind) {
  const { days, workspaceId } = scope
  const counted = orderedCount(query.includeBots)
  const tables = `private_link as materialized (
      select id as url_id from link where workspace_id = ${bind(workspaceId)} and privacy_mode and kind <> 'bio_page'),
    ${linkTotalSql(query, scope, bind)}`
  const counts = `union all
      select '', dimension, value, clicks, bot_clicks, visitors, null
        from click_workspace_rollup
       where workspace_id = ${bind(workspaceId)} and dimension = any('{${countedDimensions}}') and ${daySpanSql(days, bind)}
      union all
      select '', dimension, value, sign * clicks, sign * bot_clicks, sign * visitors, case sign when 1 then last_at end
        from transferred_link
        join click_rollup using (url_id)
       where ${daySpanSql(days, bind)}
      union all
      select '', corrected, '', added_clicks, 0, added_visitors, null
        from private_link
        join click_rollup as rollup using (url_id)
       cross join lateral (
         values ('total', 0, -visitors),
                ('${unidentifiedDimension}', case dimension when 'total' then clicks else -clicks end, 0)
         ) as correction (corrected, added_clicks, added_visitors)
       where dimension in ('total', '${unidentifiedDimension}') and ${daySpanSql(days, bind)}
      union all
      ${lastClickSql(days, workspaceId, bind)}
      union all
      (select '', '${linkDimension}', url_id, clicks, bot_clicks, 0, null
         from link_total
        where ${counted} > 0
        order by ${counted} desc, url_id collate "C"
        limit ${bind(query.limit)})
      union all
      select key, 'bucket', width_bucket(starts_at, bounds)::text, clicks, bot_clicks,
             case when visitor_source = 'days' then visitors else 0 end, null
        from series
       cross join lateral (
         select starts_at, clicks, bot_clicks, visitors
           from click_workspace_rollup
          where workspace_id = ${bind(workspaceId)} and span = series.span and dimension = 'total'
            and ${betweenSql('starts_at', days, bind)}
         union all
         select starts_at, sign * clicks, sign * bot_clicks, sign * visitors
           from transferred_link
           join click_rollup as rollup using (url_id)
          where rollup.span = series.span and dimension = 'total' and ${betweenSql('starts_at', days, bind)}
         union all
         select starts_at, 0, 0, -visitors
           from private_link
           join click_rollup as rollup using (url_id)
          where rollup.span = series.span and dimension = 'total' and ${betweenSql('starts_at', days, bind)}) as rollup`
  return { tables, counts }
}

/** The same as `countRowsInRange`. */
async function countRows(em: EntityManager, { range, wholeDays }: CountPlan, workspaceId: string): Promise<number> {
  const { values, bind } = createBinder()
  const transferred = transferredLinkSql(workspaceId, bind)
  const edges = wholeDays ? findEdges(range, wholeDays) : [range]
  const conditions = [
    ...(wholeDays ? [() => daySpanSql(wholeDays, bind)] : []),
    ...edges.map(({ from, to }) => () => {
      const quarters = { from: from && startOfQuarter(from), to }
      return `span = 'quarter' and ${betweenSql('starts_at', quarters, bind)}`
    }),
  ]
  const folded = conditions.map(
    (toSql) => `
       select clicks + bot_clicks as rows
         from click_workspace_rollup
        where workspace_id = ${bind(workspaceId)} and dimension = 'total' and ${toSql()}
       union all
       select sign * (clicks + bot_clicks)
         from transferred_link
         join click_rollup using (url_id)
        where dimension = 'total' and ${toSql()}
       union all`,
  )
  const [row] = await em.execute<{ rows: number }[]>(
    `with ${transferred},
     row_count as (
       ${folded.join('')}
       select 1
         from (select url_id
                 from click
                where ${isUnfoldedSql} and ${betweenSql('created_at', range, bind)}
               offset 0) as unfolded
        cross join lateral ${ownLinkSql(workspaceId, bind)})
     select coalesce(sum(rows), 0)::float8 as rows from row_count`,
    values,
  )
  return row?.rows ?? 0
}
