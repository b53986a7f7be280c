import type { EntityManager } from '../../../../../../platform/database/database.ts'
import type { Slice } from '../../../../../../platform/graphql/pagination/keyset.ts'
import { readIdPeriod } from '../../../../../../platform/shared/ids.ts'
import { buildPlacementClauses } from '../../../../../publishing/links/index.ts'
import { Click } from '../../../click.entity.ts'
import { Continent, listCountries } from '../../../continents.ts'
import type { ClickFilter } from '../../../filters/click-filter.inputs.ts'
import { readFilterValues } from '../../../filters/filter-text.ts'
import { resolveRange } from '../../../time-range.ts'
import { listSiteHosts } from '../../../tracking/referrer.ts'
import type { LinkScope } from '../../click-query.ts'
import { utcDaySql } from '../rollups/dimensions.queries.ts'

// Raw SQL, because the clicks of many links are read through the index of each link (a lateral join) and counted
// in the database, in one statement for all links.

/** A condition with `?` for each of its values. */
export interface WhereClause {
  readonly sql: string
  readonly values: unknown[]
}

/** The filters by values, and the expression over `click` that each of them compares. */
const filterColumns = {
  country: orUnknown('country'),
  region: orUnknown('region'),
  device: orUnknown('device'),
  browser: orUnknown('browser'),
  os: orUnknown('os'),
  // Only a click in privacy mode has no device. Whether such a click came directly is unknown.
  referrer: `coalesce(click.referrer_host, case when click.device is null then 'Unknown' else 'Direct' end)`,
  utmSource: orUnknown('utm_source'),
  utmMedium: orUnknown('utm_medium'),
  utmCampaign: orUnknown('utm_campaign'),
  utmTerm: orUnknown('utm_term'),
  utmContent: orUnknown('utm_content'),
  trigger: 'click.trigger',
  rule: orUnknown('rule_id'),
  variant: orUnknown('variant'),
} as const

type FilterValues = Pick<ClickFilter, keyof typeof filterColumns | 'city' | 'continent'>

/** A filter by values. */
export type FilterName = keyof FilterValues

/** The condition of one filter. */
export interface FilterClause extends WhereClause {
  readonly name: FilterName
}

function orUnknown(column: string): string {
  return `coalesce(click.${column}, 'Unknown')`
}

/** The filters by values and bots, without the period; `true` when there are none. */
export function buildFilterClause(filter: FilterValues & Pick<ClickFilter, 'includeBots'>): WhereClause {
  const clauses = buildFilterClauses(filter)
  const botClauses = filter.includeBots ? [] : ['not click.is_bot']
  return {
    sql: [...botClauses, ...clauses.map(({ sql }) => sql)].join(' and ') || 'true',
    values: clauses.flatMap(({ values }) => values),
  }
}

/** The filters by values, one condition for each. Values match case-insensitively. */
export function buildFilterClauses(filter: FilterValues): FilterClause[] {
  const columnClauses = Object.entries(filterColumns).flatMap(([key, column]): FilterClause[] => {
    const name = key as keyof typeof filterColumns
    const filterValues = readFilterValues(filter[name] ?? {})
    if (filterValues === null) return []
    const { isExcluded } = filterValues
    const values = name === 'referrer' ? filterValues.values.flatMap(listSiteHosts) : filterValues.values
    // The database lowers both sides, because JavaScript may treat letters beyond ASCII differently.
    const placeholders = values.map(() => 'lower(?::text)').join(', ')
    return [{ name, sql: `lower(${column}) ${isExcluded ? 'not in' : 'in'} (${placeholders})`, values: [...values] }]
  })
  return [...columnClauses, ...buildCityClauses(filter.city), ...buildContinentClauses(filter.continent)]
}

/** A city matches by its name, and by its name after its country or its region. */
function buildCityClauses(filter: ClickFilter['city']): FilterClause[] {
  const filterValues = readFilterValues(filter ?? {})
  if (filterValues === null) return []
  const { values, isExcluded } = filterValues
  const names = [orUnknown('city'), `click.country || ':' || click.city`, `click.region || ':' || click.city`]
  const placeholders = values.map(() => 'lower(?::text)').join(', ')
  const sql = `array[${names.map((name) => `lower(${name})`).join(', ')}] && array[${placeholders}]`
  return [{ name: 'city', sql: isExcluded ? `not (${sql})` : sql, values: [...values] }]
}

/** A continent matches by its countries. `Unknown` matches every country code that belongs to no continent. */
function buildContinentClauses(filter: ClickFilter['continent']): FilterClause[] {
  const filterValues = readFilterValues(filter ?? {})
  if (filterValues === null) return []
  const names = new Set(filterValues.values.map((value) => value.toLowerCase()))
  const hasUnknown = names.has('unknown')
  const listed = Object.values(Continent).filter((continent) => names.has(continent.toLowerCase()) !== hasUnknown)
  const isExcluded = filterValues.isExcluded !== hasUnknown
  const sql = `${isExcluded ? 'not ' : ''}coalesce(click.country, '') = any(string_to_array(?, ' '))`
  return [{ name: 'continent', sql, values: [listCountries(listed).join(' ')] }]
}

