import { dayMs } from '../../platform/shared/durations.ts'
/** What the clocks of a zone show at an instant; months from 1. */
export interface CalendarDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Whether the text names a zone of the IANA database, such as `Europe/Berlin`. A bare offset names none. */
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
 * The first instant of a calendar day in the zone. A day or month outside its bounds carries over, so that day 0 is the
 * last of the month before. Where the clocks jump over midnight the day begins when they jump; where they show midnight
 * twice it begins with the first.
 */
export function startOfDay(zone: string, { year, month, day }: CalendarDate): Date {
  const midnight = toUtcMs(year, month, day)
  const [before, after] = [offsetMs(zone, midnight - dayMs), offsetMs(zone, midnight + dayMs)]
  const candidates = [midnight - before, midnight - after].filter((at) => at + offsetMs(zone, at) === midnight)
  if (candidates.length > 0) return new Date(Math.min(...candidates))
  let [early, late] = [midnight - Math.max(before, after), midnight - Math.min(before, after)]
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2)
    if (middle + offsetMs(zone, middle) < midnight) early = middle
    else late = middle
  }
  return new Date(late)
}

/** How far the zone's clocks are ahead of UTC at an instant, in milliseconds. */
export function offsetMs(zone: string, at: number): number {
  const parts = getFormatter(zone).formatToParts(at)
  const read = (partType: Intl.DateTimeFormatPartTypes) => Number(parts.find(({ type }) => type === partType)?.value)
  const local = toUtcMs(read('year'), read('month'), read('day'), read('hour'), read('minute'), read('second'))
  return local - Math.floor(at / 1000) * 1000
}

/** `Date.UTC` takes the years 0 to 99 for those of the last century. */
function toUtcMs(year: number, month: number, day: number, ...time: number[]): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.setUTCHours(time[0] ?? 0, time[1] ?? 0, time[2] ?? 0, 0)
}

/** Making one costs much more than asking it. Whatever the case of their letters, there are only so many zones. */
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
