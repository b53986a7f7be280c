import { dayMs } from './time.ts'

/** A calendar day; months from 1. */
export interface CalendarDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Whether the text is a zone of the IANA database, such as `Europe/Berlin`. A plain offset is not. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    getFormatter(name)
    return true
  } catch {
    return false
  }
}

/** The calendar day in the zone at an instant. */
export function dayAt(zone: string, at: Date): CalendarDate {
  const local = new Date(at.getTime() + offsetMs(zone, at.getTime()))
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() }
}

/**
 * The first instant of a calendar day in the zone. Days and months out of range carry over: day 0 is the last day of the
 * previous month. When a clock change skips midnight, the day begins at the change. When midnight occurs twice, the day
 * begins at the first.
 */
export function startOfDay(zone: string, { year, month, day }: CalendarDate): Date {
  const midnight = toUtcMs(year, month, day)
  const before = offsetMs(zone, midnight - dayMs)
  const after = offsetMs(zone, midnight + dayMs)
  const candidates = [midnight - before, midnight - after].filter((at) => at + offsetMs(zone, at) === midnight)
  if (candidates.length > 0) return new Date(Math.min(...candidates))
  let early = midnight - Math.max(before, after)
  let late = midnight - Math.min(before, after)
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2)
    if (middle + offsetMs(zone, middle) < midnight) early = middle
    else late = middle
  }
  return new Date(late)
}

/** The offset of the zone from UTC at an instant, in milliseconds; positive when the zone is ahead. */
export function offsetMs(zone: string, at: number): number {
  const parts = getFormatter(zone).formatToParts(at)
  const read = (partType: Intl.DateTimeFormatPartTypes) => Number(parts.find(({ type }) => type === partType)?.value)
  const local = toUtcMs(read('year'), read('month'), read('day'), read('hour'), read('minute'), read('second'))
  return local - Math.floor(at / 1000) * 1000
}

/** Like `Date.UTC`, which maps the years 0 to 99 to 1900 to 1999. */
export function toUtcMs(year: number, month: number, day: number, ...time: number[]): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.setUTCHours(time[0] ?? 0, time[1] ?? 0, time[2] ?? 0, 0)
}

/** Creating a formatter costs much more than using it. Names in lower case bound the number of formatters. */
function getFormatter(zone: string): Intl.DateTimeFormat {
  const key = zone.toLowerCase()
  const cached = formatters.get(key)
  if (cached) return cached
  const formatter = new Intl.DateTimeFormat('en-US-u-ca-iso8601', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(key, formatter)
  return formatter
}
