import { IsIn, Max, Min } from 'class-validator'
import { ArgsType, Field, Int } from 'type-graphql'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { dayMs } from '../../../platform/shared/time.ts'
import type { LinkKind as LinkKindValue } from '../../links/index.ts'
import { ClickFilterArgs } from '../click.inputs.ts'
import { buildFilterClause, type WhereClause } from '../click.queries.ts'
import { ClickFilter } from '../filters/click-filter.inputs.ts'
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

const LinkKind = createEnumType<LinkKindValue>('LinkKind', 'What a short address belongs to.', {
  link: 'A short link.',
  qr: 'A dynamic QR code.',
})

/** Selects the links with the fewest clicks. */
@ArgsType()
export class LeastClickedArgs {
  @IsIn(Object.values(LinkKind))
  @Field(() => LinkKind, { defaultValue: 'link', description: 'Only short links, or only dynamic QR codes.' })
  kind!: LinkKindValue

  @Min(1)
  @Max(500)
  @Field(() => Int, { defaultValue: 10, description: 'Most links, 1 to 500.' })
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
export function parseAnalyticsQuery({ filter, limit, unit }: AnalyticsArgs, now: Date): AnalyticsQuery {
  const { includeBots, timezone, ...others } = filter ?? new ClickFilter()
  const range = resolveRange({ timezone, ...others }, now)
  const where = buildFilterClause({ ...others, includeBots: true })
  const isFiltered = where.values.length > 0
  const days = isFiltered ? null : wholeDays(range)
  return { now, range, days, isFiltered, where, includeBots, limit, timezone, unit }
}

function wholeDays({ from, to }: TimeRange): TimeRange | null {
  const first = from && new Date(Math.ceil(from.getTime() / dayMs) * dayMs)
  const end = to && new Date(Math.floor(to.getTime() / dayMs) * dayMs)
  // No whole day begins after the last day of the year 9999, which PostgreSQL could not read from ISO 8601.
  if (first && (first.getUTCFullYear() > 9999 || (end && first >= end))) return null
  return { from: first, to: end }
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
