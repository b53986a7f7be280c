import { Field, ID, Int, ObjectType } from 'type-graphql'

@ObjectType({ description: 'Clicks from one country.' })
export class CountryStat {
  @Field(() => String, { description: 'ISO 3166-1 alpha-2, or `Unknown`.' })
  country!: string

  @Field(() => Int, { description: 'Clicks by people.' })
  count!: number
}

@ObjectType({ description: 'Clicks with one kind of device.' })
export class DeviceStat {
  @Field(() => String, { description: '`Desktop`, `Mobile`, `Tablet`, `TV`, `Other` or `Unknown`.' })
  device!: string

  @Field(() => Int, { description: 'Clicks by people.' })
  count!: number
}

@ObjectType({ description: 'Clicks with one browser.' })
export class BrowserStat {
  @Field(() => String, { description: 'Browser family, or `Other` or `Unknown`.' })
  browser!: string

  @Field(() => Int, { description: 'Clicks by people.' })
  count!: number
}

@ObjectType({ description: 'Clicks with one operating system.' })
export class OsStat {
  @Field(() => String, { description: 'Operating system, or `Other` or `Unknown`.' })
  os!: string

  @Field(() => Int, { description: 'Clicks by people.' })
  count!: number
}

@ObjectType({ description: 'Clicks that came from one site.' })
export class ReferrerStat {
  @Field(() => String, { description: 'Host of the page that was left, or `Direct`.' })
  referrer!: string

  @Field(() => Int, { description: 'Clicks by people.' })
  count!: number
}

@ObjectType({ description: 'Clicks from one region.' })
export class RegionStat {
  @Field(() => String, {
    description: 'ISO 3166-2, such as `DE-BE`; `Other` for regions of fewer than 3 clicks, or `Unknown`.',
  })
  region!: string

  @Field(() => Int, { description: 'Clicks by people.' })
  count!: number
}

@ObjectType({ description: 'Clicks with one value of a campaign parameter.' })
export class UtmStat {
  @Field(() => String, { description: 'The value the destination was given, or `Unknown`.' })
  value!: string

  @Field(() => Int, { description: 'Clicks by people.' })
  count!: number
}

@ObjectType({ description: 'Clicks by the campaign parameters their destination was given.' })
export class UtmStats {
  @Field(() => [UtmStat], { description: 'Clicks by `utm_source`, most first.' })
  source!: UtmStat[]

  @Field(() => [UtmStat], { description: 'Clicks by `utm_medium`, most first.' })
  medium!: UtmStat[]

  @Field(() => [UtmStat], { description: 'Clicks by `utm_campaign`, most first.' })
  campaign!: UtmStat[]
}

@ObjectType({ description: 'Clicks that came by one door.' })
export class TriggerStat {
  @Field(() => String, { description: '`link`, `qr`, `bio` or `api`.' })
  trigger!: string

  @Field(() => Int, { description: 'Clicks by people.' })
  count!: number
}

@ObjectType({ description: 'One stretch of a time series.' })
export class Bucket {
  @Field(() => Date, { description: 'When it begins, as the clocks of the zone that was asked for have it.' })
  timestamp!: Date

  @Field(() => Int, { description: 'Clicks by people in it.' })
  clicks!: number

  @Field(() => Int, {
    description: 'Distinct visitors; each counts once a UTC day, in the stretch of the first click.',
  })
  uniqueVisitors!: number
}

@ObjectType({
  description:
    'Clicks, summed up. The series and every breakdown add up to totalClicks, but for rows beyond the limit.',
})
export class AnalyticsSummary {
  @Field(() => Int, { description: 'Clicks by people.' })
  totalClicks!: number

  @Field(() => Int, { description: 'Distinct visitors; a person who comes on two days (UTC) counts on each.' })
  uniqueVisitors!: number

  @Field(() => Boolean, { description: 'False for a link in privacy mode, whose visitors are not told apart.' })
  uniqueVisitorsAvailable!: boolean

  @Field(() => Int, { description: 'Visits by robots, which no other figure counts.' })
  botClicks!: number

  @Field(() => Date, { nullable: true, description: 'When the last person clicked; null before the first.' })
  lastClickAt!: Date | null

  @Field(() => [CountryStat], { description: 'Clicks by country, most first.' })
  countryStats!: CountryStat[]

  @Field(() => [DeviceStat], { description: 'Clicks by device, most first.' })
  deviceStats!: DeviceStat[]

  @Field(() => [BrowserStat], { description: 'Clicks by browser, most first.' })
  browserStats!: BrowserStat[]

  @Field(() => [OsStat], { description: 'Clicks by operating system, most first.' })
  osStats!: OsStat[]

  @Field(() => [ReferrerStat], { description: 'Clicks by site they came from, most first.' })
  referrerStats!: ReferrerStat[]

  @Field(() => [RegionStat], { description: 'Clicks by region, most first.' })
  regionStats!: RegionStat[]

  @Field(() => UtmStats, { description: 'Clicks by campaign.' })
  utmStats!: UtmStats

  @Field(() => [TriggerStat], { description: 'Clicks by the door visitors came by, most first.' })
  triggerStats!: TriggerStat[]

  @Field(() => [Bucket], {
    description: 'Clicks over time without gaps, from the first one unless a start was asked for.',
  })
  timeseries!: Bucket[]
}

@ObjectType({ description: 'One link among others.' })
export class LinkStat {
  @Field(() => ID, { description: 'Identifier of the link.' })
  urlId!: string

  @Field(() => Int, { description: 'Clicks by people.' })
  count!: number
}

@ObjectType({ description: 'The clicks on all links of the caller, summed up. A visitor of two links counts on each.' })
export class AccountAnalytics extends AnalyticsSummary {
  @Field(() => [LinkStat], { description: 'The links with most clicks, most first.' })
  topLinks!: LinkStat[]
}
