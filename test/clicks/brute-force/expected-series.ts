import {
  type Click,
  type Facts,
  findVisitors,
  isIn,
  type LinkFacts,
  overlaps,
  type Range,
  wholeUtcDays,
} from './counting.ts'
import { automaticUnit, bucketBounds, dayMs } from './local-time.ts'
import { type Question, valueFilters } from './questions.ts'

const quarterMs = 900_000
const floorTo = (ms: number, at: number) => Math.floor(at / ms) * ms

/** How a question about links is answered: the bounds of the buckets, and which clicks are counted from rollups. */
export interface Series {
  /** The starts of the buckets and the end of the last one. */
  readonly bounds: readonly number[]
  /** Whether no rollup is shorter than a bucket. */
  readonly isAligned: boolean
  /** Whether the buckets consist of whole UTC days, so that the rollups have their visitors. */
  readonly isOfDays: boolean
}

/** Before this instant the series has no buckets, because a local time could be in the year 0. */
const firstInstant = Date.parse('0002-01-01T00:00:00Z')

/** The buckets of the series; null when there are too many. Without a `from` it begins at the first click. */
export function planSeries(
  facts: Facts,
  links: readonly LinkFacts[],
  { filter, unit = 'auto' }: Question,
  range: Range,
): Series | null {
  const ids = new Set(links.map(({ id }) => id))
  let first = Number.POSITIVE_INFINITY
  for (const { urlId, isBot, at, isGone } of facts.clicks) {
    // Of a deleted click, its quarter of an hour is known.
    if (ids.has(urlId) && (filter.includeBots || !isBot)) first = Math.min(first, isGone ? floorTo(quarterMs, at) : at)
  }
  const from = range.from ?? first
  if (from === Number.POSITIVE_INFINITY) return { bounds: [], isAligned: true, isOfDays: true }
  const to = range.to ?? Math.max(facts.now, from) + 1
  const realUnit = unit === 'auto' ? automaticUnit(to - from) : unit
  const bounds = bucketBounds(realUnit, filter.timezone ?? 'UTC', Math.max(from, firstInstant), to)
  // Before the first click there is nothing to divide.
  const fits = (ms: number) => !bounds?.slice(0, -1).some((start) => start > floorTo(ms, first) && start % ms !== 0)
  return bounds && { bounds, isAligned: fits(quarterMs), isOfDays: fits(dayMs) }
}

/** The parts of the range that are counted click by click; the others are in the rollups. */
export function clickPeriods({ filter }: Question, range: Range, isAligned: boolean): Range[] {
  const days = isAligned && valueFilters(filter).length === 0 ? wholeUtcDays(range) : null
  if (days === null) return [range]
  const edges: Range[] = []
  if (range.from !== null && range.from !== days.from) edges.push({ from: range.from, to: days.from })
  if (range.to !== null && range.to !== days.to) edges.push({ from: days.to, to: range.to })
  return edges
}

/** The period of all deleted clicks of the links; null when none is deleted. */
export function deletedPeriod(facts: Facts, links: readonly LinkFacts[]): { from: number; to: number } | null {
  const ids = new Set(links.map(({ id }) => id))
  const times = facts.clicks.filter(({ urlId, isGone }) => isGone && ids.has(urlId)).map(({ at }) => at)
  if (times.length === 0) return null
  return { from: floorTo(quarterMs, Math.min(...times)), to: floorTo(quarterMs, Math.max(...times)) + quarterMs }
}

/** The clicks that can still be counted: those in the rollups, and those whose rows are there. */
export function countable(clicks: readonly Click[], periods: readonly Range[]): Click[] {
  return clicks.filter(({ isGone, at }) => !isGone || !periods.some((period) => isIn(at, period)))
}

interface BucketOptions {
  readonly facts: Facts
  readonly links: readonly LinkFacts[]
  readonly range: Range
  readonly series: Series
  readonly periods: readonly Range[]
  /** With bots. */
  readonly selected: readonly Click[]
  readonly counted: readonly Click[]
}

/** The buckets of the answer. A bucket has no visitors when they would be counted from deleted clicks. */
export function expectedBuckets({ facts, links, range, series, periods, selected, counted }: BucketOptions) {
  const { bounds } = series
  const deleted = deletedPeriod(facts, links)
  const deletedParts = (series.isOfDays ? periods : [range])
    .filter((period) => deleted && overlaps(period, deleted))
    .map(({ from, to }) => ({
      from: Math.max(from ?? -Infinity, deleted?.from ?? 0),
      to: Math.min(to ?? Infinity, deleted?.to ?? 0),
    }))
  const timeseries = bounds.slice(0, -1).map((start, index) => {
    const end = bounds[index + 1] ?? start
    // The clock of another node may be ahead.
    const isLast = index === bounds.length - 2 && range.to === null
    // Bots may have come before the first click, where the series begins.
    const isFirst = index === 0 && range.from === null
    const isInside = ({ at, isBot }: Click) => (at >= start || (isFirst && isBot)) && (at < end || isLast)
    const inside = counted.filter(isInside)
    const isMissing = deletedParts.some((part) => overlaps(part, { from: start, to: end }))
    return {
      timestamp: new Date(start).toISOString(),
      clicks: inside.length,
      uniqueVisitors: isMissing ? null : findVisitors(inside, links).size,
      botClicks: selected.filter((click) => click.isBot && isInside(click)).length,
      isPartial:
        end > facts.now || (range.from !== null && start < range.from) || (range.to !== null && end > range.to),
    }
  })
  const isMissing = timeseries.some(({ uniqueVisitors }) => uniqueVisitors === null)
  return { timeseries, bucketVisitorsMissing: isMissing ? 'clicks_deleted' : null }
}
