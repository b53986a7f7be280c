import { IsIn, Max, Min } from 'class-validator'
import { ArgsType, Field, Int } from 'type-graphql'
import { dayMs } from '../../../platform/shared/time.ts'
import { ClickFilterArgs } from '../click.inputs.ts'
import { buildFilterClause, type WhereClause } from '../click.queries.ts'
import { bucketStarts, chooseUnit, resolveRange, SeriesUnit, seriesUnits, type TimeRange } from '../time-range.ts'

@ArgsType()
export class AnalyticsArgs extends ClickFilterArgs {
  @IsIn(seriesUnits)
  @Field(() => SeriesUnit, {
    defaultValue: 'auto',
    description: 'Length of the buckets of the time series. At most 1000 buckets.',
  })
  unit!: SeriesUnit

  @Min(1)
  @Max(500)
  @Field(() => Int, { defaultValue: 50, description: 'Most rows of each breakdown, 1 to 500.' })
  limit!: number
}

/** A validated query for analytics. */
export interface AnalyticsQuery {
  readonly now: Date
  readonly range: TimeRange
  /**
   * The whole UTC days of the range, which the rollups cover. Null when clicks are counted one by one: when there are
   * filters, and when the range contains no whole day.
   */
  readonly days: TimeRange | null
  readonly isFiltered: boolean
  /** The filters, without the one for bots. */
  readonly where: WhereClause
  readonly includeBots: boolean
  readonly limit: number
  readonly timezone: string
  readonly unit: SeriesUnit
}

/** Throws `InvalidParams` for an invalid range or zone. */
export function parseAnalyticsQuery(args: AnalyticsArgs, now: Date): AnalyticsQuery {
  const range = resolveRange(args, now)
  const where = buildFilterClause({ ...args, includeBots: true })
  const isFiltered = where.values.length > 0
  const { includeBots, limit, timezone, unit } = args
  const days = isFiltered ? null : wholeDays(range)
  return { now, range, days, isFiltered, where, includeBots, limit, timezone, unit }
}

function wholeDays({ from, to }: TimeRange): TimeRange | null {
  const first = from && new Date(Math.ceil(from.getTime() / dayMs) * dayMs)
  const end = to && new Date(Math.floor(to.getTime() / dayMs) * dayMs)
  return first && end && first >= end ? null : { from: first, to: end }
}

/**
 * The starts of the buckets of the series. Without a `from`, it begins at the first click; without a click it is empty.
 * Throws `InvalidParams` for too many buckets.
 */
export function seriesStarts({ range, now, timezone, unit }: AnalyticsQuery, firstClick: Date | null): Date[] {
  const from = range.from ?? firstClick
  if (from === null) return []
  // Includes the clicks of this millisecond.
  const to = range.to ?? new Date(Math.max(now.getTime(), from.getTime()) + 1)
  const bucketUnit = unit === 'auto' ? chooseUnit(to.getTime() - from.getTime()) : unit
  return bucketStarts(bucketUnit, timezone, from, to)
}
