import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { findEdges, findWholePeriods } from '../../../time-range.ts'
import type { ClickSelection } from '../../click-query.ts'
import { spanStartSql } from '../rollups/dimensions.queries.ts'
import { isFoldedSql } from '../rollups/watermark.queries.ts'
import { createBinder } from './link-selection.queries.ts'
import { betweenSql, daySpanSql } from './metric.queries.ts'
import { linksOfDaySql } from './workspace-history.queries.ts'
import { transferredLinkSql, unfoldedClickSql } from './workspace-metric.queries.ts'

// Raw SQL, because days, quarters of an hour and single clicks are added in one statement, which reads one snapshot.

/**
 * Counts the stored clicks on all links of a workspace by its rollups: whole UTC days, whole quarters of an hour at the
 * ends of the range, and single clicks in what is left. Null when the rollups may count other clicks too: deleted
 * single clicks, or clicks of links that have just moved or were deleted. Also null for a range without a whole
 * quarter.
 */
export async function countWorkspaceClicks(
  em: EntityManager,
  { range, includeBots }: Pick<ClickSelection, 'range' | 'includeBots'>,
  workspaceId: string,
): Promise<number | null> {
  const quarters = findWholePeriods('quarter', range)
  if (quarters === null) return null
  const days = findWholePeriods('day', range)
  const { values, bind } = createBinder()
  const transferredSql = transferredLinkSql(workspaceId, bind)
  const folded = includeBots ? 'clicks + bot_clicks' : 'clicks'
  const isCountedSql = includeBots ? '' : 'and not is_bot'
  const totalsSql = () =>
    `from click_workspace_rollup where workspace_id = ${bind(workspaceId)} and dimension = 'total'`
  const deletedSql = `exists (
                   select from click_retention_bound
                    where workspace_id in (${bind(workspaceId)}, '')
                      and deleted_before > greatest(${range.from ? `${bind(range.from.toISOString())}::timestamptz` : 'null'},
                                                    (select min(starts_at) ${totalsSql()} and span = 'day')))`
  const daysSql = days ? [`select ${folded} ${totalsSql()} and ${daySpanSql(days, bind)}`] : []
  const quartersSql = (days ? findEdges(quarters, days) : [quarters]).map(
    (part) => `select ${folded} ${totalsSql()} and span = 'quarter' and ${betweenSql('starts_at', part, bind)}`,
  )
  const restSql = findEdges(range, quarters).map(
    (part) => `select count(*)
                     from ${linksOfDaySql(spanStartSql.day(`timestamptz '${part.from.toISOString()}'`), workspaceId, bind)} as day_link
                     join click on click.url_id = day_link.id
                    where ${betweenSql('click.created_at', part, bind)} ${isCountedSql}
                      and ${isFoldedSql('click.tx')}`,
  )
  const unfoldedSql = `select count(*)
                     from ${unfoldedClickSql(workspaceId, bind)}
                    where ${betweenSql('unfolded.created_at', range, bind)} ${isCountedSql}`
  const [row] = await em.execute<{ clicks: number | null }[]>(
    `with ${transferredSql}
     select case when not exists (select from transferred_link) and not ${deletedSql}
            then (select coalesce(sum(part.clicks), 0)
                    from (${[...daysSql, ...quartersSql, ...restSql, unfoldedSql].join(`
                    union all `)}) as part (clicks))
            end::float8 as clicks`,
    values,
  )
  return row?.clicks ?? null
}
