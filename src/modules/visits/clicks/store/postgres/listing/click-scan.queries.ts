import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { getContinent } from '../../../../../../platform/shared/geography/continents.ts'
import type { ExportedClick } from '../../../export/exported-click.ts'
import type { ClickSelection, LinkScope } from '../../click-query.ts'
import { buildLinkClause, type WhereClause } from '../../link-scope.queries.ts'
import { buildWhereClause } from '../selection.queries.ts'

// Raw SQL, because the file is read page by page through the index of each link, and instants keep their microseconds.

/** A click with its instant to the microsecond, after which the next page begins. */
type ExportRow = Omit<ExportedClick, 'continent'> & { readonly at: string }

/** Clicks of a statement. The embedded database serves no other request while a statement runs, so it must be short. */
const pageSize = 1000

/**
 * Reads the clicks link by link, newest first, in pages. Each page is its own statement, which continues in the index
 * where the previous page ended. So a slow client keeps no transaction open. Clicks recorded meanwhile may be missing.
 */
export async function* scanClicks(
  em: EntityManager,
  selection: ClickSelection,
): AsyncGenerator<readonly ExportedClick[]> {
  const where = buildWhereClause(selection)
  let last: Pick<ExportRow, 'urlId' | 'at' | 'id'> | undefined = { urlId: '', at: 'infinity', id: '' }
  while (last) {
    const rows: ExportRow[] = await readPage(em, selection.scope, where, last)
    if (rows.length > 0) yield rows.map(({ at, ...click }) => ({ ...click, continent: getContinent(click.country) }))
    last = rows.length < pageSize ? undefined : rows.at(-1)
  }
}

function readPage(
  em: EntityManager,
  scope: LinkScope,
  where: WhereClause,
  last: Pick<ExportRow, 'urlId' | 'at' | 'id'>,
) {
  const links = buildLinkClause(scope)
  return em.execute<ExportRow[]>(
    `select link_click.*, case when link.kind = 'qr' then find_dynamic_qr(link.id) end as "qrId"
       from link
      cross join lateral (
        select ${exportColumns}
          from click
         where click.url_id = link.id
           and ${where.sql}
           and (click.created_at, click.id) < (case when link.id = ? then ?::timestamptz else 'infinity' end, ?)
         order by click.created_at desc, click.id desc
         limit ?) as link_click
      where ${links.sql} and link.id >= ?
      order by link.id, link_click.at desc, link_click.id desc
      limit ?`,
    [...where.values, last.urlId, last.at, last.id, pageSize, ...links.values, last.urlId, pageSize],
  )
}

const exportColumns = `
          click.id, click.url_id as "urlId",
          to_char(click.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
          coalesce(click.country, 'Unknown') as country, click.region, click.city,
          coalesce(click.device, 'Unknown') as device,
          coalesce(click.browser, 'Unknown') as browser,
          coalesce(click.os, 'Unknown') as os,
          click.referrer_host as "referrerHost", click.trigger,
          click.utm_source as "utmSource", click.utm_medium as "utmMedium", click.utm_campaign as "utmCampaign",
          click.utm_term as "utmTerm", click.utm_content as "utmContent",
          click.is_bot as "isBot", click.bot_name as "botName", click.rule_id as "ruleId", click.variant,
          to_char(click.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`
