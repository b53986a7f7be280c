import type { EntityManager } from '../../../../../../platform/database/database.ts'
import type { ClickHistory, DeletedPeriod, LinkScope } from '../../click-query.ts'
import { buildLinkClause } from '../../link-scope.queries.ts'
import { spanStartSql } from '../rollups/dimensions.queries.ts'
import { findSummedWorkspace, findWorkspaceHistory, type HistoryRow } from './workspace-history.queries.ts'

// Raw SQL, because the first click of each link is the first entry of two indexes, read in one statement for all links.

export interface HistoryOptions {
  readonly isPerLink: boolean
  readonly includeBots: boolean
}

/** The history of each link of a scope, or of all together under the key `''`. */
export async function readHistory(
  em: EntityManager,
  scope: LinkScope,
  { isPerLink, includeBots }: HistoryOptions,
): Promise<ClickHistory[]> {
  const workspaceId = isPerLink ? undefined : await findSummedWorkspace(em, scope)
  if (workspaceId) return [toHistory('', [await findWorkspaceHistory(em, workspaceId, includeBots)])]
  const links = buildLinkClause(scope)
  const rows = await em.execute<LinkHistoryRow[]>(linkHistorySql(includeBots, links.sql), links.values)
  return isPerLink ? rows.map((row) => toHistory(row.id, [row])) : [toHistory('', rows)]
}

interface LinkHistoryRow extends HistoryRow {
  readonly id: string
}

function toHistory(key: string, rows: readonly HistoryRow[]): ClickHistory {
  const firstClick = rows.reduce<Date | null>((first, row) => earlier(first, toDate(row.firstClick)), null)
  return {
    key,
    hasPrivateLinks: rows.some(({ hasPrivateLinks }) => hasPrivateLinks),
    hasOtherLinks: rows.some(({ hasOtherLinks }) => hasOtherLinks),
    firstClick,
    deleted: findDeletedPeriod(rows),
  }
}

/** The period that contains the deleted clicks of all rows. */
function findDeletedPeriod(rows: readonly HistoryRow[]): DeletedPeriod | null {
  return rows.reduce<DeletedPeriod | null>((period, { deletedFrom, deletedTo }) => {
    const [from, to] = [toDate(deletedFrom), toDate(deletedTo)]
    if (from === null || to === null) return period
    return { from: earlier(period?.from ?? null, from) ?? from, to: period && period.to > to ? period.to : to }
  }, null)
}

const toDate = (at: string | Date | null) => (at === null ? null : new Date(at))

const earlier = (one: Date | null, other: Date | null) =>
  one === null || (other !== null && other < one) ? other : one

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
const linkHistorySql = (includeBots: boolean, linksSql: string) => `
  select link.id, link.privacy_mode as "hasPrivateLinks", not link.privacy_mode as "hasOtherLinks",
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
