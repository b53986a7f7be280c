import { IsIn, MaxLength } from 'class-validator'
import { ArgsType, Field } from 'type-graphql'
import { type Interval, intervals } from './range.ts'
import { IsSought, readSought } from './sought.ts'

const grammar = 'Commas separate values, any of which fits; a leading `-` excludes them'

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

  @IsSought()
  @Field(() => String, { nullable: true, description: `Countries, ISO 3166-1 alpha-2, or \`Unknown\`. ${grammar}.` })
  country?: string | null

  @IsSought()
  @Field(() => String, { nullable: true, description: `Regions, ISO 3166-2, or \`Unknown\`. ${grammar}.` })
  region?: string | null

  @IsSought()
  @Field(() => String, { nullable: true, description: `Devices, such as \`Mobile\`. ${grammar}.` })
  device?: string | null

  @IsSought()
  @Field(() => String, { nullable: true, description: `Browsers, such as \`Firefox\`. ${grammar}.` })
  browser?: string | null

  @IsSought()
  @Field(() => String, { nullable: true, description: `Operating systems, such as \`Android\`. ${grammar}.` })
  os?: string | null

  @IsSought()
  @Field(() => String, { nullable: true, description: `Hosts visitors came from, or \`Direct\`. ${grammar}.` })
  referrer?: string | null

  @IsSought()
  @Field(() => String, { nullable: true, description: `Values of utm_source, or \`Unknown\`. ${grammar}.` })
  utmSource?: string | null

  @IsSought()
  @Field(() => String, { nullable: true, description: `Values of utm_medium, or \`Unknown\`. ${grammar}.` })
  utmMedium?: string | null

  @IsSought()
  @Field(() => String, { nullable: true, description: `Values of utm_campaign, or \`Unknown\`. ${grammar}.` })
  utmCampaign?: string | null

  @IsSought()
  @Field(() => String, { nullable: true, description: `Doors: \`link\`, \`qr\`, \`bio\` or \`api\`. ${grammar}.` })
  trigger?: string | null

  @Field(() => Boolean, { defaultValue: false, description: 'Whether the visits of robots count too.' })
  includeBots!: boolean
}

/** The filters that name values, and what of a click each of them compares with. */
const compared = {
  country: known('country'),
  region: known('region'),
  device: known('device'),
  browser: known('browser'),
  os: known('os'),
  // Only a click recorded in privacy says nothing of its device, and of such a one nobody knows that it came directly.
  referrer: `coalesce(click.referrer_host, case when click.device is null then 'Unknown' else 'Direct' end)`,
  utmSource: known('utm_source'),
  utmMedium: known('utm_medium'),
  utmCampaign: known('utm_campaign'),
  trigger: 'click.trigger',
} as const

export type ClickFilters = Partial<Record<keyof typeof compared, string | null>> & { readonly includeBots: boolean }

/** Conditions on the alias `click`, with `?` for each of the values. */
export interface Conditions {
  readonly sql: string
  readonly values: unknown[]
}

/** What a click must tell to be meant, whatever its case; its time is another matter. `true` when nothing is asked. */
export function conditionsOf(filters: ClickFilters): Conditions {
  const asked = Object.entries(compared).flatMap(([name, column]) => {
    const text = filters[name as keyof typeof compared]
    if (text == null) return []
    const { values, excluded } = readSought(text)
    // Both sides are folded by the database: of letters beyond ASCII it and JavaScript may think differently.
    const listed = values.map(() => 'lower(?::text)').join(', ')
    return [{ sql: `lower(${column}) ${excluded ? 'not in' : 'in'} (${listed})`, values }]
  })
  const people = filters.includeBots ? [] : ['not click.is_bot']
  return {
    sql: [...people, ...asked.map(({ sql }) => sql)].join(' and ') || 'true',
    values: asked.flatMap(({ values }) => values),
  }
}

function known(column: string): string {
  return `coalesce(click.${column}, 'Unknown')`
}
