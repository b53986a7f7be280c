import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { buildPlacementClauses } from '../../../../../publishing/links/index.ts'
import type { LinkScope } from '../../click-query.ts'
import { spanStartSql } from '../rollups/dimensions.queries.ts'
import { isUnfoldedSql } from '../rollups/watermark.queries.ts'
import { linkDimension } from '../rollups/workspace-rollups.queries.ts'
import { type Bind, createBinder } from './metric-source.ts'

// Raw SQL, because the rollups of a workspace lead to the few links whose clicks are read, in one statement.

/** The history of a link, or of some links. */
export interface HistoryRow {
  readonly hasPrivateLinks: boolean
  readonly hasOtherLinks: boolean
  /** The first click; only its quarter of an hour is known when its row is deleted. */
  readonly firstClick: string | Date | null
  readonly deletedFrom: string | Date | null
  readonly deletedTo: string | Date | null
}

/** The workspace whose links are all in the scope. Otherwise undefined. */
export function findWholeWorkspace(scope: LinkScope): string | undefined {
  const [workspaceId, ...others] = scope.workspaceIds
  const isWhole =
    scope.urlIds === null && !scope.includesViews && buildPlacementClauses(scope.placement ?? {}).length === 0
  return isWhole && others.length === 0 ? workspaceId : undefined
}

/**
 * The workspace whose rollups have exactly the links of the scope. Undefined for some of its links, and for a second after
 * one of its links was moved or deleted.
 */
export async function findSummedWorkspace(em: EntityManager, scope: LinkScope): Promise<string | undefined> {
  const workspaceId = findWholeWorkspace(scope)
  if (workspaceId === undefined) return undefined
  const transfers = await em.execute(isTransferringSql, [workspaceId, workspaceId])
  return transfers.length > 0 ? undefined : workspaceId
}

/** A link that counts in the rollups of the workspace without being in it, or the other way round. */
const isTransferringSql = `
  select 1
    from click_rollup_transfer as transfer
    left join link on link.id = url_id
   where (transfer.workspace_id is not distinct from ?) <> (link.workspace_id is not distinct from ?)
   limit 1`

/** The history of all links of a workspace together, as `findSummedWorkspace` has found it. */
export async function findWorkspaceHistory(
  em: EntityManager,
  workspaceId: string,
  includeBots: boolean,
): Promise<HistoryRow> {
  const { values, bind } = createBinder()
  const [row] = await em.execute<HistoryRow[]>(workspaceHistorySql(includeBots, workspaceId, bind), values)
  return row as HistoryRow
}

const quarterOf = spanStartSql.quarter

/** The links of the workspace that have clicks on a day. */
const linksOfDaySql = (day: string, workspaceId: string, bind: Bind) => `(
         select value as id
           from click_workspace_rollup
          where workspace_id = ${bind(workspaceId)} and span = 'day' and dimension = '${linkDimension}' and starts_at = ${day})`

const firstRowSql = (linkId: string) =>
  `(select created_at from click where url_id = ${linkId} order by created_at limit 1)`

/** The quarters of an hour that a link has in the rollups before its first row. Their rows are deleted. */
const deletedQuarterSql = (linkId: string, order: 'asc' | 'desc', from: string) => `(
             select starts_at
               from click_rollup
              where url_id = ${linkId} and span = 'quarter' and starts_at >= ${from}
                and starts_at < coalesce(${quarterOf(firstRowSql(linkId))}, 'infinity')
              order by starts_at ${order}
              limit 1)`

/** The unfolded clicks on links of the workspace, as `unfolded`. Each `offset` keeps the planner from reading all links. */
const unfoldedClickSql = (workspaceId: string, bind: Bind) => `(
             select url_id, created_at, is_bot from click where ${isUnfoldedSql} offset 0) as unfolded
       cross join lateral (
          select from link
           where id = url_id and workspace_id = ${bind(workspaceId)} and kind <> 'bio_page'
          offset 0) as own_link`

/**
 * The first click is on a link with clicks in the first quarter of an hour of the workspace, or it is not folded yet.
 * Rows are deleted only before `bound`. From there, days are read backward until a day has a deleted row, and then
 * forward from the first day. Mostly, the first day that is read has a deleted row.
 */
function workspaceHistorySql(includeBots: boolean, workspaceId: string, bind: Bind): string {
  const counted = includeBots ? 'clicks + bot_clicks' : 'clicks'
  const deletedSql = (aggregate: 'min' | 'max') => {
    const order = aggregate === 'max' ? 'desc' : 'asc'
    return `(
        select deleted_at
          from click_workspace_rollup as clicked_day
         cross join lateral (
           select ${aggregate}(${deletedQuarterSql('day_link.id', order, 'clicked_day.starts_at')}) as deleted_at
             from ${linksOfDaySql('clicked_day.starts_at', workspaceId, bind)} as day_link) as day_deletion
         where workspace_id = ${bind(workspaceId)} and span = 'day' and dimension = 'total'
           and starts_at < (select deleted_before from bound) and deleted_at is not null
         order by starts_at ${order}
         limit 1)`
  }
  return `
    with bound as materialized (
      select max(deleted_before) as deleted_before from click_retention_bound where workspace_id in (${bind(workspaceId)}, '')),
    first_quarter as materialized (
      select starts_at as at
        from click_workspace_rollup
       where workspace_id = ${bind(workspaceId)} and span = 'quarter' and dimension = 'total' and ${counted} > 0
       order by starts_at
       limit 1),
    first_click as (
      select coalesce((select min(created_at)
                         from click
                        where url_id = day_link.id and created_at < first_quarter.at + interval '15 minutes'
                          ${includeBots ? '' : 'and not is_bot'}),
                      first_quarter.at) as at
        from first_quarter
       cross join lateral ${linksOfDaySql(spanStartSql.day('first_quarter.at'), workspaceId, bind)} as day_link
       where exists (select from click_rollup
                      where url_id = day_link.id and span = 'quarter' and starts_at = (select at from first_quarter)
                         and ${counted} > 0)
      union all
      select min(unfolded.created_at)
        from ${unfoldedClickSql(workspaceId, bind)}
       ${includeBots ? '' : 'where not is_bot'}),
    last_deleted as materialized (
      select ${deletedSql('max')} as at)
    select exists (select from link where workspace_id = ${bind(workspaceId)} and kind <> 'bio_page' and privacy_mode)
             as "hasPrivateLinks",
           exists (select from link where workspace_id = ${bind(workspaceId)} and kind <> 'bio_page' and not privacy_mode)
             as "hasOtherLinks",
           (select min(at) from first_click) as "firstClick",
           case when last_deleted.at is not null then ${deletedSql('min')} end as "deletedFrom",
           last_deleted.at + interval '15 minutes' as "deletedTo"
      from last_deleted`
}
