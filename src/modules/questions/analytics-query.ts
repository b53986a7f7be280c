import { toEnumName } from '../../platform/shared/enum-type.ts'
import type { InsightQuery, InsightRow } from './insight.types.ts'
import type { NamedLink } from './link-lookup.ts'
import type { Dimension, Plan } from './question-plan.ts'
import { getCountryName } from './rules/filter-values.ts'

/** The selection of the analytics summary for each dimension. */
const breakdowns: Readonly<Record<Dimension, string>> = {
  country: 'countryStats { country count }',
  region: 'regionStats { region count }',
  device: 'deviceStats { device count }',
  browser: 'browserStats { browser count }',
  os: 'osStats { os count }',
  referrer: 'referrerStats { referrer count }',
  utmSource: 'utmStats { source { value count } }',
  utmMedium: 'utmStats { medium { value count } }',
  utmCampaign: 'utmStats { campaign { value count } }',
  trigger: 'triggerStats { trigger count }',
}

const totalsSelection = 'totalClicks uniqueVisitors uniqueVisitorsAvailable'

/** Maximum number of rows of a breakdown in the schema. The rows with the fewest clicks come last. */
const maxBreakdownRows = 500

/** Builds the document for a plan and the link that it names. Text from a user or a model is only in variables. */
export function buildRequest(plan: Plan, urlId: string | null): InsightQuery {
  const { operation, period, comparedTo, order } = plan
  const variables: Record<string, unknown> = {}
  const declarations: string[] = []
  /** Declares a variable and returns the argument that uses it. */
  const argument = (name: string, type: string, value: unknown, variable = name) => {
    variables[variable] = value
    declarations.push(`$${variable}: ${type}`)
    return `${name}: $${variable}`
  }
  const linkArguments = urlId === null ? [] : [argument('urlId', 'ID!', urlId)]
  const filterArguments = [
    argument('timezone', 'String', plan.timezone),
    ...Object.entries(plan.filters).map(([name, value]) => argument(name, 'String', value)),
    ...(plan.includeBots ? [argument('includeBots', 'Boolean', true)] : []),
  ]
  const listPeriodArguments = ({ from, to }: Plan['period'], fromVariable: string, toVariable: string) => [
    ...(from ? [argument('from', 'DateTime', from.toISOString(), fromVariable)] : []),
    ...(to ? [argument('to', 'DateTime', to.toISOString(), toVariable)] : []),
  ]
  const root = urlId === null ? 'accountAnalytics' : 'clickAnalytics'
  const selectSummary = (
    alias: string,
    periodArguments: readonly string[],
    more: readonly string[] = [],
    details = '',
  ) => {
    const all = [...linkArguments, ...periodArguments, ...filterArguments, ...more].join(', ')
    return `  ${alias}: ${root}(${all}) { ${`${totalsSelection} ${details}`.trim()} }`
  }
  const periodArguments = listPeriodArguments(period, 'from', 'to')
  const more = []
  if (operation === 'timeseries') more.push(argument('unit', 'SeriesUnit', toEnumName(plan.unit)))
  if (operation === 'topLinks' || operation === 'breakdown')
    more.push(argument('limit', 'Int', order === 'fewest' ? maxBreakdownRows : plan.limit))
  const lines = [selectSummary('summary', periodArguments, more, selectDetails(plan))]
  if (operation === 'linkDetails') lines.unshift('  url(id: $urlId) { id title shortUrl isActive createdAt }')
  if (operation === 'compare' && comparedTo)
    lines.push(selectSummary('previous', listPeriodArguments(comparedTo, 'previousFrom', 'previousTo')))
  return { document: `query Answer(${declarations.join(', ')}) {\n${lines.join('\n')}\n}`, variables }
}

/** The selection of a summary in addition to its totals. */
function selectDetails({ operation, dimension }: Plan): string {
  if (operation === 'linkDetails') return 'lastClickAt'
  if (operation === 'timeseries') return 'timeseries { timestamp clicks uniqueVisitors }'
  if (operation === 'topLinks') return 'topLinks { urlId count }'
  return dimension ? breakdowns[dimension] : ''
}

type CountRow = Readonly<Record<string, unknown>> & { readonly count: number }

