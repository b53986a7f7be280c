import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../../../../../platform/database/statements.ts'
import { isFoldedSql } from '../rollups/watermark.queries.ts'
import { dayStartSql, foldedClicksSql, hasAllFoldedClicksSql, tryLockForBuildSql } from './click-columns.queries.ts'
import { columnGroupNames, columnGroups } from './column-groups.ts'
import type { ColumnClick, EncodedColumns } from './day-writer.ts'

// Raw SQL, because these tables have no entities, and because clicks are read in the order of their index.

/** A UTC day such as `2026-11-25`. */
export type Day = string

/** The first day with clicks from the watermark on, or after a day. Null when it is not before `end`. */
export async function findNextDay(em: EntityManager, after: Day | null, end: Day): Promise<Day | null> {
  const [row] = await executeUnlogged<{ day: Day }>(em, nextDaySql, [after, end])
  return row?.day ?? null
}

const nextDaySql = `
  select (starts_at at time zone 'UTC')::date::text as day
    from click_rollup
   where span = 'hour'
     and starts_at >= ${dayStartSql('coalesce(?::date + 1, (select day from click_columns_watermark))')}
     and starts_at < ${dayStartSql('?::date')}
   order by starts_at
   limit 1`

/** A link whose clicks of a day are not in columns, and how many are folded. */
export interface BusyLink {
  readonly urlId: string
  readonly clicks: number
}

/** The links with so many clicks on a day whose columns are missing or lack a late click. */
export function findBusyLinks(
  em: EntityManager,
  day: Day,
  { minClicks, maxClicks }: { readonly minClicks: number; readonly maxClicks: number },
): Promise<BusyLink[]> {
  return executeUnlogged<BusyLink>(em, busyLinksSql, [day, day, minClicks, maxClicks, day])
}

const busyLinksSql = `
  select url_id as "urlId", clicks
    from (select url_id, sum(clicks + bot_clicks)::int as clicks
            from click_rollup
           where span = 'hour'
             and starts_at >= ${dayStartSql('?::date')}
             and starts_at < ${dayStartSql('(?::date + 1)')}
           group by url_id
          having sum(clicks + bot_clicks) between ? and ?) as busy_link
   where exists (select 1 from link where id = url_id)
     and not exists (select 1
                       from click_day_columns as stored
                      where stored.url_id = busy_link.url_id and day = ?::date and stored.clicks = busy_link.clicks)`

/** Days before `day` need no further look. */
export async function moveWatermark(em: EntityManager, day: Day): Promise<void> {
  await executeUnlogged(em, 'update click_columns_watermark set day = ?::date where day < ?::date', [day, day])
}

/** Moves the watermark back to the first day whose columns lack a late click. */
export async function reopenIncompleteDays(em: EntityManager): Promise<void> {
  await executeUnlogged(em, reopenSql)
}

const reopenSql = `
  update click_columns_watermark
     set day = incomplete.day
    from (select min(day) as day from click_day_columns as stored where not (${hasAllFoldedClicksSql('stored')})) as incomplete
   where incomplete.day < click_columns_watermark.day`

/** The place of a click in the order of a day. */
export interface ClickPlace {
  readonly at: string
  readonly id: string
}

/** Clicks in one statement. On the embedded database, requests wait for it. */
const pageSize = 2_000

/** The next folded clicks of a link on a day, at most a page. A null `after` begins with the first click. */
export async function readClickPage(
  em: EntityManager,
  urlId: string,
  day: Day,
  after: ClickPlace | null,
): Promise<{ clicks: ColumnClick[]; last: ClickPlace | null }> {
  const at = after?.at ?? `${day}T00:00:00Z`
  const rows = await executeUnlogged<ColumnClick & ClickPlace>(em, pageSql, [day, urlId, at, after?.id ?? '', at, day])
  return { clicks: rows, last: rows.length === pageSize ? (rows.at(-1) ?? null) : null }
}

const groupsSql = columnGroupNames.map(
  (group) => `json_build_array(${Object.values(columnGroups[group]).join(', ')})::text as ${group}`,
)

const pageSql = `
  select created_at::text as at, id, floor(extract(epoch from created_at - ${dayStartSql('?::date')}) * 1000)::int as ms,
         is_bot as "isBot", encode(visitor_hash, 'hex') as visitor, ${groupsSql.join(', ')}
    from click
   where url_id = ? and (created_at, id) > (?::timestamptz, ?)
     and created_at >= ?::timestamptz and created_at < ${dayStartSql('(?::date + 1)')}
     and ${isFoldedSql()}
   order by created_at, id
   limit ${pageSize}`

/**
 * Stores the columns of a day, unless they lack a click that was folded meanwhile, or have a click that was deleted.
 * Returns false, and changes nothing, while clicks are being deleted.
 */
export function storeColumns(
  em: EntityManager,
  { urlId, clicks }: BusyLink,
  day: Day,
  encoded: EncodedColumns | null,
): Promise<boolean> {
  return em.transactional(async (inner) => {
    const [lock] = await executeUnlogged<{ isLocked: boolean }>(inner, `select ${tryLockForBuildSql} as "isLocked"`)
    if (!lock?.isLocked) return false
    const bounds = [urlId, day, day]
    const stored =
      encoded === null
        ? []
        : await executeUnlogged(inner, storeSql, [
            ...[urlId, day, clicks, encoded.dictionaries, encoded.columns],
            ...[clicks, urlId, day, clicks, ...bounds],
          ])
    if (stored.length === 0)
      await executeUnlogged(inner, 'delete from click_day_columns where url_id = ? and day = ?::date', [urlId, day])
    return true
  }, withoutQueryLog())
}

/** Locks the link, so its deletion either happens before or finds the columns. */
const storeSql = `
  with locked_link as materialized (
    select id from link where id = ? for key share)
  insert into click_day_columns (url_id, day, clicks, dictionaries, columns)
  select id, ?::date, ?, ?::jsonb, ?
    from locked_link
   where ? = ${foldedClicksSql('?', '?::date')}
     and ? = (select count(*)
                from click
               where url_id = ? and created_at >= ${dayStartSql('?::date')} and created_at < ${dayStartSql('(?::date + 1)')}
                 and ${isFoldedSql()})
  on conflict (url_id, day) do update
     set clicks = excluded.clicks, dictionaries = excluded.dictionaries, columns = excluded.columns
  returning 1`
