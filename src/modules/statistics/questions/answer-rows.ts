import { maxTiedRows } from './analytics-query.ts'
import { countUnits } from './calendar.ts'
import { createCycleRows } from './cycle-rows.ts'
import type { InsightRow } from './insight.types.ts'
import { createRow, roundToTenths, toPercent } from './insight-row.ts'
import type { NamedLink } from './link-lookup.ts'
import { type CountRow, getSummary, type LinkCountRow, type QueryResult, type SummaryResult } from './query-result.ts'
import { type Dimension, dimensionEnums, isWithinBound, type Plan } from './question-plan.ts'
import { getContinentName, getCountryName } from './rules/filter-values.ts'

/** The links of an answer by their ids. Links that the question names are in the order of the question. */
type Links = ReadonlyMap<string, NamedLink>

/** Rows, and how many rows are equal to the last one, if some of these are left out. */
export interface SelectedRows {
  readonly rows: InsightRow[]
  readonly tiedCount: number | null
  /** How many rows there were to choose from, at most 500. */
  readonly readCount: number
  /** How many rows are within the bound of the plan; null without one. */
  readonly boundedCount?: number
}

/** Returns the rows of an answer, in the order of the plan. */
export function selectAnswerRows(plan: Plan, result: QueryResult, links: Links): SelectedRows {
  const { bound, limit } = plan
  const rows = buildRows(plan, result, links)
  if (bound) {
    const bounded = rows.filter(({ clicks }) => isWithinBound(bound, clicks))
    return { rows: bounded.slice(0, limit), tiedCount: null, readCount: rows.length, boundedCount: bounded.length }
  }
  const isRanked = ['breakdown', 'topLinks', 'cycle', 'timeseries'].includes(plan.operation)
  return { ...(isRanked ? selectRows(plan, rows) : { rows, tiedCount: null }), readCount: rows.length }
}

function buildRows(plan: Plan, result: QueryResult, links: Links): InsightRow[] {
  const summary = getSummary(result)
  switch (plan.operation) {
    case 'breakdown':
      return addShares(createBreakdownRows(plan, summary), summary)
    case 'topLinks': {
      const { topLinks, leastClickedLinks } = summary
      return addShares(createLinkRows(topLinks ?? leastClickedLinks?.links ?? [], links), summary)
    }
    case 'unclickedLinks': {
      const unclicked = (summary.leastClickedLinks?.links ?? []).filter(({ count }) => count === 0)
      return createLinkRows(unclicked, links).slice(0, plan.limit)
    }
    case 'createdLinks':
      return (result.urls?.nodes ?? []).map(({ id, title, code, createdAt, currentClicks }) =>
        createRow({ name: title, value: code, urlId: id, timestamp: new Date(createdAt), clicks: currentClicks }),
      )
    case 'deadLinks':
      return (result.linkHealth?.unreachableUrls ?? [])
        .slice(0, plan.limit)
        .map(({ id, title, code, currentClicks }) =>
          createRow({ name: title, value: code, urlId: id, clicks: currentClicks }),
        )
    case 'cycle':
      return createCycleRows(plan, result)
    case 'timeseries':
      return createSeriesRows(plan, summary)
    case 'compare':
      return createSummaryRows([summary, plan.period.label], [result.previous, plan.comparedTo?.label ?? ''])
    case 'share':
      return createShareRows(plan, result, links)
    case 'compareLinks': {
      const [link, other] = links.values()
      return createSummaryRows([summary, link], [result.other, other])
    }
    case 'bots':
      return createBotRows(summary)
    default: {
      const [link] = links.values()
      const timestamp = summary.lastClickAt ? new Date(summary.lastClickAt) : null
      return [{ ...createSummaryRow(summary, link ?? 'all links'), timestamp, average: computeAverage(plan, summary) }]
    }
  }
}

/** A row about all clicks of a summary. */
function createSummaryRow(summary: SummaryResult, subject: NamedLink | string): InsightRow {
  const names =
    typeof subject === 'string' ? { name: subject } : { name: subject.title, value: subject.code, urlId: subject.id }
  return createRow({ ...names, clicks: summary.totalClicks, uniqueVisitors: getVisitors(summary) })
}

function createSummaryRows(
  ...pairs: readonly (readonly [SummaryResult | undefined, NamedLink | string | undefined])[]
): InsightRow[] {
  return pairs.flatMap(([summary, subject]) =>
    summary && subject !== undefined ? [createSummaryRow(summary, subject)] : [],
  )
}

function getVisitors({ uniqueVisitors, uniqueVisitorsAvailable }: SummaryResult): number | null {
  return uniqueVisitorsAvailable ? uniqueVisitors : null
}

/** The clicks of a summary, or its visitors if the plan is about them. */
function getMeasure({ measure }: Plan, summary: SummaryResult): number | null {
  return measure === 'visitors' ? getVisitors(summary) : summary.totalClicks
}

/** The part with its share, and the whole. */
function createShareRows(plan: Plan, { summary, whole }: QueryResult, links: Links): InsightRow[] {
  if (!summary || !whole) return []
  const [link] = links.values()
  const names = Object.values(plan.filters).map(
    ({ values, isExcluded }) => `${isExcluded ? 'not ' : ''}${values.join(', ')}`,
  )
  const part = createSummaryRow(summary, names.join('; ') || (link ?? ''))
  const share = toPercent(getMeasure(plan, summary), getMeasure(plan, whole))
  return [{ ...part, share }, createSummaryRow(whole, 'all')]
}

