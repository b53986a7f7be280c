import { IsIn, Max, MaxLength, Min } from 'class-validator'
import { ArgsType, Field, ID, Int } from 'type-graphql'
import { ClickFilterArgs } from './click-filters.ts'
import { type ExportFormat, exportFormats } from './export/export-formats.ts'

const urlIdDescription = "Identifier of a link, for its clicks only; of another's link there are none."

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
  @Field(() => Int, { defaultValue: 1, description: 'Which page, from 1.' })
  page!: number

  @Min(1)
  @Max(1000)
  @Field(() => Int, { defaultValue: 100, description: 'Clicks on a page, 1 to 1000.' })
  limit!: number

  @Field(() => String, {
    nullable: true,
    description: 'Go on after this cursor, instead of a page; the `Link` header with `rel="next"` carries it.',
  })
  cursor?: string | null
}

const firstOptions = { defaultValue: 20, description: 'Clicks on a page, 1 to 100.' }
const afterOptions = { nullable: true, description: 'A cursor of this list: go on after it.' }

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
  @Field(() => String, { defaultValue: 'csv', description: `The form of the file: ${exportFormats.join(', ')}.` })
  format!: ExportFormat

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether a CSV file begins with a byte order mark, by which spreadsheets know UTF-8.',
  })
  bom!: boolean
}
