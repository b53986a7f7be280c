import type { AnalyticsArgs } from '../analytics.args.ts'
import { type Conditions, conditionsOf } from '../filters.ts'
import { type Range, rangeOf } from '../range.ts'
import { bucketsOf, type Unit, unitFor } from './buckets.ts'

const dayMs = 86_400_000

/** What is asked of the clicks of some links. */
export interface Question {
  readonly now: Date
  readonly range: Range
  /**
   * The whole UTC days of the range, which sums answer. Null when the clicks are counted one by one, because only some
   * of them are meant, or because no whole day is in the range.
   */
  readonly days: Range | null
  readonly isFiltered: boolean
  /** Which clicks are meant, people's and robots' alike. */
  readonly conditions: Conditions
  readonly includeBots: boolean
  readonly limit: number
  readonly timezone: string
  readonly unit: Unit | 'auto'
}

/** Reads what a client asks for. Throws `InvalidParams` for a range or a zone that cannot be. */
export function questionOf(wish: AnalyticsArgs, now: Date): Question {
  const range = rangeOf(wish, now)
  const conditions = conditionsOf({ ...wish, includeBots: true })
  const isFiltered = conditions.values.length > 0
  const { includeBots, limit, timezone, unit } = wish
  const days = isFiltered ? null : wholeDays(range)
  return { now, range, days, isFiltered, conditions, includeBots, limit, timezone, unit }
}

function wholeDays({ from, to }: Range): Range | null {
  const first = from && new Date(Math.ceil(from.getTime() / dayMs) * dayMs)
  const end = to && new Date(Math.floor(to.getTime() / dayMs) * dayMs)
  return first && end && first >= end ? null : { from: first, to: end }
}

/**
 * Where the stretches of the series begin, for links whose first click came at that time; none when there is nothing to
 * tell. Throws `InvalidParams` for too many.
 */
export function seriesOf({ range, now, timezone, unit }: Question, firstClick: Date | null): Date[] {
  const from = range.from ?? firstClick
  if (from === null) return []
  // What came with this very instant is part of it.
  const to = range.to ?? new Date(Math.max(now.getTime(), from.getTime()) + 1)
  const length = unit === 'auto' ? unitFor(to.getTime() - from.getTime()) : unit
  return bucketsOf(length, timezone, from, to)
}
