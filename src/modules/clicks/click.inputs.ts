import { IsIn, Max, MaxLength, Min } from 'class-validator'
import { ArgsType, Field, ID, Int } from 'type-graphql'
import { ClickFilterArgs } from './click-filters.ts'
import { type ExportFormat, exportFormats } from './export/export-formats.ts'

const urlIdDescription = 'Only clicks on the link with this identifier; none for a link of another account.'

/** Clicks on all links of the caller, or on one of them. */
@ArgsType()
export class AccountClicksArgs extends ClickFilterArgs {
  @MaxLength(64)
  @Field(() => ID, { nullable: true, description: urlIdDescription })
  urlId?: string | null
}

@ArgsType()
export class ClicksArgs extends AccountClicksArgs {
  @Min(1)
  @Max(1_000_000)
  @Field(() => Int, { defaultValue: 1, description: 'Number of the page, from 1.' })
  page!: number

  @Min(1)
  @Max(1000)
  @Field(() => Int, { defaultValue: 100, description: 'Clicks on a page, 1 to 1000.' })
  limit!: number

  @Field(() => String, {
    nullable: true,
    description: 'Return the clicks after this cursor, instead of `page`. The `Link` header with `rel="next"` has it.',
  })
  cursor?: string | null
}

const firstOptions = { defaultValue: 20, description: 'Clicks on a page, 1 to 100.' }
const afterOptions = { nullable: true, description: 'Return the clicks after this cursor.' }

@ArgsType()
export class LinkClicksArgs extends ClickFilterArgs {
  @Min(1)
  @Max(100)
  @Field(() => Int, firstOptions)
  first!: number

  @Field(() => String, afterOptions)
  after?: string | null
}

@ArgsType()
export class ClickHistoryArgs extends AccountClicksArgs {
  @Min(1)
  @Max(100)
  @Field(() => Int, firstOptions)
  first!: number

  @Field(() => String, afterOptions)
  after?: string | null
}

@ArgsType()
export class ClickExportArgs extends AccountClicksArgs {
  @IsIn(exportFormats)
  @Field(() => String, { defaultValue: 'csv', description: `Format of the file: ${exportFormats.join(', ')}.` })
  format!: ExportFormat

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether a CSV file begins with a byte order mark, by which spreadsheets recognise UTF-8.',
  })
  bom!: boolean
}
