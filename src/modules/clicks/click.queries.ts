import type { EntityManager } from '../../platform/database/database.ts'
import { Click } from './click.entity.ts'
import { parseFilterValues } from './click.inputs.ts'
import { type RangeInput, resolveRange } from './time-range.ts'

// Raw SQL, because the clicks of many links are read through the index of each link (a lateral join) and counted
// in the database, in one statement for all links.

/** A condition with `?` for each of its values. */
export interface WhereClause {
  readonly sql: string
  readonly values: unknown[]
}

/** The links of an owner: those listed, or all. */
export interface LinkScope {
  readonly ownerId: string
  readonly urlIds: readonly string[] | null
}

/** A part of the clicks, newest first. `after` is the instant and the id of the click before the first one. */
export interface Slice {
  readonly limit: number
  readonly offset: number
  readonly after: readonly [string | number, string] | null
}

/** The filters by values, and the expression over `click` that each of them compares. */
const filterColumns = {
  country: orUnknown('country'),
  region: orUnknown('region'),
  device: orUnknown('device'),
  browser: orUnknown('browser'),
  os: orUnknown('os'),
  // Only a click in privacy mode has no device, and whether it came directly is unknown.
  referrer: `coalesce(click.referrer_host, case when click.device is null then 'Unknown' else 'Direct' end)`,
  utmSource: orUnknown('utm_source'),
  utmMedium: orUnknown('utm_medium'),
  utmCampaign: orUnknown('utm_campaign'),
  trigger: 'click.trigger',
} as const

function orUnknown(column: string): string {
  return `coalesce(click.${column}, 'Unknown')`
}

export type ClickFilters = Partial<Record<keyof typeof filterColumns, string | null>> & {
  readonly includeBots: boolean
}

/** The filters by values and bots, without the period; `true` when there are none. Values match case-insensitively. */
export function buildFilterClause(filters: ClickFilters): WhereClause {
  const clauses = Object.entries(filterColumns).flatMap(([name, column]) => {
    const text = filters[name as keyof typeof filterColumns]
    if (text == null) return []
    const { values, isExcluded } = parseFilterValues(text)
    // The database lowers both sides, because JavaScript may treat letters beyond ASCII differently.
    const placeholders = values.map(() => 'lower(?::text)').join(', ')
    return [{ sql: `lower(${column}) ${isExcluded ? 'not in' : 'in'} (${placeholders})`, values }]
  })
  const botClauses = filters.includeBots ? [] : ['not click.is_bot']
  return {
    sql: [...botClauses, ...clauses.map(({ sql }) => sql)].join(' and ') || 'true',
    values: clauses.flatMap(({ values }) => values),
  }
}

/** All filters, the period included. Throws `InvalidParams` as `resolveRange` does. */
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
 * Finds a slice of the clicks of all links together. Every link contributes by its own index, so the cost depends on the
 * slice and the number of links, not on the number of clicks.
 */
export function findClicks(em: EntityManager, scope: LinkScope, where: WhereClause, slice: Slice): Promise<Click[]> {
  const { limit, offset } = slice
  const query = buildLateralQuery(scope, where, { ...slice, limit: limit + offset })
  const sql = `${query.sql} order by link_click.created_at desc, link_click.id desc limit ? offset ?`
  return fetchClicks(em, sql, [...query.values, limit, offset])
}

/** Finds the same slice of the clicks of each link, in one statement. */
export async function findClicksByLink(
  em: EntityManager,
  scope: LinkScope,
  where: WhereClause,
  slice: Slice,
): Promise<Map<string, Click[]>> {
  const query = buildLateralQuery(scope, where, slice)
  const sql = `${query.sql} order by link_click.url_id, link_click.created_at desc, link_click.id desc`
  return Map.groupBy(await fetchClicks(em, sql, query.values), ({ urlId }) => urlId)
}

/** Counts the clicks of each link. Links without a click are missing. */
export async function countClicksByLink(
  em: EntityManager,
  scope: LinkScope,
  where: WhereClause,
): Promise<Map<string, number>> {
  const links = buildLinkClause(scope)
  const rows = await em.execute<{ urlId: string; count: number }[]>(
    `select link.id as "urlId", count(*)::int as count
       from link
       join click on click.url_id = link.id
      where ${links.sql} and ${where.sql}
      group by link.id`,
    [...links.values, ...where.values],
  )
  return new Map(rows.map(({ urlId, count }) => [urlId, count]))
}

export interface CountryTotalsRow {
  readonly country: string | null
  readonly count: number
  readonly uniqueVisitors: number
}

/** Counts clicks and visitors of each country, most clicks first. */
export function findCountryTotals(
  em: EntityManager,
  scope: LinkScope,
  where: WhereClause,
): Promise<CountryTotalsRow[]> {
  const links = buildLinkClause(scope)
  return em.execute<CountryTotalsRow[]>(
    `select click.country, count(*)::int as count, count(distinct click.visitor_hash)::int as "uniqueVisitors"
       from link
       join click on click.url_id = link.id
      where ${links.sql} and ${where.sql}
      group by click.country
      order by count desc, click.country`,
    [...links.values, ...where.values],
  )
}

function buildLateralQuery(scope: LinkScope, where: WhereClause, { limit, after }: Slice): WhereClause {
  const links = buildLinkClause(scope)
  const afterSql = after ? 'and (click.created_at, click.id) < (?::timestamptz, ?)' : ''
  return {
    sql: `
      select link_click.*
        from link
       cross join lateral (
         select ${visibleColumns('click')}
           from click
          where click.url_id = link.id and ${where.sql} ${afterSql}
          order by click.created_at desc, click.id desc
          limit ?) as link_click
       where ${links.sql}`,
    values: [...where.values, ...(after ?? []), limit, ...links.values],
  }
}

/** The columns of a click that its owner may see, for a table alias. Visitor hashes are not among them. */
export function visibleColumns(alias: string): string {
  const plain = 'id url_id created_at trigger referrer_host utm_source utm_medium utm_campaign is_bot bot_name'.split(
    ' ',
  )
  const described = ['country', 'region', 'device', 'browser', 'os']
  return [
    ...plain.map((column) => `${alias}.${column}`),
    ...described.map((column) => `coalesce(${alias}.${column}, 'Unknown') as ${column}`),
  ].join(', ')
}

async function fetchClicks(em: EntityManager, sql: string, values: unknown[]): Promise<Click[]> {
  const rows = await em.execute<Record<string, unknown>[]>(sql, values)
  return rows.map((row) => em.map(Click, row))
}
