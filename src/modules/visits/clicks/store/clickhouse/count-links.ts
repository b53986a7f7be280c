import type { EntityManager } from '../../../../../platform/database/database.ts'
import { dayMs } from '../../../../../platform/shared/time.ts'
import type { ClickSelection, CountryCount, LinkCount, LinkCountQuery } from '../click-query.ts'
import type { ClickHouseQueries } from './clickhouse.ts'
import { findDeletedIds, findLinksByIds, isEmpty, resolveScope } from './scope.queries.ts'
import { filterSql, Params, rangeSql, scopeSql, visitorSql } from './selection-sql.ts'
import type { RetentionView } from './totals/retention-view.ts'

const startSql = {
  hour: (column: string) => `toStartOfHour(${column})`,
  day: (column: string) => `toStartOfDay(${column})`,
}

const isWholeDay = (at: Date) => at.getTime() % dayMs === 0

type LinkCountRow = Omit<LinkCount, 'at' | 'value'> & {
  readonly urlId: string
  readonly at: number
  readonly value: string
}

/** Counts the clicks of many links, by their ids. */
export async function countLinks(
  em: EntityManager,
  clickHouse: ClickHouseQueries,
  { urlIds, periods, by, dimension, minClicks }: LinkCountQuery,
  view: RetentionView,
): Promise<Map<string, LinkCount[]>> {
  const params = new Params()
  const conditions = await linkConditions(em, urlIds, params)
  if (conditions === null || periods?.length === 0) return new Map()
  const inPeriods = (column: string) =>
    periods ? [`(${periods.map((period) => `(${rangeSql(period, params, column).join(' and ')})`).join(' or ')})`] : []
  const isOfDays = by !== 'hour' && (periods ?? []).every(({ from, to }) => isWholeDay(from) && isWholeDay(to))
  const hasVisitors = isOfDays && dimension === null
  const startOf = (column: string) => (by ? `toUnixTimestamp(${startSql[by](column)})` : 'toUInt32(0)')
  const ofClicks = [
    ...[...conditions, ...inPeriods('created_at'), ...view.clicksSql(params)],
    ...(dimension === 'country' ? ['isNotNull(country)'] : []),
  ]
  // A single hour by a dimension is counted from single clicks.
  const totals =
    view.hasTotals && (isOfDays || dimension === null)
      ? `union all
       select url_id as urlId, ${startOf('starts_at')} as at, value, sum(clicks) as people, sum(bot_clicks) as bots,
              ${hasVisitors ? 'sum(visitors)' : 'toUInt64(0)'} as persons
         from click_total
        where ${[...conditions, ...inPeriods('starts_at'), ...view.totalsSql(params)].join(' and ')}
          and span = '${isOfDays ? 'day' : 'quarter'}' and dimension = '${dimension ?? 'total'}' and value != 'Unknown'
        group by urlId, at, value`
      : ''
  const rows = await clickHouse.query<LinkCountRow>(
    `select urlId, at, value, sum(people) as clicks, sum(bots) as botClicks, sum(persons) as visitors
       from (
       select url_id as urlId, ${startOf('created_at')} as at,
              ${dimension ? `toString(assumeNotNull(${dimension}))` : `''`} as value,
              countIf(not is_bot) as people, countIf(is_bot) as bots,
              ${hasVisitors ? 'uniqExactIf((toDate(created_at), visitor), not is_bot and visitor != 0)' : 'toUInt64(0)'} as persons
         from click
        where ${ofClicks.join(' and ')}
        group by urlId, at, value
       ${totals})
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
  clickHouse: ClickHouseQueries,
  urlIds: readonly string[],
  view: RetentionView,
): Promise<Map<string, Date>> {
  const params = new Params()
  const conditions = await linkConditions(em, urlIds, params)
  if (conditions === null) return new Map()
  const totals = view.hasTotals
    ? `union all select url_id as urlId, toDateTime64(starts_at, 3, 'UTC') as first from click_total
        where ${[...conditions, ...view.totalsSql(params)].join(' and ')} and span = 'quarter'`
    : ''
  const rows = await clickHouse.query<{ urlId: string; at: number }>(
    `select urlId, toUnixTimestamp(toStartOfHour(min(first))) as at
       from (
         select url_id as urlId, min(created_at) as first from click where ${conditions.join(' and ')} group by urlId
         ${totals})
      group by urlId`,
    params.values,
  )
  return new Map(rows.map(({ urlId, at }) => [urlId, new Date(at * 1000)]))
}

/** Counts the clicks of a selection, of each link or of all together. */
export async function countListed(
  em: EntityManager,
  clickHouse: ClickHouseQueries,
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
  clickHouse: ClickHouseQueries,
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