/** An analytics summary. Fields that were not selected are absent. */
interface SummaryResult {
  readonly totalClicks: number
  readonly uniqueVisitors: number
  readonly uniqueVisitorsAvailable: boolean
  readonly lastClickAt?: string | null
  readonly utmStats?: Readonly<Record<string, readonly CountRow[]>>
  readonly topLinks?: readonly { readonly urlId: string; readonly count: number }[]
  readonly timeseries?: readonly {
    readonly timestamp: string
    readonly clicks: number
    readonly uniqueVisitors: number
  }[]
}

/** The result of the document of a plan. */
export interface QueryResult {
  readonly summary: SummaryResult
  readonly previous?: SummaryResult
  readonly url?: { readonly isActive: boolean; readonly createdAt: string }
}

/** Returns the rows of an answer, in the order of the plan. */
export function buildRows(
  plan: Plan,
  { summary, previous }: QueryResult,
  links: ReadonlyMap<string, NamedLink>,
): InsightRow[] {
  switch (plan.operation) {
    case 'breakdown':
      return selectRows(plan, plan.dimension ? createBreakdownRows(plan.dimension, summary) : [])
    case 'topLinks':
      return (summary.topLinks ?? []).map(({ urlId, count }) => {
        const link = links.get(urlId)
        return createRow({ name: link?.title ?? urlId, value: link?.code ?? null, urlId, clicks: count })
      })
    case 'timeseries':
      return selectRows(
        plan,
        (summary.timeseries ?? []).map(({ timestamp: start, clicks, uniqueVisitors: visitors }) => {
          const timestamp = new Date(start)
          const uniqueVisitors = summary.uniqueVisitorsAvailable ? visitors : null
          return createRow({ name: formatTimestamp(timestamp, plan), timestamp, clicks, uniqueVisitors })
        }),
      )
    case 'compare':
      return [
        createSummaryRow(summary, plan.period.label),
        ...(previous && plan.comparedTo ? [createSummaryRow(previous, plan.comparedTo.label)] : []),
      ]
    default: {
      const [link] = links.values()
      const lastClickAt = summary.lastClickAt ? new Date(summary.lastClickAt) : null
      const details = { urlId: link?.id ?? null, value: link?.code ?? null, timestamp: lastClickAt }
      return [{ ...createSummaryRow(summary, link?.title ?? 'all links'), ...details }]
    }
  }
}

/** A row with null for the absent fields. */
export function createRow(fields: Pick<InsightRow, 'name' | 'clicks'> & Partial<InsightRow>): InsightRow {
  return { value: null, urlId: null, timestamp: null, uniqueVisitors: null, ...fields }
}

function createSummaryRow(
  { totalClicks, uniqueVisitors, uniqueVisitorsAvailable }: SummaryResult,
  name: string,
): InsightRow {
  return createRow({ name, clicks: totalClicks, uniqueVisitors: uniqueVisitorsAvailable ? uniqueVisitors : null })
}

const utmNames: Readonly<Partial<Record<Dimension, string>>> = {
  utmSource: 'source',
  utmMedium: 'medium',
  utmCampaign: 'campaign',
}

function createBreakdownRows(dimension: Dimension, summary: SummaryResult): InsightRow[] {
  const utmName = utmNames[dimension]
  const rowsByField = summary as unknown as Readonly<Record<string, readonly CountRow[]>>
  const counts = (utmName ? summary.utmStats?.[utmName] : rowsByField[`${dimension}Stats`]) ?? []
  return counts.map((row) => {
    const value = String(row[utmName ? 'value' : dimension])
    return createRow({ name: dimension === 'country' ? getCountryName(value) : value, value, clicks: row.count })
  })
}

function selectRows({ order, limit, operation }: Plan, rows: readonly InsightRow[]): InsightRow[] {
  if (order === null) return [...rows]
  const sign = order === 'most' ? -1 : 1
  const candidates = operation === 'timeseries' && order === 'most' ? rows.filter(({ clicks }) => clicks > 0) : rows
  return candidates.toSorted((a, b) => sign * (a.clicks - b.clicks)).slice(0, limit)
}

/** Formats the start of an interval in the time zone: `2026-11-21`, with the time for intervals shorter than a day. */
function formatTimestamp(at: Date, { unit, timezone: timeZone }: Plan): string {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' }).format(at)
  return unit === 'hour' || unit === 'minute' || time !== '00:00' ? `${day} ${time}` : day
}