function createBotRows({ totalClicks, botClicks = 0 }: SummaryResult): InsightRow[] {
  const visits = totalClicks + botClicks
  return [
    createRow({ name: 'bots', clicks: botClicks, share: toPercent(botClicks, visits) }),
    createRow({ name: 'people', clicks: totalClicks, share: toPercent(totalClicks, visits) }),
  ]
}

/** The average of an hour, a day, a week or a month of the period; null if the question asks for no average. */
function computeAverage(plan: Plan, summary: SummaryResult): number | null {
  const { operation, period, unit, timezone } = plan
  if (operation !== 'average') return null
  const count = getMeasure(plan, summary)
  const unitCount = countUnits(period, unit, timezone)
  return count === null || unitCount === 0 ? null : roundToTenths(count / unitCount)
}

function createLinkRows(counts: readonly LinkCountRow[], links: Links): InsightRow[] {
  return counts.map(({ urlId, count }) => {
    const link = links.get(urlId)
    return createRow({ name: link?.title ?? urlId, value: link?.code ?? null, urlId, clicks: count })
  })
}

interface NamedValue {
  readonly name: string
  readonly value: string
}

const utmNames: Readonly<Partial<Record<Dimension, string>>> = {
  utmSource: 'source',
  utmMedium: 'medium',
  utmCampaign: 'campaign',
  utmTerm: 'term',
  utmContent: 'content',
}

function createBreakdownRows({ dimension }: Plan, summary: SummaryResult): InsightRow[] {
  if (dimension === null) return []
  if (dimension === 'folder' || dimension === 'tag')
    return (summary.placementStats ?? []).map(({ id, name, count }) => createRow({ name, value: id, clicks: count }))
  const utmName = utmNames[dimension]
  const rowsByField = summary as unknown as Readonly<Record<string, readonly CountRow[]>>
  const counts = (utmName ? summary.utmStats?.[utmName] : rowsByField[`${dimension}Stats`]) ?? []
  return counts.map((row) => {
    const text = String(row[utmName ? 'value' : dimension])
    const value = dimensionEnums[dimension]?.[text] ?? text
    return createRow({ ...namePlace(dimension, value, row), clicks: row.count })
  })
}

/** The display name of a value, and the value as a filter has it. */
function namePlace(dimension: Dimension, value: string, { country, region }: CountRow): NamedValue {
  if (dimension === 'country') return { name: getCountryName(value), value }
  if (dimension === 'continent') return { name: getContinentName(value), value }
  if (dimension !== 'city' || country === null) return { name: value, value }
  return { name: `${value}, ${country}`, value: `${region ?? country}:${value}` }
}

function addShares(rows: readonly InsightRow[], { totalClicks }: SummaryResult): InsightRow[] {
  return rows.map((row) => ({ ...row, share: toPercent(row.clicks, totalClicks) }))
}

function createSeriesRows(plan: Plan, summary: SummaryResult): InsightRow[] {
  return (summary.timeseries ?? []).map(({ timestamp: start, clicks, uniqueVisitors: visitors = 0 }) => {
    const timestamp = new Date(start)
    const uniqueVisitors = summary.uniqueVisitorsAvailable ? visitors : null
    return createRow({ name: nameInterval(timestamp, plan), timestamp, clicks, uniqueVisitors })
  })
}

/**
 * The rows with the most or the fewest clicks. A question for one row gets all equal rows, up to a maximum. Equal rows
 * that are left out are counted.
 */
function selectRows(
  { order, limit, operation, measure }: Plan,
  rows: readonly InsightRow[],
): Pick<SelectedRows, 'rows' | 'tiedCount'> {
  const count = (row: InsightRow) => (measure === 'visitors' ? (row.uniqueVisitors ?? 0) : row.clicks)
  const sign = order === 'fewest' ? 1 : -1
  const hasEmptyRows = operation === 'timeseries' || operation === 'cycle'
  const candidates = hasEmptyRows && order === 'most' ? rows.filter((row) => count(row) > 0) : rows
  const sorted = candidates.toSorted((a, b) => sign * (count(a) - count(b)))
  const countTies = (last: InsightRow | undefined) =>
    last ? sorted.filter((row) => count(row) === count(last)).length : 0
  if (order === null) {
    const ties = countTies(sorted[0])
    return { rows: [...rows], tiedCount: ties > maxTiedRows ? ties : null }
  }
  const size = limit === 1 ? Math.min(countTies(sorted[0]), maxTiedRows) : limit
  const selected = sorted.slice(0, size)
  const last = selected.at(-1)
  const next = sorted[size]
  return { rows: selected, tiedCount: last && next && count(next) === count(last) ? countTies(last) : null }
}

/**
 * Names an interval as people do, in the time zone: `November 2026`, `the week of 23 November 2026`, `23 November 2026`, with the
 * time for intervals shorter than a day.
 */
function nameInterval(start: Date, { unit, timezone: timeZone }: Plan): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(start)
  if (unit === 'month') return format({ month: 'long', year: 'numeric' })
  const day = format({ dateStyle: 'long' })
  if (unit === 'week') return `the week of ${day}`
  const time = format({ timeStyle: 'short' })
  return unit === 'hour' || unit === 'minute' || time !== '00:00' ? `${day}, ${time}` : day
}
