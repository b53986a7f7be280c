import { createHash } from 'node:crypto'
import type { EntityManager } from '../../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../../platform/database/statements.ts'
import type { PastClickRow } from '../../importing/past-click-rows.ts'
import type { PastOptions } from '../click-store.ts'
import { type ClickHouseRow, insertedColumns, toInsertedValues } from './clickhouse.schema.ts'
import type { ClickHouse } from './clickhouse.ts'
import { formatInstant, Params } from './selection-sql.ts'

/**
 * Inserts past clicks, and moves the counters of their links in the transaction of `em`. When that transaction fails, the clicks
 * are in ClickHouse already: the same import counts what it finds of its own. Returns the ids of the clicks that are new.
 */
export async function appendPastClicks(
  em: EntityManager,
  clickHouse: ClickHouse,
  rows: readonly PastClickRow[],
  { importId, isDryRun }: PastOptions,
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  const links = await lockLinks(em, [...new Set(rows.map(({ url_id }) => url_id))], isDryRun)
  const byId = new Map(rows.flatMap((row) => (links.has(row.url_id) ? [[row.id, row] as const] : [])))
  const stored = await findStored(clickHouse, [...byId.values()], [...links.values()])
  const added = [...byId.values()].filter(({ id }) => !stored.has(id) || stored.get(id) === importId)
  if (isDryRun || added.length === 0) return new Set(added.map(({ id }) => id))
  const missing = added.filter(({ id }) => !stored.has(id))
  if (missing.length > 0) {
    const values = missing.map((row) => toInsertedValues(toRow(row, links.get(row.url_id), importId)))
    const name = createHash('sha256').update(missing.map(({ id }) => id).join())
    await clickHouse.insert('click', insertedColumns, values, `past:${importId}:${name.digest('hex')}`)
  }
  await countPast(em, added)
  return new Set(added.map(({ id }) => id))
}

interface PastLink {
  readonly id: string
  readonly workspaceId: string
  readonly isView: boolean
  readonly formerIds: readonly string[]
}

/** Locks links in the order of their ids, as for other clicks. Those that do not exist are missing. */
async function lockLinks(em: EntityManager, ids: readonly string[], isRead: boolean): Promise<Map<string, PastLink>> {
  const rows = await executeUnlogged<PastLink>(em, `${linksSql} ${isRead ? '' : 'for no key update'}`, [
    JSON.stringify(ids),
  ])
  return new Map(rows.map((row) => [row.id, row]))
}

const linksSql = `
  select id, coalesce(workspace_id, '') as "workspaceId", kind = 'bio_page' as "isView",
         array(select workspace_id from click_former_workspace where url_id = link.id) as "formerIds"
    from link
   where id in (select jsonb_array_elements_text(?::jsonb))
   order by id`

/** The clicks that ClickHouse has, whatever privacy mode their links had, with the import that has brought them. */
async function findStored(
  clickHouse: ClickHouse,
  rows: readonly PastClickRow[],
  links: readonly PastLink[],
): Promise<Map<string, string | null>> {
  if (rows.length === 0) return new Map()
  const times = rows.flatMap(({ created_at, other_at }) => [Date.parse(created_at), Date.parse(other_at)])
  const params = new Params()
  const texts = (values: readonly string[]) => params.bind([...new Set(values)], 'Array(String)')
  const instant = (ms: number) => params.bind(formatInstant(new Date(ms)), `DateTime64(3, 'UTC')`)
  const least = times.reduce((one, other) => Math.min(one, other))
  const greatest = times.reduce((one, other) => Math.max(one, other))
  const found = await clickHouse.query<{ id: string; importId: string | null }>(
    `select id, any(import_id) as importId
       from click
      where workspace_id in ${texts(links.flatMap(({ workspaceId, formerIds }) => [workspaceId, ...formerIds]))}
        and url_id in ${texts(rows.map(({ url_id }) => url_id))}
        and created_at >= ${instant(least)} and created_at <= ${instant(greatest)}
        and id in ${texts(rows.map(({ id }) => id))}
      group by id`,
    params.values,
  )
  return new Map(found.map(({ id, importId }) => [id, importId]))
}

const unknownFields = {
  ...{ region: null, utm_source: null, utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null },
  ...{ rule_id: null, variant: null, visitor: null },
}

function toRow(row: PastClickRow, link: PastLink | undefined, importId: string): ClickHouseRow {
  const { id, url_id, created_at: at, country, city, device, browser, os, referrer_host: referrer } = row
  return {
    ...unknownFields,
    ...{ id, url_id, at, trigger: 'link', country, city, device, browser, os, referrer },
    ...{ bot: row.is_bot, bot_name: row.bot_name, import_id: importId },
    ...{ workspace_id: link?.workspaceId ?? '', is_view: link?.isView ?? false },
  }
}

/** A total that was imported before contains these clicks, whoever clicked. */
async function countPast(em: EntityManager, rows: readonly PastClickRow[]): Promise<void> {
  const totals = [...Map.groupBy(rows, ({ url_id }) => url_id)].map(([url_id, clicks]) => ({
    ...{ url_id, people: clicks.filter(({ is_bot }) => !is_bot).length, total: clicks.length },
  }))
  await executeUnlogged(em, countPastSql, [JSON.stringify(totals)])
}

const countPastSql = `
  update link
     set current_clicks = current_clicks + people,
         past_clicks = past_clicks + people,
         imported_clicks = greatest(imported_clicks - total, 0)
    from jsonb_to_recordset(?::jsonb) as link_total (url_id text, people int, total int)
   where link.id = link_total.url_id`
