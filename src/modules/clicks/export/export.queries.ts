import type { EntityManager } from '../../../platform/database/database.ts'
import { buildLinkClause, type LinkScope } from '../click.queries.ts'
import type { WhereClause } from '../click-filters.ts'

/** One click as a file tells it. What is not known is null, but for what lists call `Unknown` as well. */
export interface ExportedClick {
  readonly id: string
  readonly urlId: string
  readonly createdAt: string
  readonly country: string
  readonly region: string | null
  readonly device: string
  readonly browser: string
  readonly os: string
  readonly referrerHost: string | null
  readonly trigger: string
  readonly utmSource: string | null
  readonly utmMedium: string | null
  readonly utmCampaign: string | null
  readonly isBot: boolean
  readonly botName: string | null
}

/** A row, and where to go on after it: its instant to the microsecond. */
type ExportRow = ExportedClick & { readonly at: string }

/** Rows of a statement: short enough that nobody waits for it, which in the embedded database everybody would. */
const pageSize = 1000

/**
 * All clicks that are meant, link by link and of each the newest first, a page at a time. Every page is a short
 * statement of its own that begins in an index where the one before ended, so that no transaction is held open however
 * slowly they are taken. Clicks that come meanwhile may be missing.
 */
export async function* readClicks(
  em: EntityManager,
  scope: LinkScope,
  where: WhereClause,
): AsyncGenerator<readonly ExportedClick[]> {
  let last: Pick<ExportRow, 'urlId' | 'at' | 'id'> | undefined = { urlId: '', at: 'infinity', id: '' }
  while (last) {
    const rows: ExportRow[] = await readPage(em, scope, where, last)
    if (rows.length > 0) yield rows.map(({ at, ...click }) => click)
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
    `select picked.* from link cross join lateral (
       select ${exportColumns} from click
        where click.url_id = link.id and ${where.sql}
          and (click.created_at, click.id) < (case when link.id = ? then ?::timestamptz else 'infinity' end, ?)
        order by click.created_at desc, click.id desc limit ?) as picked
      where ${links.sql} and link.id >= ?
      order by link.id, picked.at desc, picked.id desc limit ?`,
    [...where.values, last.urlId, last.at, last.id, pageSize, ...links.values, last.urlId, pageSize],
  )
}

const exportColumns = `
  click.id, click.url_id as "urlId",
  to_char(click.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
  coalesce(click.country, 'Unknown') as country, click.region, coalesce(click.device, 'Unknown') as device,
  coalesce(click.browser, 'Unknown') as browser, coalesce(click.os, 'Unknown') as os,
  click.referrer_host as "referrerHost", click.trigger, click.utm_source as "utmSource",
  click.utm_medium as "utmMedium", click.utm_campaign as "utmCampaign", click.is_bot as "isBot",
  click.bot_name as "botName", to_char(click.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`
