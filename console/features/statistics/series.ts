import type { SeriesUnit } from '../../graph/types.ts'
import type { Figures } from './breakdowns.ts'
import { unitBetween } from './periods.ts'
import type { Measure } from './statistics-state.ts'

export interface SeriesPoint {
  readonly start: Date
  /** What is drawn. Null where it is not known. */
  readonly value: number | null
  readonly clicks: number
  readonly visitors: number | null
  readonly robots: number
  readonly isPartial: boolean
  /** The same place in the period before; null where that had none. */
  readonly before: number | null
  readonly startBefore: Date | null
}

const fields = { clicks: 'clicks', visitors: 'uniqueVisitors', robots: 'botClicks' } as const satisfies Record<
  Measure,
  keyof Figures['timeseries'][number]
>

/** Lays the period before over the period: the first bucket of one over the first of the other. */
export function buildSeries(now: Figures, before: Figures | null, measure: Measure): SeriesPoint[] {
  return now.timeseries.map((bucket, index) => {
    const { timestamp, clicks, uniqueVisitors, botClicks, isPartial } = bucket
    const then = before?.timeseries[index]
    return {
      start: new Date(timestamp),
      value: bucket[fields[measure]],
      clicks,
      visitors: uniqueVisitors,
      robots: botClicks,
      isPartial,
      before: then ? then[fields[measure]] : null,
      startBefore: then ? new Date(then.timestamp) : null,
    }
  })
}

/** The length of the buckets of a series. A single bucket is taken for a day. */
export function seriesUnit(series: Figures['timeseries']): Exclude<SeriesUnit, 'AUTO'> {
  const [first, second] = series.slice(-2)
  return first && second ? unitBetween(first.timestamp, second.timestamp) : 'DAY'
}

/** Clicks by weekday (Monday first) and hour, in a time zone. */
export function countByHour(
  series: readonly { readonly timestamp: string; readonly clicks: number }[],
  timeZone: string,
): number[][] {
  const values = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  const format = new Intl.DateTimeFormat('en', { weekday: 'short', hour: 'numeric', hourCycle: 'h23', timeZone })
  const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  for (const { timestamp, clicks } of series) {
    const parts = Object.fromEntries(format.formatToParts(new Date(timestamp)).map(({ type, value }) => [type, value]))
    const row = values[weekdays.indexOf(parts.weekday ?? '')]
    const hour = Number(parts.hour)
    if (row) row[hour] = (row[hour] ?? 0) + clicks
  }
  return values
}
