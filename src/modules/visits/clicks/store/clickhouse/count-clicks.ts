import type { EntityManager } from '../../../../../platform/database/database.ts'
import { findWholePeriods, largestAlignedSpan, type TimeRange } from '../../time-range.ts'
import {
  type BucketSeries,
  type ClickCounts,
  type CountQuery,
  type CountRow,
  type Dimension,
  minShownClicks,
  unknownValue,
} from '../click-query.ts'
import type { ClickHouseQueries } from './clickhouse.ts'
import { isEmpty, type ResolvedScope, resolveScope } from './scope.queries.ts'
import { filterSql, lowerSql, Params, rangeSql, scopeSql, visitorSql } from './selection-sql.ts'
import { sumOfBucketsSql, sumOfDaysSql, sumOfValuesSql, type TotalSource } from './totals/count-totals.ts'
import type { RetentionView } from './totals/retention-view.ts'

/** A visitor counts once for each link and UTC day. A 64-bit hash takes a fifth of the time of the three values. */
const visitorsSql = `uniqExactIf(cityHash64(url_id, toDate(created_at), visitor_number), not is_bot and visitor_number != 0)`

/** The values of a breakdown; null when the value is unknown. */
const dimensionSql: Record<Dimension, string> = {
  country: 'country',
  region: 'region',
  city: `concat(ifNull(region, country), ':', city)`,
  device: 'device',
  browser: 'browser',
  os: 'os',
  referrer: siteSql(`ifNull(referrer_host, if(isNull(device), null, 'Direct'))`),
  utm_source: campaignSql('utm_source'),
  utm_medium: campaignSql('utm_medium'),
  utm_campaign: campaignSql('utm_campaign'),
  utm_term: campaignSql('utm_term'),
  utm_content: campaignSql('utm_content'),
  trigger: 'trigger',
  rule: 'rule_id',
  variant: 'variant',
}

/** A site is one referrer, with and without `www.`. */
function siteSql(value: string): string {
  return `if(${value} like 'www.%.%', substring(${value}, 5), ${value})`
}

/** A campaign is one in any case. */
function campaignSql(column: string): string {
  return `nullIf(${lowerSql(column)}, 'unknown')`
}

/**
 * Counts single clicks, and the totals of whole UTC days that are left of deleted ones. The statements of a question run at the
 * same time.
 */
export async function countClicks(
  em: EntityManager,
  clickHouse: ClickHouseQueries,
  query: CountQuery,
  view: RetentionView,
): Promise<ClickCounts> {
  const { groupings } = query
  const series = query.series.map((each) => ({ ...each, span: findSpan(each) }))
  const hasTotals = Object.keys(query.filters).length === 0 && series.every(({ span }) => span !== null)
  const totalDays = hasTotals ? findWholePeriods('day', query.range) : null
  const bucketVisitors = new Map(
    series.map(({ key, span }) => [key, span === 'day' ? ('days' as const) : ('clicks' as const)]),
  )
  const scope = await resolveScope(em, query.scope, query.isPerLink)
  if (isEmpty(scope)) return { rows: [], totalDays, bucketVisitors }
  const counter = new ClickCounter(clickHouse, scope, query, view, view.hasTotals ? totalDays : null)
  const values = groupings.filter(
    (grouping): grouping is ValueGrouping => grouping in dimensionSql || (grouping === 'link' && !query.isPerLink),
  )
  const parts = await Promise.all([
    groupings.includes('total') ? counter.countTotals() : [],
    groupings.includes('bucket') ? counter.countBuckets(series) : [],
    values.length > 0 ? counter.countValues(values) : [],
  ])
  return { rows: parts.flat(), totalDays, bucketVisitors }
}

/** A series, and the longest span of totals whose rows each lie in one of its buckets; null when none does. */
interface SpannedSeries extends BucketSeries {
  readonly span: ReturnType<typeof largestAlignedSpan>
}

/** Without a click, any span fits. */
function findSpan({ starts, firstClick }: BucketSeries) {
  return firstClick === null ? 'day' : largestAlignedSpan(starts, firstClick)
}

/** What clicks are counted by in one pass. */
type ValueGrouping = Dimension | 'link'

/** The value of a click, as it is shown. */
export function valueSql(name: ValueGrouping): string {
  return name === 'link' ? 'url_id' : `toString(ifNull(${dimensionSql[name]}, '${unknownValue}'))`
}

type CountedValue = Pick<CountRow, 'key' | 'value' | 'clicks'>
type CountedTotal = Pick<CountRow, 'key' | 'clicks' | 'botClicks' | 'visitors'> & {
  readonly unidentified: number
  readonly lastAt: number | null
}
type CountedBucket = Pick<CountRow, 'key' | 'clicks' | 'botClicks' | 'visitors'> & { readonly start: number }

/** The statements of one question. */
class ClickCounter {
  private readonly key: string
  private readonly clicks: string
  private readonly totals: TotalSource | null

  constructor(
    private readonly clickHouse: ClickHouseQueries,
    private readonly scope: ResolvedScope,
    private readonly query: CountQuery,
    private readonly view: RetentionView,
    /** The days of which totals are added; null for none. */
    days: TimeRange | null,
  ) {
    const { isPerLink, includeBots } = query
    this.key = isPerLink ? 'url_id' : `''`
    this.clicks = includeBots ? 'count()' : 'countIf(not is_bot)'
    this.totals = days && { scope, days, view, key: this.key, includeBots }
  }

