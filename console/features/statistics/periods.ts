import {
  type CalendarDate,
  fromDate,
  parseDate,
  startOfMonth,
  startOfYear,
  toCalendarDate,
  toZoned,
  type ZonedDateTime,
} from '@internationalized/date'
import type { ClickInterval, SeriesUnit } from '../../graph/types.ts'

export const presets = ['24h', '7d', '30d', '90d', 'month', 'year', 'all'] as const
export type Preset = (typeof presets)[number]

/** A period of the statistics: one that ends now, or days of a calendar, both inclusive, such as `2026-11-01`. */
export type Period = Preset | { readonly from: string; readonly to: string }

/** From an instant (inclusive) to another (exclusive). */
export interface Bounds {
  readonly from: Date
  readonly to: Date
}

const days: Partial<Record<Preset, number>> = { '7d': 7, '30d': 30, '90d': 90 }

export const intervals: Readonly<Record<Preset, ClickInterval>> = {
  '24h': 'LAST_24H',
  '7d': 'LAST_7D',
  '30d': 'LAST_30D',
  '90d': 'LAST_90D',
  month: 'MTD',
  year: 'YTD',
  all: 'ALL',
}

/** The period as fields of `ClickFilter`. */
export function toPeriodFilter(period: Period, zone: string) {
  if (typeof period === 'string') return { interval: intervals[period], timezone: zone }
  const { from, to } = boundsOf(period, zone, new Date()) as Bounds
  return { from: from.toISOString(), to: to.toISOString(), timezone: zone }
}

/** When a period begins and ends in a zone. Null for all time. A period that ends now ends at `now`. */
export function boundsOf(period: Period, zone: string, now: Date): Bounds | null {
  if (typeof period !== 'string') {
    const to = startOf(parseDate(period.to).add({ days: 1 }), zone)
    return { from: startOf(parseDate(period.from), zone), to }
  }
  const from = presetStart(period, zone, now)
  return from && { from, to: now }
}

function presetStart(preset: Preset, zone: string, now: Date): Date | null {
  const today = toCalendarDate(fromDate(now, zone))
  if (preset === 'all') return null
  if (preset === '24h') return new Date(now.getTime() - 86_400_000)
  if (preset === 'month') return startOf(startOfMonth(today), zone)
  if (preset === 'year') return startOf(startOfYear(today), zone)
  return startOf(today.subtract({ days: (days[preset] ?? 1) - 1 }), zone)
}

/**
 * The period before, of the same length, to compare with. Of a period that has not ended it ends at the same point, so
 * that half a day is compared with half a day. Null for all time.
 */
export function boundsBefore(period: Period, zone: string, now: Date): Bounds | null {
  const bounds = boundsOf(period, zone, now)
  if (!bounds) return null
  const length = lengthOf(period)
  const back = (at: Date) => shift(fromDate(at, zone), length).toDate()
  const end = bounds.to < now ? bounds.to : now
  return end > bounds.from ? { from: back(bounds.from), to: back(end) } : null
}

function lengthOf(period: Period): { days?: number; months?: number; years?: number } {
  if (period === 'month') return { months: 1 }
  if (period === 'year') return { years: 1 }
  if (typeof period === 'string') return { days: days[period] ?? 1 }
  return { days: parseDate(period.to).compare(parseDate(period.from)) + 1 }
}

function shift(at: ZonedDateTime, length: { days?: number; months?: number; years?: number }): ZonedDateTime {
  return at.subtract(length)
}

function startOf(day: CalendarDate, zone: string): Date {
  return toZoned(day, zone).toDate()
}

const dayMs = 86_400_000

/** The length of the buckets that suits a period, as the service chooses it for `AUTO`. */
export function unitOf(period: Period, zone: string, now: Date): SeriesUnit {
  const bounds = boundsOf(period, zone, now)
  if (!bounds) return 'AUTO'
  const length = bounds.to.getTime() - bounds.from.getTime()
  if (length <= 2 * dayMs) return 'HOUR'
  if (length <= 100 * dayMs) return 'DAY'
  return length <= 700 * dayMs ? 'WEEK' : 'MONTH'
}

/** The unit of buckets by the distance of their starts, for a series whose unit the service has chosen. */
export function unitBetween(first: string, second: string): Exclude<SeriesUnit, 'AUTO'> {
  const ms = Date.parse(second) - Date.parse(first)
  if (ms < 0.9 * dayMs) return 'HOUR'
  if (ms < 1.5 * dayMs) return 'DAY'
  return ms < 10 * dayMs ? 'WEEK' : 'MONTH'
}

/** Weeks of hours that fit into one series of the service (1000 buckets). */
export const maxHourDays = 28

/** The last weeks of a period, of which the hours are counted, and whether they are all of it. */
export function hoursOf(period: Period, zone: string, now: Date): Bounds & { readonly isWhole: boolean } {
  const bounds = boundsOf(period, zone, now)
  const end = bounds && bounds.to < now ? bounds.to : now
  const today = toCalendarDate(fromDate(new Date(end.getTime() - 1), zone))
  const first = startOf(today.subtract({ days: maxHourDays - 1 }), zone)
  const isWhole = bounds !== null && bounds.from >= first
  return { from: isWhole ? bounds.from : first, to: end, isWhole }
}

/** The day of an instant in a zone, such as `2026-11-28`. */
export function dayOf(at: Date, zone: string): string {
  return toCalendarDate(fromDate(at, zone)).toString()
}

/** Whether a text names a day. */
export function isDay(text: string | null): text is string {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return false
  try {
    return parseDate(text).year >= 2000
  } catch {
    return false
  }
}

/** Whether the browser knows a zone of the IANA database. */
export function isZone(zone: string | null): zone is string {
  if (!zone) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}
