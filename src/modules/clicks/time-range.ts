import { dayMs, hourMs, minuteMs } from '../../platform/shared/durations.ts'
import { InvalidParams } from '../../platform/shared/general.errors.ts'
import { type CalendarDate, dayAt, isZone, offsetMs, startOfDay } from './time-zone.ts'

/** Stretches of time that end now, by name. Those with days end with today and begin with a day, as the zone has it. */
export const intervals = ['24h', '7d', '30d', '90d', '1y', 'mtd', 'qtd', 'ytd', 'all'] as const
export type Interval = (typeof intervals)[number]

/** Which stretch of time a question is about. */
export interface RangeInput {
  readonly interval?: Interval | null
  readonly from?: Date | null
  readonly to?: Date | null
  readonly timezone: string
}

/** From this instant on and up to that one, which is no longer part of it; null where there is no bound. */
export interface TimeRange {
  readonly from: Date | null
  readonly to: Date | null
}

const intervalDays: Readonly<Partial<Record<Interval, number>>> = { '7d': 7, '30d': 30, '90d': 90 }

/**
 * The bounds of the stretch that is asked for, everything by default. Throws `InvalidParams` naming the field for a zone
 * nobody knows, for bounds beside a named stretch, and for a `from` that is not before `to`.
 */
export function resolveRange({ interval, from, to, timezone }: RangeInput, now: Date): TimeRange {
  if (!isZone(timezone))
    throw InvalidParams.forField('timezone', 'must be a zone of the IANA database, such as Europe/Berlin')
  if (interval && (from || to)) throw InvalidParams.forField('interval', 'must not stand beside from or to')
  if (from && to && from >= to) throw InvalidParams.forField('from', 'must be before to')
  return interval ? { from: intervalStart(interval, timezone, now), to: null } : { from: from ?? null, to: to ?? null }
}

function intervalStart(interval: Interval, zone: string, now: Date): Date | null {
  if (interval === 'all') return null
  if (interval === '24h') return new Date(now.getTime() - 86_400_000)
  const { year, month, day } = dayAt(zone, now)
  if (interval === 'mtd') return startOfDay(zone, { year, month, day: 1 })
  if (interval === 'qtd') return startOfDay(zone, { year, month: month - ((month - 1) % 3), day: 1 })
  if (interval === 'ytd') return startOfDay(zone, { year, month: 1, day: 1 })
  if (interval === '1y') return startOfDay(zone, { year: year - 1, month, day: day + 1 })
  return startOfDay(zone, { year, month, day: day - (intervalDays[interval] ?? 1) + 1 })
}

/** How long the stretches of a series are. */
export const bucketUnits = ['minute', 'hour', 'day', 'week', 'month'] as const
export type BucketUnit = (typeof bucketUnits)[number]

const quarterMs = 15 * minuteMs
const maxBuckets = 1_000

/** The unit that makes a readable number of stretches, 24 to about 105, of so long a time. */
export function chooseUnit(durationMs: number): BucketUnit {
  if (durationMs <= 2 * dayMs) return 'hour'
  if (durationMs <= 100 * dayMs) return 'day'
  return durationMs <= 700 * dayMs ? 'week' : 'month'
}

/**
 * Where the stretches of a series begin that together hold everything from `from` until before `to`, as the clocks of
 * the zone have it: the first begins at or before `from`. Weeks begin with Monday. Where the clocks are changed a day
 * is as long as it is, and an hour shown twice is two. Throws `InvalidParams` for more than 1,000.
 */
export function bucketStarts(unit: BucketUnit, zone: string, from: Date, to: Date): Date[] {
  const starts: Date[] = []
  for (const start of startsSince(unit, zone, from)) {
    if (start >= to) return starts
    if (starts.length === maxBuckets) {
      throw InvalidParams.forField(
        'unit',
        `must be longer, or the time shorter: at most ${maxBuckets} buckets are told`,
      )
    }
    starts.push(start)
  }
  return starts
}

function startsSince(unit: BucketUnit, zone: string, from: Date): Iterable<Date> {
  if (unit === 'minute') return minuteStarts(from)
  return unit === 'hour' ? hourStarts(zone, from) : dayStarts(unit, zone, from)
}

function* minuteStarts(from: Date): Iterable<Date> {
  for (let at = from.getTime() - (from.getTime() % minuteMs); ; at += minuteMs) yield new Date(at)
}

/** Clocks are changed, and offsets differ, by quarters of an hour. */
function* hourStarts(zone: string, from: Date): Iterable<Date> {
  const isHourStart = (at: number) => {
    const offset = offsetMs(zone, at)
    return (at + offset) % hourMs === 0 || offset !== offsetMs(zone, at - quarterMs)
  }
  let at = from.getTime() - (from.getTime() % quarterMs)
  for (let back = 0; back < 3 && !isHourStart(at); back++) at -= quarterMs
  yield new Date(at)
  for (;;) {
    at += quarterMs
    if (isHourStart(at)) yield new Date(at)
  }
}

function* dayStarts(unit: 'day' | 'week' | 'month', zone: string, from: Date): Iterable<Date> {
  const { year, month, day } = dayAt(zone, from)
  const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
  const first = { day, week: day - weekday, month: 1 }[unit]
  const step = { day: 1, week: 7, month: 0 }[unit]
  for (let n = 0; ; n++) {
    yield midnight(zone, { year, month: month + (unit === 'month' ? n : 0), day: first + n * step })
  }
}

/** Most questions are in UTC, where asking for the clocks of a zone would cost more than everything else here. */
function midnight(zone: string, { year, month, day }: CalendarDate): Date {
  return zone === 'UTC' ? new Date(Date.UTC(year, month - 1, day)) : startOfDay(zone, { year, month, day })
}

/** The longest span of sums of which every one lies in a single stretch. */
export function largestAlignedSpan(starts: readonly Date[]): 'day' | 'hour' | 'quarter' {
  const isAligned = (ms: number) => starts.every((start) => start.getTime() % ms === 0)
  return isAligned(dayMs) ? 'day' : isAligned(hourMs) ? 'hour' : 'quarter'
}
