import { InvalidParams } from '../../base/failures.ts'
import { dayAt, offsetMs, type Reading, startOfDay } from '../zone.ts'

/** How long the stretches of a series are. */
export const units = ['minute', 'hour', 'day', 'week', 'month'] as const
export type Unit = (typeof units)[number]

const minuteMs = 60_000
const quarterMs = 15 * minuteMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const mostBuckets = 1_000

/** The unit that makes a readable number of stretches, 24 to about 105, of so long a time. */
export function unitFor(durationMs: number): Unit {
  if (durationMs <= 2 * dayMs) return 'hour'
  if (durationMs <= 100 * dayMs) return 'day'
  return durationMs <= 700 * dayMs ? 'week' : 'month'
}

/**
 * Where the stretches of a series begin that together hold everything from `from` until before `to`, as the clocks of
 * the zone have it: the first begins at or before `from`. Weeks begin with Monday. Where the clocks are changed a day
 * is as long as it is, and an hour shown twice is two. Throws `InvalidParams` for more than 1,000.
 */
export function bucketsOf(unit: Unit, zone: string, from: Date, to: Date): Date[] {
  const starts: Date[] = []
  for (const start of startsFrom(unit, zone, from)) {
    if (start >= to) return starts
    if (starts.length === mostBuckets) {
      throw InvalidParams.of('unit', `must be longer, or the time shorter: at most ${mostBuckets} buckets are told`)
    }
    starts.push(start)
  }
  return starts
}

function startsFrom(unit: Unit, zone: string, from: Date): Iterable<Date> {
  if (unit === 'minute') return minutes(from)
  return unit === 'hour' ? hours(zone, from) : days(unit, zone, from)
}

function* minutes(from: Date): Iterable<Date> {
  for (let at = from.getTime() - (from.getTime() % minuteMs); ; at += minuteMs) yield new Date(at)
}

/** Clocks are changed, and offsets differ, by quarters of an hour. */
function* hours(zone: string, from: Date): Iterable<Date> {
  const begins = (at: number) => {
    const offset = offsetMs(zone, at)
    return (at + offset) % hourMs === 0 || offset !== offsetMs(zone, at - quarterMs)
  }
  let at = from.getTime() - (from.getTime() % quarterMs)
  for (let back = 0; back < 3 && !begins(at); back++) at -= quarterMs
  yield new Date(at)
  for (;;) {
    at += quarterMs
    if (begins(at)) yield new Date(at)
  }
}

function* days(unit: 'day' | 'week' | 'month', zone: string, from: Date): Iterable<Date> {
  const { year, month, day } = dayAt(zone, from)
  const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
  const first = { day, week: day - weekday, month: 1 }[unit]
  const step = { day: 1, week: 7, month: 0 }[unit]
  for (let n = 0; ; n++) {
    yield midnight(zone, { year, month: month + (unit === 'month' ? n : 0), day: first + n * step })
  }
}

/** Most questions are in UTC, where asking for the clocks of a zone would cost more than everything else here. */
function midnight(zone: string, { year, month, day }: Reading): Date {
  return zone === 'UTC' ? new Date(Date.UTC(year, month - 1, day)) : startOfDay(zone, { year, month, day })
}

/** The longest span of sums of which every one lies in a single stretch. */
export function spanOf(starts: readonly Date[]): 'day' | 'hour' | 'quarter' {
  const all = (ms: number) => starts.every((start) => start.getTime() % ms === 0)
  return all(dayMs) ? 'day' : all(hourMs) ? 'hour' : 'quarter'
}
