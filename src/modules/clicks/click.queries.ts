import type { EntityManager } from '../../platform/database/database.ts'
import { Click } from './click.entity.ts'
import { buildFilterClause, type ClickFilters, type WhereClause } from './click-filters.ts'
import { type RangeInput, resolveRange } from './time-range.ts'

/** Whose clicks, and of which links: those listed, or all of the owner's. */
export interface LinkScope {
  readonly ownerId: string
  readonly urlIds: readonly string[] | null
}

/** Which part of the clicks, newest first: so many, after so many, beyond an instant and an id. */
export interface Slice {
  readonly limit: number
  readonly offset: number
  readonly after: readonly [string | number, string] | null
}

/** What a click must be to be meant, its time included. Throws `InvalidParams` as `rangeOf` does. */
export function buildWhereClause(filters: ClickFilters & RangeInput, now: Date): WhereClause {
  const { from, to } = resolveRange(filters, now)
  const { sql, values } = buildFilterClause(filters)
  const bounds = [
    from && { sql: 'click.created_at >= ?::timestamptz', at: from },
    to && { sql: 'click.created_at < ?::timestamptz', at: to },
  ]
  const activeBounds = bounds.filter((bound) => bound !== null)
  return {
    sql: [sql, ...activeBounds.map((bound) => bound.sql)].join(' and '),
    values: [...values, ...activeBounds.map(({ at }) => at.toISOString())],
  }
}

/** The links of a scope, as a condition on `link`. */
export function buildLinkClause({ ownerId, urlIds }: LinkScope): WhereClause {
  if (urlIds === null) return { sql: 'link.owner_id = ?', values: [ownerId] }
  return { sql: 'link.owner_id = ? and link.id in (?)', values: [ownerId, urlIds] }
}

/**
 * The clicks of a slice of all links together. Each link gives what it has of them by its own index, so the cost follows
 * the slice and the number of links, not how much there is on them.
 */
export function findClicks(em: EntityManager, scope: LinkScope, where: WhereClause, slice: Slice): Promise<Click[]> {
  const { limit, offset } = slice
  const query = buildLateralQuery(scope, where, { ...slice, limit: limit + offset })
  const sql = `${query.sql} order by picked.created_at desc, picked.id desc limit ? offset ?`
  return fetchClicks(em, sql, [...query.values, limit, offset])
}

/** The clicks of the slice of every link by itself, by one statement. */
export async function findClicksByLink(
  em: EntityManager,
  scope: LinkScope,
  where: WhereClause,
  slice: Slice,
): Promise<Map<string, Click[]>> {
  const { sql, values } = buildLateralQuery(scope, where, slice)
  const clicks = await fetchClicks(em, `${sql} order by picked.url_id, picked.created_at desc, picked.id desc`, values)
  return Map.groupBy(clicks, ({ urlId }) => urlId)
}

/** How many clicks are meant on each link that has any. */
export async function countClicksByLink(
  em: EntityManager,
  scope: LinkScope,
  where: WhereClause,
): Promise<Map<string, number>> {
  const links = buildLinkClause(scope)
  const rows = await em.execute<{ urlId: string; count: number }[]>(
    `select link.id as "urlId", count(*)::int as count from link join click on click.url_id = link.id
      where ${links.sql} and ${where.sql} group by link.id`,
    [...links.values, ...where.values],
  )
  return new Map(rows.map(({ urlId, count }) => [urlId, count]))
}

function buildLateralQuery(scope: LinkScope, where: WhereClause, { limit, after }: Slice): WhereClause {
  const links = buildLinkClause(scope)
  const afterSql = after ? 'and (click.created_at, click.id) < (?::timestamptz, ?)' : ''
  return {
    sql: `select picked.* from link cross join lateral (
            select ${visibleColumns('click')} from click where click.url_id = link.id and ${where.sql} ${afterSql}
             order by click.created_at desc, click.id desc limit ?) as picked
           where ${links.sql}`,
    values: [...where.values, ...(after ?? []), limit, ...links.values],
  }
}

const visibleColumnNames = [
  ...['id', 'url_id', 'created_at', 'trigger', 'country', 'region', 'device', 'browser', 'os'],
  ...['referrer_host', 'utm_source', 'utm_medium', 'utm_campaign', 'is_bot', 'bot_name'],
]

/** What is shown of a click, by the alias of its table: every column but those that tell visitors apart. */
export function visibleColumns(alias: string): string {
  return visibleColumnNames.map((column) => `${alias}.${column}`).join(', ')
}

async function fetchClicks(em: EntityManager, sql: string, values: unknown[]): Promise<Click[]> {
  const rows = await em.execute<Record<string, unknown>[]>(sql, values)
  return rows.map((row) => em.map(Click, row))
}
