import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { defineIssue, notBefore, periodTwice, unknownZone } from '../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../../../platform/shared/time.ts'
import { type CalendarDate, dayAt, isZone, offsetMs, startOfDay, toUtcMs } from '../../../platform/shared/time-zone.ts'

/** Periods that end now. Periods of days begin at the start of a day in the zone, and include today. */
export const intervals = ['24h', '7d', '30d', '90d', '1y', 'mtd', 'qtd', 'ytd', 'all'] as const
export type Interval = (typeof intervals)[number]
export const Interval = createEnumType<Interval>('ClickInterval', 'A period until now.', {
  '24h': 'The last 24 hours.',
  '7d': 'The last 7 days, including today.',
  '30d': 'The last 30 days, including today.',
  '90d': 'The last 90 days, including today.',
  '1y': 'The last year, including today.',
  mtd: 'This month.',
  qtd: 'This quarter.',
  ytd: 'This year.',
  all: 'All time.',
})

export interface RangeInput {
  readonly interval?: Interval | null
  readonly from?: Date | null
  readonly to?: Date | null
  readonly timezone: string
}

/** A period from an instant (inclusive) to another (exclusive); null for no bound. */
export interface TimeRange {
  readonly from: Date | null
  readonly to: Date | null
}

const tooManyBuckets = defineIssue(
  'TOO_MANY_BUCKETS',
  'must be longer, or the period shorter: at most {max} buckets are returned',
)

const intervalDays: Readonly<Partial<Record<Interval, number>>> = { '7d': 7, '30d': 30, '90d': 90 }

/**
 * The bounds of a period; by default it is unbounded. Throws `InvalidParams` with the field for an unknown zone, for
 * bounds combined with an interval, and for a `from` that is not before `to`.
 */
export function resolveRange({ interval, from, to, timezone }: RangeInput, now: Date): TimeRange {
  if (!isZone(timezone)) throw InvalidParams.forField('filter.timezone', unknownZone())
  if (interval && (from || to)) throw InvalidParams.forField('filter.interval', periodTwice())
  if (from && to && from >= to) throw InvalidParams.forField('filter.from', notBefore({ other: 'to' }))
  return interval ? { from: intervalStart(interval, timezone, now), to: null } : { from: from ?? null, to: to ?? null }
}

function intervalStart(interval: Interval, zone: string, now: Date): Date | null {
  if (interval === 'all') return null
  if (interval === '24h') return new Date(now.getTime() - dayMs)
  const { year, month, day } = dayAt(zone, now)
  if (interval === 'mtd') return startOfDay(zone, { year, month, day: 1 })
  if (interval === 'qtd') return startOfDay(zone, { year, month: month - ((month - 1) % 3), day: 1 })
  if (interval === 'ytd') return startOfDay(zone, { year, month: 1, day: 1 })
  if (interval === '1y') return startOfDay(zone, { year: year - 1, month, day: day + 1 })
  return startOfDay(zone, { year, month, day: day - (intervalDays[interval] ?? 1) + 1 })
}

export const bucketUnits = ['minute', 'hour', 'day', 'week', 'month'] as const
export type BucketUnit = (typeof bucketUnits)[number]

export const seriesUnits = ['auto', ...bucketUnits] as const
export type SeriesUnit = (typeof seriesUnits)[number]
export const SeriesUnit = createEnumType<SeriesUnit>('SeriesUnit', 'Length of the buckets of a time series.', {
  auto: 'A length that suits the period.',
  minute: 'Minutes.',
  hour: 'Hours.',
  day: 'Days.',
  week: 'Weeks, from Monday.',
  month: 'Months.',
})

const quarterMs = 15 * minuteMs
const maxBuckets = 1_000

/** The unit that divides a period into a readable number of buckets: 24 to about 105. */
export function chooseUnit(durationMs: number): BucketUnit {
  if (durationMs <= 2 * dayMs) return 'hour'
  if (durationMs <= 100 * dayMs) return 'day'
  return durationMs <= 700 * dayMs ? 'week' : 'month'
}

/**
 * The starts of the buckets that cover `from` (inclusive) to `to` (exclusive) in local time. The first bucket begins at
 * or before `from`. Weeks begin on Monday. On the day of a clock change, the day is longer or shorter, and a repeated
 * hour is two buckets. Throws `InvalidParams` for more than 1,000 buckets.
 */
export function bucketStarts(unit: BucketUnit, zone: string, from: Date, to: Date): Date[] {
  const createError = () => InvalidParams.forField('unit', tooManyBuckets({ max: maxBuckets }))
  // Checked before the search for the starts, which takes long over centuries.
  if (to.getTime() - from.getTime() > (maxBuckets + 1) * longestBucketMs[unit]) throw createError()
  const first = from < earliest ? earliest : from
  const starts: Date[] = []
  for (const start of startsSince(unit, zone, first)) {
    if (start >= to) return starts
    if (start <= first) starts.length = 0
    if (starts.length === maxBuckets) throw createError()
    starts.push(start)
  }
  return starts
}

/** The end of a bucket, which is the start of the next one. */
export function findBucketEnd(unit: BucketUnit, zone: string, start: Date): Date {
  for (const next of startsSince(unit, zone, start)) if (next > start) return next
  throw new Error('A series of buckets has no end.')
}

/** In the years before, a local time may be in the year 0, which PostgreSQL does not have. */
const earliest = new Date('0002-01-01T00:00:00Z')

