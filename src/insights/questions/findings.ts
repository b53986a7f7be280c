import type { Calendar } from './calendar.ts'
import type { InsightRow } from './insight.ts'
import type { NamedLink } from './own.links.ts'
import type { Dimension, Plan } from './plan.ts'
import { countryName } from './rules/countries.ts'

interface Count {
  readonly count: number
  readonly [name: string]: unknown
}

/** One summary as the schema tells it; what was not asked for is absent. */
export interface Summary {
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

/** What the document of a plan answered. */
export interface Findings {
  readonly summary: Summary
  readonly previous?: Summary
  readonly url?: { readonly isActive: boolean; readonly createdAt: string }
}

const utmNames: Readonly<Partial<Record<Dimension, string>>> = {
  utmSource: 'source',
  utmMedium: 'medium',
  utmCampaign: 'campaign',
}

type Links = ReadonlyMap<string, NamedLink>

/** The rows of an answer, in the order the plan asks for. */
export function rowsOf(plan: Plan, findings: Findings, links: Links, calendar: Calendar): InsightRow[] {
  const { summary, previous } = findings
  switch (plan.operation) {
    case 'breakdown':
      return picked(plan, plan.dimension ? sharesOf(plan.dimension, summary) : [])
    case 'topLinks':
      return (summary.topLinks ?? []).map(({ urlId, count }) =>
        row({ name: links.get(urlId)?.title ?? urlId, value: links.get(urlId)?.code ?? null, urlId, clicks: count }),
      )
    case 'timeseries':
      return picked(
        plan,
        (summary.timeseries ?? []).map(({ timestamp, clicks, uniqueVisitors }) => {
          const at = new Date(timestamp)
          const visitors = summary.uniqueVisitorsAvailable ? uniqueVisitors : null
          return row({ name: momentOf(at, plan.unit, calendar.zone), timestamp: at, clicks, uniqueVisitors: visitors })
        }),
      )
    case 'compare':
      return [
        rowOf(summary, plan.period.label),
        ...(previous && plan.comparedTo ? [rowOf(previous, plan.comparedTo.label)] : []),
      ]
    default: {
      const [link] = links.values()
      const lastClickAt = summary.lastClickAt ? new Date(summary.lastClickAt) : null
      const about = { urlId: link?.id ?? null, value: link?.code ?? null, timestamp: lastClickAt }
      return [{ ...rowOf(summary, link?.title ?? 'all links'), ...about }]
    }
  }
}

function row(given: Pick<InsightRow, 'name' | 'clicks'> & Partial<InsightRow>): InsightRow {
  return { value: null, urlId: null, timestamp: null, uniqueVisitors: null, ...given }
}

function rowOf({ totalClicks, uniqueVisitors, uniqueVisitorsAvailable }: Summary, name: string): InsightRow {
  return row({ name, clicks: totalClicks, uniqueVisitors: uniqueVisitorsAvailable ? uniqueVisitors : null })
}

function sharesOf(dimension: Dimension, summary: Summary): InsightRow[] {
  const utm = utmNames[dimension]
  const counts = utm
    ? (summary.utmStats?.[utm] ?? [])
    : ((summary as unknown as Record<string, Count[] | undefined>)[`${dimension}Stats`] ?? [])
  return counts.map((each) => {
    const value = String(each[utm ? 'value' : dimension])
    return row({ name: dimension === 'country' ? countryName(value) : value, value, clicks: each.count })
  })
}

function picked({ order, limit, operation }: Plan, rows: readonly InsightRow[]): InsightRow[] {
  if (order === null) return [...rows]
  const sign = order === 'most' ? -1 : 1
  const told = operation === 'timeseries' && order === 'most' ? rows.filter(({ clicks }) => clicks > 0) : rows
  return told.toSorted((a, b) => sign * (a.clicks - b.clicks)).slice(0, limit)
}

/** The beginning of a stretch as its zone's clocks have it: `2026-11-21`, and with the time where days are too long. */
function momentOf(at: Date, unit: Plan['unit'], timeZone: string): string {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' }).format(at)
  return unit === 'hour' || unit === 'minute' || time !== '00:00' ? `${day} ${time}` : day
}
