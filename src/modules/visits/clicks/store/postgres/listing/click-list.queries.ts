import type { EntityManager } from '../../../../../../platform/database/database.ts'
import type { Slice } from '../../../../../../platform/graphql/pagination/keyset.ts'
import { readIdPeriod } from '../../../../../../platform/shared/ids.ts'
import { Click } from '../../../click.entity.ts'
import type { ClickSelection, CountryCount, LinkScope } from '../../click-query.ts'
import { buildLinkClause, type WhereClause } from '../../link-scope.queries.ts'
import { utcDaySql } from '../rollups/dimensions.queries.ts'
import { buildWhereClause } from '../selection.queries.ts'

// Raw SQL, because the clicks of many links are read through the index of each link (a lateral join) and counted
// in the database, in one statement for all links.

/**
 * Finds a slice of the clicks of all links together and one click more, which shows whether there is another page. The
 * order is newest first, or oldest first for a backward slice. Every link contributes by its own index, so the cost
 * depends on the slice and the number of links, not on the number of clicks.
 */
export function findClicks(em: EntityManager, selection: ClickSelection, slice: Slice, offset = 0): Promise<Click[]> {
  const limit = slice.size + 1
  const direction = directionOf(slice)
  const query = buildLateralQuery(selection.scope, buildWhereClause(selection), slice, limit + offset)
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
  const { sql, values } = buildLateralQuery(scope, where, { size: 0, isBackward: false, after: null, before: null }, 1)
  const [click] = await fetchClicks(em, sql, values)
  return click
}

/** Finds the same slice of the clicks of each link, with one more click for each link, in one statement. */
export async function findClicksByLink(
  em: EntityManager,
  selection: ClickSelection,
  slice: Slice,
): Promise<Map<string, Click[]>> {
  const direction = directionOf(slice)
  const query = buildLateralQuery(selection.scope, buildWhereClause(selection), slice, slice.size + 1)
  const sql = `${query.sql} order by link_click.url_id, link_click.created_at ${direction}, link_click.id ${direction}`
  return Map.groupBy(await fetchClicks(em, sql, query.values), ({ urlId }) => urlId)
}

/** Counts the clicks of each link, one by one. Links without a click are missing. */
export async function countClicksByLink(em: EntityManager, selection: ClickSelection): Promise<Map<string, number>> {
  const links = buildLinkClause(selection.scope)
  const where = buildWhereClause(selection)
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

/**
 * Counts clicks and visitors of each country, most clicks first. A visitor counts once for each link and UTC day.
 * Visitors of a link that is in privacy mode now are withheld.
 */
export function countClicksByCountry(em: EntityManager, selection: ClickSelection): Promise<CountryCount[]> {
  const links = buildLinkClause(selection.scope)
  const where = buildWhereClause(selection)
  return em.execute<CountryCount[]>(
    `select country, sum(clicks)::float8 as clicks, sum(people)::float8 as people,
            coalesce(sum(people) filter (where visitor is null), 0)::float8 as unidentified,
            count(visitor)::float8 as visitors
       from (select click.country, count(*) as clicks, count(*) filter (where not click.is_bot) as people,
                    case when not link.privacy_mode and not click.is_bot then click.visitor_hash end as visitor
               from link
               join click on click.url_id = link.id
              where ${links.sql} and ${where.sql}
              group by click.country, click.url_id, ${utcDaySql('click.created_at')}, visitor) as visit
      group by country
      order by 2 desc, country`,
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
