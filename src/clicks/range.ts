import { InvalidParams } from '../base/failures.ts'
import { dayAt, isZone, startOfDay } from './zone.ts'

/** Stretches of time that end now, by name. Those with days end with today and begin with a day, as the zone has it. */
export const intervals = ['24h', '7d', '30d', '90d', '1y', 'mtd', 'qtd', 'ytd', 'all'] as const
export type Interval = (typeof intervals)[number]

/** Which stretch of time a question is about. */
export interface RangeWish {
  readonly interval?: Interval | null
  readonly from?: Date | null
  readonly to?: Date | null
  readonly timezone: string
}

/** From this instant on and up to that one, which is no longer part of it; null where there is no bound. */
export interface Range {
  readonly from: Date | null
  readonly to: Date | null
}

const days: Readonly<Partial<Record<Interval, number>>> = { '7d': 7, '30d': 30, '90d': 90 }

/**
 * The bounds of the stretch that is asked for, everything by default. Throws `InvalidParams` naming the field for a zone
 * nobody knows, for bounds beside a named stretch, and for a `from` that is not before `to`.
 */
export function rangeOf({ interval, from, to, timezone }: RangeWish, now: Date): Range {
  if (!isZone(timezone))
    throw InvalidParams.of('timezone', 'must be a zone of the IANA database, such as Europe/Berlin')
  if (interval && (from || to)) throw InvalidParams.of('interval', 'must not stand beside from or to')
  if (from && to && from >= to) throw InvalidParams.of('from', 'must be before to')
  return interval ? { from: startOf(interval, timezone, now), to: null } : { from: from ?? null, to: to ?? null }
}

function startOf(interval: Interval, zone: string, now: Date): Date | null {
  if (interval === 'all') return null
  if (interval === '24h') return new Date(now.getTime() - 86_400_000)
  const { year, month, day } = dayAt(zone, now)
  if (interval === 'mtd') return startOfDay(zone, { year, month, day: 1 })
  if (interval === 'qtd') return startOfDay(zone, { year, month: month - ((month - 1) % 3), day: 1 })
  if (interval === 'ytd') return startOfDay(zone, { year, month: 1, day: 1 })
  if (interval === '1y') return startOfDay(zone, { year: year - 1, month, day: day + 1 })
  return startOfDay(zone, { year, month, day: day - (days[interval] ?? 1) + 1 })
}
