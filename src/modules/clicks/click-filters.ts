import { IsIn, isString, MaxLength, ValidateBy } from 'class-validator'
import { ArgsType, Field } from 'type-graphql'
import { type Interval, intervals } from './time-range.ts'

/** The values a filter names, and whether clicks with them are left out instead of kept. */
export interface FilterValues {
  readonly values: readonly string[]
  readonly excluded: boolean
}

const maxValues = 50
const maxValueLength = 255

/**
 * Reads a filter: values with commas between them, any of which fits; with `-` in front, none of them may. Each value
 * may wear the `-` as well as the first alone, so that `-US,DE` and `-US,-DE` are the same.
 */
export function parseFilterValues(text: string): FilterValues {
  const excluded = text.trimStart().startsWith('-')
  const values = text.split(',').map((value) => (excluded ? value.trim().replace(/^-/, '') : value).trim())
  return { values: [...new Set(values)], excluded }
}

/** Says of a filter argument that it can be read, and means one thing. */
export function IsFilterValue(): PropertyDecorator {
  return ValidateBy({
    name: 'isFilterValue',
    validator: {
      validate: (text) => isString(text) && findIssue(text) === null,
      defaultMessage: (validation) => findIssue(String(validation?.value)) ?? 'is not valid',
    },
  })
}

function findIssue(text: string): string | null {
  // Counted before anything is cut, so that a long text costs no more than its reading.
  if (text.length > maxValues * (maxValueLength + 1))
    return `must be at most ${maxValues} values of ${maxValueLength} characters`
  const { values, excluded } = parseFilterValues(text)
  if (values.length > maxValues) return `must be at most ${maxValues} values`
  if (values.some((value) => value === '')) return 'must not have an empty value'
  if (values.some((value) => value.length > maxValueLength))
    return `must have values of at most ${maxValueLength} characters`
  if (!excluded && values.some((value) => value.startsWith('-')))
    return 'must seek all its values or exclude all of them'
  return null
}

const filterSyntax = 'Commas separate values, any of which fits; a leading `-` excludes them'

/** Which clicks a question is about: when, and what they tell. `rangeOf` reads the first part, `conditionsOf` the second. */
@ArgsType()
export class ClickFilterArgs {
  @IsIn(intervals)
  @Field(() => String, {
    nullable: true,
    description: `A stretch of time that ends now: ${intervals.join(', ')}. Default: all.`,
  })
  interval?: Interval | null

  @Field(() => Date, { nullable: true, description: 'From this instant on, instead of an interval.' })
  from?: Date | null

  @Field(() => Date, { nullable: true, description: 'Up to this instant and without it, instead of an interval.' })
  to?: Date | null

  @MaxLength(64)
  @Field(() => String, {
    defaultValue: 'UTC',
    description: 'The IANA zone in which days, months, quarters and years begin, such as `Europe/Berlin`.',
  })
  timezone!: string

  @IsFilterValue()
  @Field(() => String, {
    nullable: true,
    description: `Countries, ISO 3166-1 alpha-2, or \`Unknown\`. ${filterSyntax}.`,
  })
  country?: string | null

  @IsFilterValue()
  @Field(() => String, { nullable: true, description: `Regions, ISO 3166-2, or \`Unknown\`. ${filterSyntax}.` })
  region?: string | null

  @IsFilterValue()
  @Field(() => String, { nullable: true, description: `Devices, such as \`Mobile\`. ${filterSyntax}.` })
  device?: string | null

  @IsFilterValue()
  @Field(() => String, { nullable: true, description: `Browsers, such as \`Firefox\`. ${filterSyntax}.` })
  browser?: string | null

  @IsFilterValue()
  @Field(() => String, { nullable: true, description: `Operating systems, such as \`Android\`. ${filterSyntax}.` })
  os?: string | null

  @IsFilterValue()
  @Field(() => String, { nullable: true, description: `Hosts visitors came from, or \`Direct\`. ${filterSyntax}.` })
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

  @IsFilterValue()
  @Field(() => String, { nullable: true, description: `Doors: \`link\`, \`qr\`, \`bio\` or \`api\`. ${filterSyntax}.` })
  trigger?: string | null

  @Field(() => Boolean, { defaultValue: false, description: 'Whether the visits of robots count too.' })
  includeBots!: boolean
}

/** The filters that name values, and what of a click each of them compares with. */
const filterColumns = {
  country: orUnknown('country'),
  region: orUnknown('region'),
  device: orUnknown('device'),
  browser: orUnknown('browser'),
  os: orUnknown('os'),
  // Only a click recorded in privacy says nothing of its device, and of such a one nobody knows that it came directly.
  referrer: `coalesce(click.referrer_host, case when click.device is null then 'Unknown' else 'Direct' end)`,
  utmSource: orUnknown('utm_source'),
  utmMedium: orUnknown('utm_medium'),
  utmCampaign: orUnknown('utm_campaign'),
  trigger: 'click.trigger',
} as const

export type ClickFilters = Partial<Record<keyof typeof filterColumns, string | null>> & {
  readonly includeBots: boolean
}

/** Conditions on the alias `click`, with `?` for each of the values. */
export interface WhereClause {
  readonly sql: string
  readonly values: unknown[]
}

/** What a click must tell to be meant, whatever its case; its time is another matter. `true` when nothing is asked. */
export function buildFilterClause(filters: ClickFilters): WhereClause {
  const clauses = Object.entries(filterColumns).flatMap(([name, column]) => {
    const text = filters[name as keyof typeof filterColumns]
    if (text == null) return []
    const { values, excluded } = parseFilterValues(text)
    // Both sides are folded by the database: of letters beyond ASCII it and JavaScript may think differently.
    const placeholders = values.map(() => 'lower(?::text)').join(', ')
    return [{ sql: `lower(${column}) ${excluded ? 'not in' : 'in'} (${placeholders})`, values }]
  })
  const botClauses = filters.includeBots ? [] : ['not click.is_bot']
  return {
    sql: [...botClauses, ...clauses.map(({ sql }) => sql)].join(' and ') || 'true',
    values: clauses.flatMap(({ values }) => values),
  }
}

function orUnknown(column: string): string {
  return `coalesce(click.${column}, 'Unknown')`
}
