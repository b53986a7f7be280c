import type { EntityManager } from '../../../../../platform/database/database.ts'
import type { ClickSelection, CountryCount, LinkCount, LinkCountQuery } from '../click-query.ts'
import type { ClickHouse } from './clickhouse.ts'
import { findDeletedIds, findLinksByIds, isEmpty, resolveScope } from './scope.queries.ts'
import { filterSql, Params, rangeSql, scopeSql, visitorSql } from './selection-sql.ts'

const startSql = { hour: 'toStartOfHour(created_at)', day: 'toStartOfDay(created_at)' } as const

type LinkCountRow = Omit<LinkCount, 'at' | 'value'> & {
  readonly urlId: string
  readonly at: number
  readonly value: string
}

/** Counts the clicks of many links, by their ids. */
export async function countLinks(
  em: EntityManager,
  clickHouse: ClickHouse,
  { urlIds, periods, by, dimension, minClicks }: LinkCountQuery,
): Promise<Map<string, LinkCount[]>> {
  const params = new Params()
  const conditions = await linkConditions(em, urlIds, params)
  if (conditions === null || periods?.length === 0) return new Map()
  if (periods)
    conditions.push(`(${periods.map((period) => `(${rangeSql(period, params).join(' and ')})`).join(' or ')})`)
  if (dimension === 'country') conditions.push('isNotNull(country)')
  const hasVisitors = by !== 'hour' && dimension === null
  const rows = await clickHouse.query<LinkCountRow>(
    `select url_id as urlId, ${by ? `toUnixTimestamp(${startSql[by]})` : '0'} as at,
            ${dimension ? `toString(assumeNotNull(${dimension}))` : `''`} as value,
            countIf(not is_bot) as clicks, countIf(is_bot) as botClicks,
            ${hasVisitors ? 'uniqExactIf((toDate(created_at), visitor), not is_bot and visitor != 0)' : '0'} as visitors
       from click
      where ${conditions.join(' and ')}
      group by urlId, at, value
     having clicks >= ${Math.trunc(minClicks)} or botClicks >= ${Math.trunc(minClicks)}
      order by urlId, at, value`,
    params.values,
  )
  const toCount = ({ urlId: _, at, value, ...row }: LinkCountRow): LinkCount => ({
    ...row,
    at: by ? new Date(at * 1000) : null,
    value: dimension ? value : null,
  })
  const byLink = Map.groupBy(rows, ({ urlId }) => urlId)
  return new Map([...byLink].map(([id, group]) => [id, group.map(toCount)]))
}

/** The hour of the first click on each link. */
export async function findFirstHours(
  em: EntityManager,
  clickHouse: ClickHouse,
  urlIds: readonly string[],
): Promise<Map<string, Date>> {
  const params = new Params()
  const conditions = await linkConditions(em, urlIds, params)
  if (conditions === null) return new Map()
  const rows = await clickHouse.query<{ urlId: string; at: number }>(
    `select url_id as urlId, toUnixTimestamp(toStartOfHour(min(created_at))) as at
       from click
      where ${conditions.join(' and ')}
      group by urlId`,
    params.values,
  )
  return new Map(rows.map(({ urlId, at }) => [urlId, new Date(at * 1000)]))
}

/** Counts the clicks of a selection, of each link or of all together. */
export async function countListed(
  em: EntityManager,
  clickHouse: ClickHouse,
  selection: ClickSelection,
  isPerLink: boolean,
): Promise<Map<string, number>> {
  const params = new Params()
  const conditions = await selectionConditions(em, selection, params, isPerLink)
  if (conditions === null) return new Map()
  const rows = await clickHouse.query<{ key: string; clicks: number }>(
    `select ${isPerLink ? 'url_id' : `''`} as key, count() as clicks from click where ${conditions.sql} group by key`,
    params.values,
  )
  return new Map(rows.map(({ key, clicks }) => [key, clicks]))
}

/** Counts clicks and visitors of each country, most clicks first. */
export async function countCountries(
  em: EntityManager,
  clickHouse: ClickHouse,
  selection: ClickSelection,
): Promise<CountryCount[]> {
  const params = new Params()
  const conditions = await selectionConditions(em, selection, params)
  if (conditions === null) return []
  return clickHouse.query<CountryCount>(
    `with ${visitorSql(conditions.scope, params)} as visitor_number
     select country, count() as clicks, countIf(not is_bot) as people,
            countIf(not is_bot and visitor_number = 0) as unidentified,
            uniqExactIf(cityHash64(url_id, toDate(created_at), visitor_number), not is_bot and visitor_number != 0) as visitors
       from click
      where ${conditions.sql}
      group by country
      order by clicks desc, country`,
    params.values,
  )
}

/** The conditions of a selection, and its scope; null when no click can match. */
export async function selectionConditions(
  em: EntityManager,
  { scope: linkScope, range, filters, includeBots }: ClickSelection,
  params: Params,
  isPerLink = false,
) {
  const scope = await resolveScope(em, linkScope, isPerLink)
  if (isEmpty(scope)) return null
  const conditions = [
    scopeSql(scope, params),
    ...rangeSql(range, params),
    ...(includeBots ? [] : ['not is_bot']),
    ...filterSql(filters, params),
  ]
  return { scope, sql: conditions.join(' and ') }
}

/** Conditions for the clicks of links; of all links that exist for null. Null when there is no link. */
async function linkConditions(
  em: EntityManager,
  urlIds: readonly string[] | null,
  params: Params,
): Promise<string[] | null> {
  if (urlIds === null) {
    const deletedIds = await findDeletedIds(em)
    return deletedIds.length > 0 ? [`not url_id in ${params.bind(deletedIds, 'Array(String)')}`] : ['true']
  }
  const links = await findLinksByIds(em, urlIds)
  return links.length > 0 ? [scopeSql({ kind: 'links', links }, params)] : null
}
