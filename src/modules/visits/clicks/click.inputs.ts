import { IsIn, Max, MaxLength, Min } from 'class-validator'
import { ArgsType, Field, ID, Int } from 'type-graphql'
import { RestOnly } from '../../../platform/graphql/operations.ts'
import { ConnectionArgs, CountArg } from '../../../platform/graphql/pagination/page.inputs.ts'
import type { PriceKind } from '../../../platform/graphql/price.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { ClickFilter } from './filters/click-filter.inputs.ts'

/** Selects clicks, in every list and count of them. */
@ArgsType()
export class ClickFilterArgs {
  @Field(() => ClickFilter, { nullable: true, description: 'Which clicks. Default: all clicks by people.' })
  filter?: ClickFilter | null
}

/** Whether clicks are filtered by what is known of each, so that they are read one by one. */
export function isFiltered({ filter }: ClickFilterArgs): boolean {
  const { interval: _interval, from: _from, to: _to, timezone: _timezone, includeBots: _bots, ...others } = filter ?? {}
  return Object.values(others).some((value) => value != null)
}

export function analyticsPrice(args: ClickFilterArgs): PriceKind {
  return isFiltered(args) ? 'scan' : 'report'
}

export function clickListPrice(args: ClickFilterArgs): PriceKind {
  return isFiltered(args) ? 'scan' : 'list'
}

/** Clicks on all links of the caller, or on one of them. */
@ArgsType()
export class AccountClicksArgs extends ClickFilterArgs {
  @MaxLength(64)
  @Field(() => ID, { nullable: true, description: 'Only clicks on this link; none for a link of another account.' })
  urlId?: string | null
}

/** A part of a list of clicks. REST has pages and cursors. */
@ArgsType()
export class ClickPageArgs extends ConnectionArgs {
  @RestOnly()
  @Min(1)
  @Max(1_000_000)
  @Field(() => Int, { defaultValue: 1, description: 'Number of the page, from 1.' })
  page!: number

  @RestOnly()
  @Min(1)
  @Max(1000)
  @Field(() => Int, { defaultValue: 100, description: 'Clicks on a page, 1 to 1000.' })
  limit!: number

  @RestOnly()
  @Field(() => String, {
    nullable: true,
    description: 'Return the clicks after this cursor, instead of `page`. The `Link` header with `rel="next"` has it.',
  })
  cursor?: string | null

  @CountArg()
  count!: boolean
}

export type ExportFormat = 'csv' | 'json' | 'geojson'
const ExportFormat = createEnumType<ExportFormat>('ClickExportFormat', 'Format of a file of clicks.', {
  csv: 'Comma-separated values with a header (RFC 4180).',
  json: 'An array of clicks.',
  geojson: 'A map with a feature for each click (RFC 7946).',
})

@ArgsType()
export class ClickExportArgs extends AccountClicksArgs {
  @IsIn(Object.values(ExportFormat))
  @Field(() => ExportFormat, { defaultValue: 'csv', description: 'Format of the file.' })
  format!: ExportFormat

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether a CSV file begins with a byte order mark, by which spreadsheets recognise UTF-8.',
  })
  bom!: boolean
}
