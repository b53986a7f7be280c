import type { Calendar } from './calendar.ts'
import type { InsightRow } from './insight.types.ts'
import type { NamedLink } from './link-lookup.ts'
import type { Dimension, Plan } from './question-plan.ts'
import { getCountryName } from './rules/country-names.ts'

/** A GraphQL document and its variables. */
export interface GraphQLRequest {
  readonly document: string
  readonly variables: Readonly<Record<string, unknown>>
}

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

/**
 * Builds the GraphQL document for a plan from fixed parts. Text from a user or a model is only used in variables. `urlId`
 * is the id of the link that the plan names.
 */
export function buildRequest(plan: Plan, urlId: string | null): GraphQLRequest {
  const { operation, filters, period, comparedTo, timezone, includeBots } = plan
  const variables = new Map<string, readonly [type: string, value: unknown]>()
  if (urlId !== null) variables.set('urlId', ['ID!', urlId])
  const addPeriod = (prefix: 'from' | 'previousFrom', end: 'to' | 'previousTo', { from, to }: Plan['period']) => {
    if (from) variables.set(prefix, ['DateTime', from.toISOString()])
    if (to) variables.set(end, ['DateTime', to.toISOString()])
    return [from && `from: $${prefix}`, to && `to: $${end}`].filter(Boolean)
  }
  variables.set('timezone', ['String', timezone])
  const filterArguments = ['timezone: $timezone']
  for (const [name, value] of Object.entries(filters)) {
    variables.set(name, ['String', value])
    filterArguments.push(`${name}: $${name}`)
  }
  if (includeBots) {
    variables.set('includeBots', ['Boolean', true])
    filterArguments.push('includeBots: $includeBots')
  }
  const selectSummary = (
    alias: string,
    periodArguments: readonly unknown[],
    more: readonly string[],
    selection: string,
  ) => {
    const linkArguments = urlId === null ? [] : ['urlId: $urlId']
    const root = urlId === null ? 'accountAnalytics' : 'clickAnalytics'
    return `  ${alias}: ${root}(${[...linkArguments, ...periodArguments, ...filterArguments, ...more].join(', ')}) { ${selection} }`
  }
  const lines: string[] = []
  const currentPeriod = addPeriod('from', 'to', period)
  if (operation === 'linkDetails') {
    lines.push('  url(id: $urlId) { id title shortUrl isActive createdAt }')
    lines.push(selectSummary('summary', currentPeriod, [], `${totalsSelection} lastClickAt`))
  } else if (operation === 'compare' && comparedTo) {
    lines.push(selectSummary('summary', currentPeriod, [], totalsSelection))
    lines.push(selectSummary('previous', addPeriod('previousFrom', 'previousTo', comparedTo), [], totalsSelection))
  } else {
    const { selection, more } = selectDetails(plan, variables)
    lines.push(selectSummary('summary', currentPeriod, more, `${totalsSelection} ${selection}`.trim()))
  }
  const declarations = [...variables].map(([name, [type]]) => `$${name}: ${type}`).join(', ')
  return {
    document: `query Answer(${declarations}) {\n${lines.join('\n')}\n}`,
    variables: Object.fromEntries([...variables].map(([name, [, value]]) => [name, value])),
  }
}

/** The selection and arguments of a summary in addition to its totals. */
function selectDetails(
  { operation, dimension, unit, order, limit }: Plan,
  variables: Map<string, readonly [type: string, value: unknown]>,
): { selection: string; more: string[] } {
  if (operation === 'timeseries') {
    variables.set('unit', ['String', unit])
    return { selection: 'timeseries { timestamp clicks uniqueVisitors }', more: ['unit: $unit'] }
  }
  if (operation !== 'topLinks' && !(operation === 'breakdown' && dimension)) return { selection: '', more: [] }
  variables.set('limit', ['Int', order === 'fewest' ? maxBreakdownRows : limit])
  const selection = operation === 'topLinks' || !dimension ? 'topLinks { urlId count }' : breakdowns[dimension]
  return { selection, more: ['limit: $limit'] }
}

interface Count {
  readonly count: number
  readonly [name: string]: unknown
}

/** An analytics summary. Fields that were not selected are absent. */
export interface SummaryResult {
  readonly totalClicks: number
  readonly uniqueVisitors: number
  readonly uniqueVisitorsAvailable: boolean
  readonly lastClickAt?: string | null
  readonly utmStats?: Readonly<Record<string, Count[]>>
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

const utmNames: Readonly<Partial<Record<Dimension, string>>> = {
  utmSource: 'source',
  utmMedium: 'medium',
  utmCampaign: 'campaign',
}

type LinksById = ReadonlyMap<string, NamedLink>

/** Returns the rows of an answer, in the order of the plan. */
export function buildRows(plan: Plan, result: QueryResult, links: LinksById, calendar: Calendar): InsightRow[] {
  const { summary, previous } = result
  switch (plan.operation) {
    case 'breakdown':
      return selectRows(plan, plan.dimension ? createBreakdownRows(plan.dimension, summary) : [])
    case 'topLinks':
      return (summary.topLinks ?? []).map(({ urlId, count }) =>
        createRow({
          name: links.get(urlId)?.title ?? urlId,
          value: links.get(urlId)?.code ?? null,
          urlId,
          clicks: count,
        }),
      )
    case 'timeseries':
      return selectRows(
        plan,
        (summary.timeseries ?? []).map(({ timestamp, clicks, uniqueVisitors }) => {
          const at = new Date(timestamp)
          const visitors = summary.uniqueVisitorsAvailable ? uniqueVisitors : null
          return createRow({
            name: formatTimestamp(at, plan.unit, calendar.zone),
            timestamp: at,
            clicks,
            uniqueVisitors: visitors,
          })
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

function createRow(fields: Pick<InsightRow, 'name' | 'clicks'> & Partial<InsightRow>): InsightRow {
  return { value: null, urlId: null, timestamp: null, uniqueVisitors: null, ...fields }
}

function createSummaryRow(
  { totalClicks, uniqueVisitors, uniqueVisitorsAvailable }: SummaryResult,
  name: string,
): InsightRow {
  return createRow({ name, clicks: totalClicks, uniqueVisitors: uniqueVisitorsAvailable ? uniqueVisitors : null })
}

function createBreakdownRows(dimension: Dimension, summary: SummaryResult): InsightRow[] {
  const utm = utmNames[dimension]
  const counts = utm
    ? (summary.utmStats?.[utm] ?? [])
    : ((summary as unknown as Record<string, Count[] | undefined>)[`${dimension}Stats`] ?? [])
  return counts.map((count) => {
    const value = String(count[utm ? 'value' : dimension])
    return createRow({ name: dimension === 'country' ? getCountryName(value) : value, value, clicks: count.count })
  })
}

function selectRows({ order, limit, operation }: Plan, rows: readonly InsightRow[]): InsightRow[] {
  if (order === null) return [...rows]
  const sign = order === 'most' ? -1 : 1
  const candidates = operation === 'timeseries' && order === 'most' ? rows.filter(({ clicks }) => clicks > 0) : rows
  return candidates.toSorted((a, b) => sign * (a.clicks - b.clicks)).slice(0, limit)
}

/** Formats the start of an interval in the time zone: `2026-11-21`, with the time for intervals shorter than a day. */
function formatTimestamp(at: Date, unit: Plan['unit'], timeZone: string): string {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' }).format(at)
  return unit === 'hour' || unit === 'minute' || time !== '00:00' ? `${day} ${time}` : day
}
