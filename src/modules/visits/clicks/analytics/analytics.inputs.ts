import { IsIn, Max, Min } from 'class-validator'
import { ArgsType, Field, Int } from 'type-graphql'
import { createEnumType } from '../../../../platform/shared/enum-type.ts'
import type { LinkKind as LinkKindValue, PlacementKind as PlacementKindValue } from '../../../publishing/links/index.ts'
import { ClickFilterArgs } from '../click.inputs.ts'
import { ClickFilter } from '../filters/click-filter.inputs.ts'
import { readClickFilter } from '../filters/read-click-filter.ts'
import type { ClickSelection } from '../store/click-query.ts'
import { SeriesUnit, seriesUnits } from '../time-range.ts'

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

/** Selects the days of `UrlItem.dailyClicks`. */
@ArgsType()
export class DailyClicksArgs {
  @Min(1)
  @Max(90)
  @Field(() => Int, { defaultValue: 30, description: 'Number of days until today, 1 to 90.' })
  days!: number
}

/** The kinds of links that have clicks. */
export type ClickedKind = Exclude<LinkKindValue, 'bio_page'>

export const LinkKind = createEnumType<ClickedKind>('LinkKind', 'What a short address belongs to.', {
  link: 'A short link.',
  qr: 'A dynamic QR code.',
  bio: 'A block of a bio page.',
})

export const PlacementKind = createEnumType<PlacementKindValue>('PlacementKind', 'What links are organized by.', {
  folder: 'A folder. A link is in one at most.',
  tag: 'A tag. A link can have several.',
})

/** Selects by what clicks are grouped. */
@ArgsType()
export class PlacementStatsArgs {
  @IsIn(Object.values(PlacementKind))
  @Field(() => PlacementKind, { description: 'By folder or by tag.' })
  kind!: PlacementKindValue
}

/** Selects the links with the fewest clicks. */
@ArgsType()
export class LeastClickedArgs {
  @IsIn(Object.values(LinkKind))
  @Field(() => LinkKind, {
    defaultValue: 'link',
    description: 'Only short links, only dynamic QR codes or only blocks of bio pages.',
  })
  kind!: ClickedKind

  @Min(1)
  @Max(500)
  @Field(() => Int, { defaultValue: 10, description: 'Most links, 1 to 500.' })
  limit!: number
}

/** A validated query for analytics. */
export interface AnalyticsQuery extends Omit<ClickSelection, 'scope'> {
  readonly now: Date
  readonly limit: number
  readonly timezone: string
  readonly unit: SeriesUnit
}

/** Throws `InvalidParams` for an invalid range or zone. */
export function parseAnalyticsQuery({ filter, limit, unit }: AnalyticsArgs, now: Date): AnalyticsQuery {
  const selected = filter ?? new ClickFilter()
  return { ...readClickFilter(selected, now), now, limit, timezone: selected.timezone, unit }
}
