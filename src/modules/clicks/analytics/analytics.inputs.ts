import { IsIn, Max, Min } from 'class-validator'
import { ArgsType, Field, Int } from 'type-graphql'
import { dayMs } from '../../../platform/shared/durations.ts'
import { buildFilterClause, ClickFilterArgs, type WhereClause } from '../click-filters.ts'
import { type BucketUnit, bucketStarts, bucketUnits, chooseUnit, resolveRange, type TimeRange } from '../time-range.ts'

const unitNames = ['auto', ...bucketUnits] as const

@ArgsType()
export class AnalyticsArgs extends ClickFilterArgs {
  @IsIn(unitNames)
  @Field(() => String, {
    defaultValue: 'auto',
    description: `How long the stretches of the time series are: ${unitNames.join(', ')}; at most 1000 of them.`,
  })
  unit!: BucketUnit | 'auto'

  @Min(1)
  @Max(500)
  @Field(() => Int, { defaultValue: 50, description: 'Rows of each breakdown, 1 to 500.' })
  limit!: number
}

/** What is asked of the clicks of some links. */
export interface AnalyticsQuery {
  readonly now: Date
  readonly range: TimeRange
  /**
   * The whole UTC days of the range, which sums answer. Null when the clicks are counted one by one, because only some
   * of them are meant, or because no whole day is in the range.
   */
  readonly days: TimeRange | null
  readonly isFiltered: boolean
  /** Which clicks are meant, people's and robots' alike. */
  readonly where: WhereClause
  readonly includeBots: boolean
  readonly limit: number
  readonly timezone: string
  readonly unit: BucketUnit | 'auto'
}

/** Reads what a client asks for. Throws `InvalidParams` for a range or a zone that cannot be. */
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
 * Where the stretches of the series begin, for links whose first click came at that time; none when there is nothing to
 * tell. Throws `InvalidParams` for too many.
 */
export function seriesStarts({ range, now, timezone, unit }: AnalyticsQuery, firstClick: Date | null): Date[] {
  const from = range.from ?? firstClick
  if (from === null) return []
  // What came with this very instant is part of it.
  const to = range.to ?? new Date(Math.max(now.getTime(), from.getTime()) + 1)
  const bucketUnit = unit === 'auto' ? chooseUnit(to.getTime() - from.getTime()) : unit
  return bucketStarts(bucketUnit, timezone, from, to)
}