  async countTotals(): Promise<CountRow[]> {
    const params = new Params()
    const rows = await this.clickHouse.query<CountedTotal>(
      `select key, sum(counted) as clicks, sum(bots) as botClicks, sum(persons) as visitors, sum(anonymous) as unidentified,
              toUnixTimestamp64Milli(max(last)) as lastAt
         from (
           with ${visitorSql(this.scope, params)} as visitor_number
           select ${this.key} as key, ${this.clicks} as counted, countIf(is_bot) as bots, ${visitorsSql} as persons,
                  countIf(not is_bot and visitor_number = 0) as anonymous,
                  maxIf(toNullable(created_at), not is_bot) as last
             from click
            where ${this.selected(params, true)}
            group by key
           ${this.totals ? `union all ${sumOfDaysSql(this.totals, params)}` : ''})
        group by key`,
      params.values,
    )
    return rows.flatMap(({ key, unidentified, lastAt, ...row }) => [
      { ...row, key, value: '', grouping: 'total' as const, lastAt: lastAt === null ? null : new Date(lastAt) },
      toRow('unidentified', { key, value: '', clicks: unidentified }),
    ])
  }

  /** One statement for all keys with the same buckets. */
  async countBuckets(series: readonly SpannedSeries[]): Promise<CountRow[]> {
    const filled = series.filter(({ starts }) => starts.length > 0)
    const groups = Map.groupBy(filled, ({ span, starts }) => `${span} ${starts.map((start) => start.getTime()).join()}`)
    const rows = await Promise.all([...groups.values()].map((group) => this.countSeries(group)))
    return rows.flat()
  }

  /** Breakdowns, and the links with the most clicks, in one pass over the clicks. */
  async countValues(names: readonly ValueGrouping[]): Promise<CountRow[]> {
    const params = new Params()
    const columns = names.map((name) => `value_${name}`)
    // The number of a grouping has a 0 for its column, and a 1 for each other column.
    const numberOf = (name: ValueGrouping) => 2 ** names.length - 1 - 2 ** (names.length - 1 - names.indexOf(name))
    const byNumber = new Map(names.map((name) => [numberOf(name), name]))
    const small = names.flatMap((name) => {
      const minClicks = name === 'link' ? undefined : minShownClicks[name]
      return minClicks === undefined ? [] : [`number = ${numberOf(name)} and counted < ${minClicks}`]
    })
    const shown = `if(known != '${unknownValue}' and (${small.join(' or ') || 'false'}), 'Other', known)`
    // All countries are returned.
    const uncut = names.includes('country') ? `, if(number = ${numberOf('country')}, value, '')` : ''
    const { limit } = this.query
    const single = `
           select key, concat(${columns.join(', ')}, '') as known, toInt64(grouping(${columns.join(', ')})) as number, count() as counted
             from (
               select ${this.key} as key, ${names.map((name) => `${valueSql(name)} as value_${name}`).join(', ')}
                 from click
                where ${this.selected(params, false)})
            group by grouping sets (${columns.map((column) => `(key, ${column})`).join(', ')})`
    const numbers = new Map(names.map((name) => [name, numberOf(name)]))
    const added = this.totals && sumOfValuesSql(this.totals, numbers, params)
    const all = added
      ? `select key, known, number, sum(part.counted) as counted from (${single} union all ${added}) as part group by key, known, number having sum(part.counted) > 0`
      : single
    const rows = await this.clickHouse.query<CountedValue & { number: number }>(
      `select number, key, ${shown} as value, sum(counted) as clicks
         from (${all})
        group by number, key, value
        order by number, key, clicks desc, value
        ${limit === null ? '' : `limit ${Math.trunc(limit)} by number, key${uncut}`}`,
      params.values,
    )
    return rows.flatMap(({ number, ...row }) => {
      const grouping = byNumber.get(number)
      return grouping ? [toRow(grouping, row)] : []
    })
  }

  private async countSeries(group: readonly SpannedSeries[]): Promise<CountRow[]> {
    const params = new Params()
    const { starts: firstStarts = [], span = null } = group[0] ?? {}
    const startsMs = firstStarts.map((start) => start.getTime())
    const numbers = new Map(startsMs.map((start, index) => [start, String(index + 1)]))
    const starts = params.bind(startsMs, 'Array(Int64)')
    const urlIds = group.map(({ key }) => key)
    const keys = this.query.isPerLink ? `and url_id in ${params.bind(urlIds, 'Array(String)')}` : ''
    const bounds = { starts, span: span === 'day' ? ('day' as const) : ('quarter' as const), keys }
    const rows = await this.clickHouse.query<CountedBucket>(
      `select key, start, sum(counted) as clicks, sum(bots) as botClicks, sum(persons) as visitors
         from (
           with ${visitorSql(this.scope, params)} as visitor_number
           select ${this.key} as key, roundDown(toUnixTimestamp64Milli(created_at), ${starts}) as start,
                  ${this.clicks} as counted, countIf(is_bot) as bots, ${visitorsSql} as persons
             from click
            where ${this.selected(params, true)} ${keys}
            group by key, start
           ${this.totals ? `union all ${sumOfBucketsSql(this.totals, bounds, params)}` : ''})
        group by key, start`,
      params.values,
    )
    return rows.map(({ start, ...row }) => ({
      ...row,
      grouping: 'bucket' as const,
      value: numbers.get(start) ?? '0',
      lastAt: null,
    }))
  }

  /** The selected clicks, and the clicks of bots when they are counted beside people. */
  private selected(params: Params, hasBots: boolean): string {
    const { range, filters, includeBots } = this.query
    const conditions = [
      scopeSql(this.scope, params),
      ...rangeSql(range, params),
      ...(includeBots || hasBots ? [] : ['not is_bot']),
      ...filterSql(filters, params),
      ...this.view.clicksSql(params),
    ]
    return conditions.join(' and ')
  }
}

const toRow = (grouping: CountRow['grouping'], counted: CountedValue): CountRow => ({
  ...counted,
  grouping,
  botClicks: 0,
  visitors: 0,
  lastAt: null,
})