/** The whole filter, the period included. Throws `InvalidParams` as `resolveRange` does. */
export function buildWhereClause(filter: ClickFilter, now: Date): WhereClause {
  const { from, to } = resolveRange(filter, now)
  const { sql, values } = buildFilterClause(filter)
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

/** Views of bio pages are recorded like clicks, but do not count as clicks. */
export const isClickedSql = `link.kind <> 'bio_page'`

/** The links of a scope, as a condition on `link`. */
export function buildLinkClause({ workspaceIds, urlIds, placement = {}, includesViews }: LinkScope): WhereClause {
  const clauses = [
    { sql: 'link.workspace_id in (?)', values: [workspaceIds] },
    ...(urlIds === null ? [] : [{ sql: 'link.id in (?)', values: [urlIds] }]),
    ...(includesViews ? [] : [{ sql: isClickedSql, values: [] }]),
    ...buildPlacementClauses(placement),
  ]
  return {
    sql: clauses.map(({ sql }) => sql).join(' and '),
    values: clauses.flatMap<unknown>(({ values }) => values),
  }
}

/**
 * Finds a slice of the clicks of all links together and one click more, which shows whether there is another page. The
 * order is newest first, or oldest first for a backward slice. Every link contributes by its own index, so the cost
 * depends on the slice and the number of links, not on the number of clicks.
 */
export function findClicks(
  em: EntityManager,
  scope: LinkScope,
  where: WhereClause,
  slice: Slice,
  offset = 0,
): Promise<Click[]> {
  const limit = slice.size + 1
  const direction = directionOf(slice)
  const query = buildLateralQuery(scope, where, slice, limit + offset)
  const sql = `${query.sql} order by link_click.created_at ${direction}, link_click.id ${direction} limit ? offset ?`
  return fetchClicks(em, sql, [...query.values, limit, offset])
}

/**
 * Finds a click by its id. No index has the ids alone, but each contains its time, so the cost depends on the number of
 * links and not on the number of clicks.
 */
export async function findClickById(em: EntityManager, scope: LinkScope, id: string): Promise<Click | undefined> {
  const period = readIdPeriod('clk', id)
  if (!period) return undefined
  const where = {
    sql: 'click.id = ? and click.created_at >= ?::timestamptz and click.created_at <= ?::timestamptz',
    values: [id, period.from.toISOString(), period.to.toISOString()],
  }
  const slice = { size: 0, isBackward: false, after: null, before: null }
  const [click] = await findClicks(em, scope, where, slice)
  return click
}

/** Finds the same slice of the clicks of each link, with one more click for each link, in one statement. */
export async function findClicksByLink(
  em: EntityManager,
  scope: LinkScope,
  where: WhereClause,
  slice: Slice,
): Promise<Map<string, Click[]>> {
  const direction = directionOf(slice)
  const query = buildLateralQuery(scope, where, slice, slice.size + 1)
  const sql = `${query.sql} order by link_click.url_id, link_click.created_at ${direction}, link_click.id ${direction}`
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
  readonly people: number
  /** Clicks by people without a visitor. */
  readonly unidentified: number
  readonly uniqueVisitors: number
}

/**
 * Counts clicks and visitors of each country, most clicks first. A visitor counts once for each link and UTC day.
 * Visitors of a link that is in privacy mode now are withheld.
 */
export function findCountryTotals(
  em: EntityManager,
  scope: LinkScope,
  where: WhereClause,
): Promise<CountryTotalsRow[]> {
  const links = buildLinkClause(scope)
  return em.execute<CountryTotalsRow[]>(
    `select country, sum(clicks)::float8 as count, sum(people)::float8 as people,
            coalesce(sum(people) filter (where visitor is null), 0)::float8 as unidentified,
            count(visitor)::float8 as "uniqueVisitors"
       from (select click.country, count(*) as clicks, count(*) filter (where not click.is_bot) as people,
                    case when not link.privacy_mode and not click.is_bot then click.visitor_hash end as visitor
               from link
               join click on click.url_id = link.id
              where ${links.sql} and ${where.sql}
              group by click.country, click.url_id, ${utcDaySql('click.created_at')}, visitor) as visit
      group by country
      order by count desc, country`,
    [...links.values, ...where.values],
  )
}

/** The order of clicks in SQL. The primary key serves both directions. */
function directionOf({ isBackward }: Slice): 'asc' | 'desc' {
  return isBackward ? 'asc' : 'desc'
}

function buildLateralQuery(scope: LinkScope, where: WhereClause, slice: Slice, limit: number): WhereClause {
  const { after, before } = slice
  const links = buildLinkClause(scope)
  const afterSql = after ? 'and (click.created_at, click.id) < (?::timestamptz, ?)' : ''
  const beforeSql = before ? 'and (click.created_at, click.id) > (?::timestamptz, ?)' : ''
  const direction = directionOf(slice)
  return {
    sql: `
      select link_click.*
        from link
       cross join lateral (
         select ${visibleColumns('click')}
           from click
          where click.url_id = link.id and ${where.sql} ${afterSql} ${beforeSql}
          order by click.created_at ${direction}, click.id ${direction}
          limit ?) as link_click
       where ${links.sql}`,
    values: [...where.values, ...(after ?? []), ...(before ?? []), limit, ...links.values],
  }
}

/** The columns of a click that its owner may see, for a table alias. Visitor hashes are not among them. */
export function visibleColumns(alias: string): string {
  const plain = [
    ...[
      'id',
      'url_id',
      'created_at',
      'trigger',
      'referrer_host',
      'is_bot',
      'bot_name',
      'rule_id',
      'variant',
      'import_id',
    ],
    ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'],
  ]
  const described = ['country', 'region', 'city', 'device', 'browser', 'os']
  return [
    ...plain.map((column) => `${alias}.${column}`),
    ...described.map((column) => `coalesce(${alias}.${column}, 'Unknown') as ${column}`),
  ].join(', ')
}

async function fetchClicks(em: EntityManager, sql: string, values: unknown[]): Promise<Click[]> {
  const rows = await em.execute<Record<string, unknown>[]>(sql, values)
  return rows.map((row) => em.map(Click, row))
}