/** On the day of a clock change, a day is longer. */
const longestBucketMs: Readonly<Record<BucketUnit, number>> = {
  minute: minuteMs,
  hour: 2 * hourMs,
  day: 2 * dayMs,
  week: 8 * dayMs,
  month: 32 * dayMs,
}

function startsSince(unit: BucketUnit, zone: string, from: Date): Iterable<Date> {
  if (unit === 'minute') return minuteStarts(from)
  return unit === 'hour' ? hourStarts(zone, from) : dayStarts(unit, zone, from)
}

function* minuteStarts(from: Date): Iterable<Date> {
  for (let at = floorTo(minuteMs, from); ; at += minuteMs) yield new Date(at)
}

/** The last multiple of a duration at or before an instant, which may be before 1970. */
function floorTo(durationMs: number, at: Date): number {
  return Math.floor(at.getTime() / durationMs) * durationMs
}

/**
 * A clock change begins a bucket. Not every clock change is at a quarter of an hour: until 2011, Newfoundland changed
 * its clocks at a minute after midnight. Some offsets before 1980 end in 40 minutes. They are rounded to a quarter.
 */
function* hourStarts(zone: string, from: Date): Iterable<Date> {
  const roundedOffset = (at: number) => Math.round(offsetMs(zone, at) / quarterMs) * quarterMs
  let at = floorTo(quarterMs, from) - hourMs
  for (let offset = roundedOffset(at); ; at += quarterMs) {
    const nextOffset = roundedOffset(at)
    if (nextOffset !== offset) yield new Date(findOffsetChange(roundedOffset, at - quarterMs, at))
    else if ((at + offset) % hourMs === 0) yield new Date(at)
    offset = nextOffset
  }
}

/** The instant of the only change of an offset after one instant and until another, to a second. */
function findOffsetChange(offsetAt: (at: number) => number, after: number, until: number): number {
  const offset = offsetAt(after)
  let [before, changed] = [after, until]
  while (changed - before > secondMs) {
    const middle = floorTo(secondMs, new Date((before + changed) / 2))
    if (offsetAt(middle) === offset) before = middle
    else changed = middle
  }
  return changed
}

function* dayStarts(unit: 'day' | 'week' | 'month', zone: string, from: Date): Iterable<Date> {
  const { year, month, day } = dayAt(zone, from)
  const weekday = (new Date(toUtcMs(year, month, day)).getUTCDay() + 6) % 7
  const first = { day, week: day - weekday, month: 1 }[unit]
  const step = { day: 1, week: 7, month: 0 }[unit]
  let last: Date | undefined
  for (let n = 0; ; n++) {
    const start = midnight(zone, { year, month: month + (unit === 'month' ? n : 0), day: first + n * step })
    // A day that a zone skips, such as 2011-12-30 in Samoa, begins when the next day begins.
    if (last === undefined || start > last) yield start
    last = start
  }
}

/** Most queries are in UTC. For them, looking up an offset would be the most expensive step. */
function midnight(zone: string, { year, month, day }: CalendarDate): Date {
  return zone === 'UTC' ? new Date(toUtcMs(year, month, day)) : startOfDay(zone, { year, month, day })
}

const spanMs = { day: dayMs, hour: hourMs, quarter: quarterMs } as const
export type AlignedSpan = keyof typeof spanMs

/**
 * The longest span of rollups whose rows each lie in a single bucket; null when not even a quarter of an hour does.
 * Bucket starts before the first click divide no clicks, so they need no alignment.
 */
export function largestAlignedSpan(starts: readonly Date[], firstClick?: Date): AlignedSpan | null {
  const isAligned = (span: AlignedSpan) => {
    const first = firstClick ? floorTo(spanMs[span], firstClick) : Number.NEGATIVE_INFINITY
    return starts.every((start) => start.getTime() <= first || start.getTime() % spanMs[span] === 0)
  }
  return (['day', 'hour', 'quarter'] as const).find(isAligned) ?? null
}

/** The whole UTC days, hours or quarters of an hour in a range; null when it contains none. */
export function findWholePeriods(span: AlignedSpan, { from, to }: TimeRange): TimeRange | null {
  const first = from && new Date(Math.ceil(from.getTime() / spanMs[span]) * spanMs[span])
  const end = to && new Date(floorTo(spanMs[span], to))
  // Years after 9999 are excluded, because PostgreSQL could not read them from ISO 8601.
  if (first && (first.getUTCFullYear() > 9999 || (end && first >= end))) return null
  return { from: first, to: end }
}

/** The start of the quarter of an hour that contains an instant. */
export function startOfQuarter(at: Date): Date {
  return new Date(floorTo(quarterMs, at))
}

/** Whether two periods have an instant in common. */
export function overlaps(one: TimeRange, other: TimeRange): boolean {
  const isBefore = ({ to }: TimeRange, { from }: TimeRange) => to !== null && from !== null && to <= from
  return !isBefore(one, other) && !isBefore(other, one)
}

/** The parts of a range at its ends that lie outside of its whole periods. */
export function findEdges(range: TimeRange, whole: TimeRange): { readonly from: Date; readonly to: Date }[] {
  const edges: { from: Date; to: Date }[] = []
  if (range.from && whole.from && range.from < whole.from) edges.push({ from: range.from, to: whole.from })
  if (range.to && whole.to && whole.to < range.to) edges.push({ from: whole.to, to: range.to })
  return edges
}
