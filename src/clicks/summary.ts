import { Field, Int, ObjectType } from 'type-graphql'

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

@ObjectType({ description: 'The clicks of one link, summed up. Every breakdown adds up to totalClicks.' })
export class AnalyticsSummary {
  @Field(() => Int, { description: 'Clicks by people.' })
  totalClicks!: number

  @Field(() => Int, { description: 'Distinct visitors; a person who comes on two days counts on each.' })
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
}
