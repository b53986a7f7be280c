import type { EntityManager } from '../database/open.ts'
import { Click } from './click.ts'
import { type ClickFilters, type Conditions, conditionsOf } from './filters.ts'
import { type RangeWish, rangeOf } from './range.ts'

/** Whose clicks, and of which links: those listed, or all of the owner's. */
export interface Scope {
  readonly ownerId: string
  readonly urlIds: readonly string[] | null
}

/** Which part of the clicks, newest first: so many, after so many, beyond an instant and an id. */
export interface Slice {
  readonly limit: number
  readonly offset: number
  readonly beyond: readonly [string | number, string] | null
}

/** What a click must be to be meant, its time included. Throws `InvalidParams` as `rangeOf` does. */
export function meantBy(wish: ClickFilters & RangeWish, now: Date): Conditions {
  const { from, to } = rangeOf(wish, now)
  const { sql, values } = conditionsOf(wish)
  const bounds = [
    from && { sql: 'click.created_at >= ?::timestamptz', at: from },
    to && { sql: 'click.created_at < ?::timestamptz', at: to },
  ]
  const known = bounds.filter((bound) => bound !== null)
  return {
    sql: [sql, ...known.map((bound) => bound.sql)].join(' and '),
    values: [...values, ...known.map(({ at }) => at.toISOString())],
  }
}

/** The links of a scope, as a condition on `link`. */
export function linksOf({ ownerId, urlIds }: Scope): Conditions {
  if (urlIds === null) return { sql: 'link.owner_id = ?', values: [ownerId] }
  return { sql: 'link.owner_id = ? and link.id in (?)', values: [ownerId, urlIds] }
}

/**
 * The clicks of a slice of all links together. Each link gives what it has of them by its own index, so the cost follows
 * the slice and the number of links, not how much there is on them.
 */
export function pickClicks(em: EntityManager, scope: Scope, meant: Conditions, slice: Slice): Promise<Click[]> {
  const { limit, offset } = slice
  const each = lateral(scope, meant, { ...slice, limit: limit + offset })
  const sql = `${each.sql} order by picked.created_at desc, picked.id desc limit ? offset ?`
  return fetch(em, sql, [...each.values, limit, offset])
}

/** The clicks of the slice of every link by itself, by one statement. */
export async function pickClicksOfEach(
  em: EntityManager,
  scope: Scope,
  meant: Conditions,
  slice: Slice,
): Promise<Map<string, Click[]>> {
  const { sql, values } = lateral(scope, meant, slice)
  const clicks = await fetch(em, `${sql} order by picked.url_id, picked.created_at desc, picked.id desc`, values)
  return Map.groupBy(clicks, ({ urlId }) => urlId)
}

/** How many clicks are meant on each link that has any. */
export async function countClicksOfEach(
  em: EntityManager,
  scope: Scope,
  meant: Conditions,
): Promise<Map<string, number>> {
  const links = linksOf(scope)
  const rows = await em.execute<{ urlId: string; count: number }[]>(
    `select link.id as "urlId", count(*)::int as count from link join click on click.url_id = link.id
      where ${links.sql} and ${meant.sql} group by link.id`,
    [...links.values, ...meant.values],
  )
  return new Map(rows.map(({ urlId, count }) => [urlId, count]))
}

function lateral(scope: Scope, meant: Conditions, { limit, beyond }: Slice): Conditions {
  const links = linksOf(scope)
  const onward = beyond ? 'and (click.created_at, click.id) < (?::timestamptz, ?)' : ''
  return {
    sql: `select picked.* from link cross join lateral (
            select ${shownColumns('click')} from click where click.url_id = link.id and ${meant.sql} ${onward}
             order by click.created_at desc, click.id desc limit ?) as picked
           where ${links.sql}`,
    values: [...meant.values, ...(beyond ?? []), limit, ...links.values],
  }
}

const columns = [
  ...['id', 'url_id', 'created_at', 'trigger', 'country', 'region', 'device', 'browser', 'os'],
  ...['referrer_host', 'utm_source', 'utm_medium', 'utm_campaign', 'is_bot', 'bot_name'],
]

/** What is shown of a click, by the alias of its table: every column but those that tell visitors apart. */
export function shownColumns(alias: string): string {
  return columns.map((column) => `${alias}.${column}`).join(', ')
}

async function fetch(em: EntityManager, sql: string, values: unknown[]): Promise<Click[]> {
  const rows = await em.execute<Record<string, unknown>[]>(sql, values)
  return rows.map((row) => em.map(Click, row))
}
