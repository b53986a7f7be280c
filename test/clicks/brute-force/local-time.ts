// Local time as the brute-force comparison computes it: from the offsets that `Intl` names, step by step. It shares no
// code with the service.

const minuteMs = 60_000
const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month'
export type Interval = '24h' | '7d' | '30d' | '90d' | '1y' | 'mtd' | 'qtd' | 'ytd' | 'all'

/** The service returns at most so many buckets. */
const maxBuckets = 1000

const formatters = new Map<string, Intl.DateTimeFormat>()

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function readOffset(zone: string, at: number): number {
  const formatter =
    formatters.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  formatters.set(zone, formatter)
  const name = formatter.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes, seconds] = /^GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?$/.exec(name) ?? []
  return (sign === '-' ? -1000 : 1000) * (3600 * Number(hours ?? 0) + 60 * Number(minutes ?? 0) + Number(seconds ?? 0))
}

const offsetsByDay = new Map<string, number>()

/** The offset at the start of a UTC day, which is asked for again and again. */
function offsetOfDay(zone: string, day: number): number {
  const key = `${zone} ${day}`
  const offset = offsetsByDay.get(key) ?? readOffset(zone, day * dayMs)
  offsetsByDay.set(key, offset)
  return offset
}

/** A part of a UTC day with one offset. */
interface Segment {
  readonly start: number
  readonly end: number
  readonly offset: number
}

/** The segments of a UTC day. No zone changes its offset twice a day. */
function segmentsOf(zone: string, day: number): Segment[] {
  const [start, end] = [day * dayMs, (day + 1) * dayMs]
  const [offset, nextOffset] = [offsetOfDay(zone, day), offsetOfDay(zone, day + 1)]
  if (offset === nextOffset) return [{ start, end, offset }]
  let [before, change] = [start, end]
  while (change - before > 1000) {
    const middle = Math.floor((before + change) / 2000) * 1000
    if (readOffset(zone, middle) === offset) before = middle
    else change = middle
  }
  return [
    { start, end: change, offset },
    { start: change, end, offset: nextOffset },
  ]
}

/** The instants since `since` at which a local hour or day begins or the offset changes, with the offset. */
function* localSteps(zone: string, stepMs: number, since: number): Iterable<{ at: number; local: number }> {
  let lastOffset: number | undefined
  for (let day = Math.floor(since / dayMs); ; day++) {
    for (const { start, end, offset } of segmentsOf(zone, day)) {
      const first = start + ((stepMs - ((((start + offset) % stepMs) + stepMs) % stepMs)) % stepMs)
      if (offset !== lastOffset && first !== start) yield { at: start, local: start + offset }
      lastOffset = offset
      for (let at = first; at < end; at += stepMs) yield { at, local: at + offset }
    }
  }
}

/** The number of the calendar day, week (from Monday) or month of a local time. */
function calendarNumber(unit: Unit, local: number): number {
  const day = Math.floor(local / dayMs)
  if (unit === 'day') return day
  if (unit === 'week') return Math.floor((day + 3) / 7)
  const date = new Date(day * dayMs)
  return 12 * date.getUTCFullYear() + date.getUTCMonth()
}

/** The starts of all buckets since an instant. Every change of the offset begins an hour. A day that comes back after
 * midnight, because the clock was set back, belongs to the day that began. */
function* startsSince(unit: Unit, zone: string, since: number): Iterable<number> {
  if (unit === 'minute') {
    for (let at = Math.floor(since / minuteMs) * minuteMs; ; at += minuteMs) yield at
  }
  let current = Number.NEGATIVE_INFINITY
  for (const { at, local } of localSteps(zone, unit === 'hour' ? hourMs : dayMs, since)) {
    if (unit === 'hour') yield at
    else if (calendarNumber(unit, local) > current) {
      current = calendarNumber(unit, local)
      yield at
    }
  }
}

/** At least as long as any bucket. */
const longestMs = { minute: minuteMs, hour: 2 * hourMs, day: 2 * dayMs, week: 9 * dayMs, month: 32 * dayMs }

/**
 * The bounds of the buckets that cover a range: their starts, and the end of the last one. Null when there are too many.
 */
export function bucketBounds(unit: Unit, zone: string, from: number, to: number): number[] | null {
  if (from >= to) return []
  if (to - from > (maxBuckets + 1) * longestMs[unit]) return null
  const bounds: number[] = []
  for (const start of startsSince(unit, zone, from - longestMs[unit] - 2 * dayMs)) {
    if (start <= from) bounds.length = 0
    bounds.push(start)
    if (start >= to) break
    if (bounds.length > maxBuckets) return null
  }
  return bounds
}

/** The unit that the service chooses for a range of this length. */
export function automaticUnit(lengthMs: number): Unit {
  if (lengthMs <= 2 * dayMs) return 'hour'
  if (lengthMs <= 100 * dayMs) return 'day'
  return lengthMs <= 700 * dayMs ? 'week' : 'month'
}

/** Where an interval until `now` begins; null for the whole time. */
export function intervalStart(interval: Interval, zone: string, now: number): number | null {
  if (interval === 'all') return null
  if (interval === '24h') return now - dayMs
  const today = new Date(now + readOffset(zone, now))
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()]
  const firstDay = {
    '7d': Date.UTC(year, month, day - 6),
    '30d': Date.UTC(year, month, day - 29),
    '90d': Date.UTC(year, month, day - 89),
    '1y': Date.UTC(year - 1, month, day + 1),
    mtd: Date.UTC(year, month, 1),
    qtd: Date.UTC(year, month - (month % 3), 1),
    ytd: Date.UTC(year, 0, 1),
  }[interval]
  for (const { at, local } of localSteps(zone, dayMs, firstDay - 2 * dayMs)) {
    if (Math.floor(local / dayMs) * dayMs >= firstDay) return at
  }
  return null
}

/** The bounds of the local hour, day and month of an instant: where mistakes are likely. */
export function nearbyBounds(zone: string, at: number): number[] {
  return (['hour', 'day', 'week', 'month'] as const).flatMap((unit) => bucketBounds(unit, zone, at, at + 1) ?? [])
}
