import type { TimeRange } from '../../../time-range.ts'
import type { ResolvedScope } from '../scope.queries.ts'
import { formatInstant, hiddenSql, type Params, scopeSql } from '../selection-sql.ts'
import type { RetentionView } from './retention-view.ts'

// Each statement that counts single clicks adds what these select, with the same columns.

/** The totals of whole UTC days. */
export interface TotalSource {
  readonly scope: ResolvedScope
  readonly days: TimeRange
  readonly view: RetentionView
  /** The column by which is counted, or `''` for all links together. */
  readonly key: string
  /** Whether bots count as clicks. */
  readonly includeBots: boolean
}

const clicksOf = ({ includeBots }: TotalSource) => (includeBots ? 'clicks + bot_clicks' : 'clicks')

function totalsWhere({ scope, days, view }: TotalSource, span: 'day' | 'quarter', params: Params): string {
  const bound = (at: Date) => params.bind(formatInstant(at), `DateTime64(3, 'UTC')`)
  const conditions = [
    `span = '${span}'`,
    `(${scopeSql(scope, params)})`,
    ...(days.from ? [`starts_at >= ${bound(days.from)}`] : []),
    ...(days.to ? [`starts_at < ${bound(days.to)}`] : []),
    ...view.totalsSql(params),
  ]
  return conditions.join(' and ')
}

/** A link that is in privacy mode now withholds its visitors: all its clicks are of people without one. */
export function sumOfDaysSql(source: TotalSource, params: Params): string {
  const hidden = hiddenSql(source.scope, params)
  const ofAll = (value: string) => `sumIf(${value}, dimension = 'total')`
  return `
    select ${source.key} as key, ${ofAll(clicksOf(source))} as counted, ${ofAll('bot_clicks')} as bots,
           sumIf(visitors, dimension = 'total' and not (${hidden})) as persons,
           sumIf(clicks, dimension = if(${hidden}, 'total', 'unidentified')) as anonymous, max(last_at) as last
      from click_total
     where ${totalsWhere(source, 'day', params)} and dimension in ('total', 'unidentified')
     group by key`
}

/** By the start of their bucket. Only days have visitors. */
export function sumOfBucketsSql(
  source: TotalSource,
  { starts, span, keys }: { readonly starts: string; readonly span: 'day' | 'quarter'; readonly keys: string },
  params: Params,
): string {
  const hidden = hiddenSql(source.scope, params)
  return `
    select ${source.key} as key, roundDown(toInt64(toUnixTimestamp(starts_at)) * 1000, ${starts}) as start,
           sum(${clicksOf(source)}) as counted, sum(bot_clicks) as bots, sumIf(visitors, not (${hidden})) as persons
      from click_total
     where ${totalsWhere(source, span, params)} and dimension = 'total' ${keys}
     group by key, start`
}

/** By the values of dimensions, and by links, each with the number of its grouping. */
export function sumOfValuesSql(source: TotalSource, numbers: ReadonlyMap<string, number>, params: Params): string {
  const names = [...numbers.keys()]
  const numbersSql = `toInt64(transform(if(dimension = 'total', 'link', dimension), [${names.map((name) => `'${name}'`).join()}], [${[...numbers.values()].join()}], -1))`
  return `
    select ${source.key} as key, if(dimension = 'total', url_id, value) as known, ${numbersSql} as number,
           sum(${clicksOf(source)}) as counted
      from click_total
     where ${totalsWhere(source, 'day', params)} and number >= 0
     group by key, known, number`
}
