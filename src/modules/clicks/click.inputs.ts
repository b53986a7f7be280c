import { IsIn, isString, Max, MaxLength, Min, ValidateBy } from 'class-validator'
import { ArgsType, Field, ID, Int } from 'type-graphql'
import { type FilterVocabulary, filterVocabularies } from './filter-vocabularies.ts'
import { Interval, intervals } from './time-range.ts'

/** The values of a filter, and whether clicks with these values are excluded. */
export interface FilterValues {
  readonly values: readonly string[]
  readonly isExcluded: boolean
}

const maxValues = 50
const maxValueLength = 255

/**
 * Parses a filter: values separated by commas, of which a click matches any. With a leading `-`, a click must match none.
 * The `-` may be repeated before each value: `-US,DE` and `-US,-DE` are the same.
 */
export function parseFilterValues(text: string): FilterValues {
  const isExcluded = text.trimStart().startsWith('-')
  const values = text.split(',').map((value) => (isExcluded ? value.trim().replace(/^-/, '') : value).trim())
  return { values: [...new Set(values)], isExcluded }
}

/** A filter whose values are in the vocabulary. Without one, a value can be any text. */
export function IsFilterValue(vocabulary?: FilterVocabulary): PropertyDecorator {
  const findIssue = (text: string) => findSyntaxIssue(text) ?? findUnknownValueIssue(text, vocabulary)
  return ValidateBy({
    name: 'isFilterValue',
    validator: {
      validate: (text) => isString(text) && findIssue(text) === null,
      defaultMessage: (validation) => findIssue(String(validation?.value)) ?? 'is not valid',
    },
  })
}

/** Names the position of the value, because values are never quoted. */
function findUnknownValueIssue(text: string, vocabulary: FilterVocabulary | undefined): string | null {
  if (!vocabulary) return null
  const { values } = parseFilterValues(text)
  const index = values.findIndex((value) => !vocabulary.has(value))
  const value = values[index]
  if (value === undefined) return null
  const nearest = vocabulary.findNearest(value)
  const hint = nearest ? `did you mean ${nearest}?` : `use ${vocabulary.description}`
  return `${values.length === 1 ? 'the value' : `value ${index + 1}`} does not exist; ${hint}`
}

function findSyntaxIssue(text: string): string | null {
  // Checked first, so that a very long text is not split.
  if (text.length > maxValues * (maxValueLength + 1))
    return `must be at most ${maxValues} values of ${maxValueLength} characters`
  const { values, isExcluded } = parseFilterValues(text)
  if (values.length > maxValues) return `must be at most ${maxValues} values`
  if (values.some((value) => value === '')) return 'must not have an empty value'
  if (values.some((value) => value.length > maxValueLength))
    return `must have values of at most ${maxValueLength} characters`
  if (!isExcluded && values.some((value) => value.startsWith('-')))
    return 'must include all its values or exclude all of them'
  return null
}

const filterSyntax = 'Comma-separated values, any of which matches; a leading `-` excludes them'

/** Selects clicks by time and by their fields. */
@ArgsType()
export class ClickFilterArgs {
  @IsIn(intervals)
  @Field(() => Interval, { nullable: true, description: 'Period until now. Default: all time.' })
  interval?: Interval | null

  @Field(() => Date, { nullable: true, description: 'Start of the period (inclusive), instead of `interval`.' })
  from?: Date | null

  @Field(() => Date, { nullable: true, description: 'End of the period (exclusive), instead of `interval`.' })
  to?: Date | null

  @MaxLength(64)
  @Field(() => String, {
    defaultValue: 'UTC',
    description: 'IANA time zone in which days, months, quarters and years begin, such as `Europe/Berlin`.',
  })
  timezone!: string

  @IsFilterValue(filterVocabularies.country)
  @Field(() => String, {
    nullable: true,
    description: `Countries, ISO 3166-1 alpha-2 codes, or \`Unknown\`. ${filterSyntax}.`,
  })
  country?: string | null

  @IsFilterValue(filterVocabularies.region)
  @Field(() => String, { nullable: true, description: `Regions, ISO 3166-2 codes, or \`Unknown\`. ${filterSyntax}.` })
  region?: string | null

  @IsFilterValue(filterVocabularies.device)
  @Field(() => String, { nullable: true, description: `Devices, such as \`Mobile\`. ${filterSyntax}.` })
  device?: string | null

  @IsFilterValue(filterVocabularies.browser)
  @Field(() => String, { nullable: true, description: `Browsers, such as \`Firefox\`. ${filterSyntax}.` })
  browser?: string | null

  @IsFilterValue(filterVocabularies.os)
  @Field(() => String, { nullable: true, description: `Operating systems, such as \`Android\`. ${filterSyntax}.` })
  os?: string | null

  @IsFilterValue()
  @Field(() => String, { nullable: true, description: `Referrer hosts, or \`Direct\`. ${filterSyntax}.` })
  referrer?: string | null

  @IsFilterValue()
  @Field(() => String, { nullable: true, description: `Values of utm_source, or \`Unknown\`. ${filterSyntax}.` })
  utmSource?: string | null

  @IsFilterValue()
  @Field(() => String, { nullable: true, description: `Values of utm_medium, or \`Unknown\`. ${filterSyntax}.` })
  utmMedium?: string | null

  @IsFilterValue()
  @Field(() => String, { nullable: true, description: `Values of utm_campaign, or \`Unknown\`. ${filterSyntax}.` })
  utmCampaign?: string | null

  @IsFilterValue(filterVocabularies.trigger)
  @Field(() => String, {
    nullable: true,
    description: `How visitors arrived: \`link\`, \`qr\`, \`bio\` or \`api\`. ${filterSyntax}.`,
  })
  trigger?: string | null

  @Field(() => Boolean, { defaultValue: false, description: 'Whether visits by bots count too.' })
  includeBots!: boolean
}

/** Clicks on all links of the caller, or on one of them. */
@ArgsType()
export class AccountClicksArgs extends ClickFilterArgs {
  @MaxLength(64)
  @Field(() => ID, { nullable: true, description: 'Only clicks on this link; none for a link of another account.' })
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

export const exportFormats = ['csv', 'json', 'geojson'] as const

@ArgsType()
export class ClickExportArgs extends AccountClicksArgs {
  @IsIn(exportFormats)
  @Field(() => String, { defaultValue: 'csv', description: `Format of the file: ${exportFormats.join(', ')}.` })
  format!: (typeof exportFormats)[number]

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether a CSV file begins with a byte order mark, by which spreadsheets recognise UTF-8.',
  })
  bom!: boolean
}
