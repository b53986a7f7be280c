import { Field, ID, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../../platform/auth/authorization.ts'
import { SafeInt } from '../../../../platform/graphql/scalars.ts'
import { Continent } from '../../../../platform/shared/geography/continents.ts'
import { DeviceType, Trigger } from '../click.entity.ts'
import type { LinkScope } from '../store/click-query.ts'
import { type AnalyticsQuery, type ClickedKind, LinkKind } from './analytics.inputs.ts'
import { Bucket, BucketVisitorsMissing } from './bucket.types.ts'
import { RuleStat, VariantStat } from './rule-stats.types.ts'

@InheritsAccess()
@ObjectType({ description: 'Clicks from one country.' })
export class CountryStat {
  @Field(() => String, { description: 'ISO 3166-1 alpha-2, or `Unknown`.' })
  country!: string

  @Field(() => SafeInt, { description: 'Clicks by people.' })
  count!: number
}

@InheritsAccess()
@ObjectType({ description: 'Clicks from one type of device.' })
export class DeviceStat {
  @Field(() => DeviceType, { description: 'Type of the device.' })
  device!: DeviceType

  @Field(() => SafeInt, { description: 'Clicks by people.' })
  count!: number
}

@InheritsAccess()
@ObjectType({ description: 'Clicks from one browser.' })
export class BrowserStat {
  @Field(() => String, { description: 'Browser family, or `Other` or `Unknown`.' })
  browser!: string

  @Field(() => SafeInt, { description: 'Clicks by people.' })
  count!: number
}

@InheritsAccess()
@ObjectType({ description: 'Clicks from one operating system.' })
export class OsStat {
  @Field(() => String, { description: 'Operating system, or `Other` or `Unknown`.' })
  os!: string

  @Field(() => SafeInt, { description: 'Clicks by people.' })
  count!: number
}

@InheritsAccess()
@ObjectType({ description: 'Clicks from one referrer.' })
export class ReferrerStat {
  @Field(() => String, {
    description: 'Host of the page the visitors came from, without `www.`, or `Direct` or `Unknown`.',
  })
  referrer!: string

  @Field(() => SafeInt, { description: 'Clicks by people.' })
  count!: number
}

@InheritsAccess()
@ObjectType({ description: 'Clicks from one region.' })
export class RegionStat {
  @Field(() => String, { description: 'ISO 3166-2, such as `DE-BE`; `Other` below 3 clicks; or `Unknown`.' })
  region!: string

  @Field(() => SafeInt, { description: 'Clicks by people.' })
  count!: number
}

@InheritsAccess()
@ObjectType({
  description: 'Clicks from one city. The filter `city` has it as `DE-BE:Berlin`, or as `DE:Berlin` without a region.',
})
export class CityStat {
  @Field(() => String, { description: 'English name, such as `Berlin`; `Other` for all below 3 clicks; or `Unknown`.' })
  city!: string

  @Field(() => String, { nullable: true, description: 'ISO 3166-2, such as `DE-BE`; null when it is not known.' })
  region!: string | null

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2; null for `Other` and `Unknown`.' })
  country!: string | null

  @Field(() => SafeInt, { description: 'Clicks by people.' })
  count!: number
}

@InheritsAccess()
@ObjectType({ description: 'Clicks from one continent.' })
export class ContinentStat {
  @Field(() => Continent, { description: 'The continent.' })
  continent!: Continent

  @Field(() => SafeInt, { description: 'Clicks by people.' })
  count!: number
}

@InheritsAccess()
@ObjectType({ description: 'Clicks with one value of a campaign parameter.' })
export class UtmStat {
  @Field(() => String, { description: 'Value of the parameter in lower case, or `Unknown`.' })
  value!: string

  @Field(() => SafeInt, { description: 'Clicks by people.' })
  count!: number
}

@InheritsAccess()
@ObjectType({ description: 'Clicks by the UTM parameters of their destinations.' })
export class UtmStats {
  @Field(() => [UtmStat], { description: 'Clicks by `utm_source`, most clicks first.' })
  source!: UtmStat[]

  @Field(() => [UtmStat], { description: 'Clicks by `utm_medium`, most clicks first.' })
  medium!: UtmStat[]

  @Field(() => [UtmStat], { description: 'Clicks by `utm_campaign`, most clicks first.' })
  campaign!: UtmStat[]

  @Field(() => [UtmStat], { description: 'Clicks by `utm_term`, most clicks first.' })
  term!: UtmStat[]

  @Field(() => [UtmStat], { description: 'Clicks by `utm_content`, most clicks first.' })
  content!: UtmStat[]
}

@InheritsAccess()
@ObjectType({ description: 'Clicks of visitors who arrived in one way.' })
export class TriggerStat {
  @Field(() => Trigger, { description: 'How the visitors arrived.' })
  trigger!: Trigger

  @Field(() => SafeInt, { description: 'Clicks by people.' })
  count!: number
}

@Access('read:analytics')
@ObjectType({
  description: 'Totals of clicks. The series and each breakdown add up to `totalClicks`, except rows beyond the limit.',
})
export class AnalyticsSummary {
  @Field(() => SafeInt, { description: 'Clicks by people.' })
  totalClicks!: number

  @Field(() => SafeInt, {
    description: 'Distinct visitors; a person counts once for each link and UTC day. Links in privacy mode have none.',
  })
  uniqueVisitors!: number

  @Field(() => Boolean, {
    description:
      'False when no visitor can be distinguished: all links are in privacy mode, or all visits were private.',
  })
  uniqueVisitorsAvailable!: boolean

  @Field(() => Boolean, {
    description:
      'True when `uniqueVisitors` leaves out private visits (Global Privacy Control) or links in privacy mode, so there were more.',
  })
  uniqueVisitorsPartial!: boolean

  @Field(() => Date, {
    nullable: true,
    description:
      'When single clicks of the period are deleted already: from when on clicks are counted here. Null when all are counted.',
  })
  countsFrom!: Date | null

  @Field(() => SafeInt, { description: 'Visits by bots. No other field counts them, unless `includeBots` is set.' })
  botClicks!: number

  @Field(() => Date, { nullable: true, description: 'Time of the last click by a person; null before the first.' })
  lastClickAt!: Date | null

  @Field(() => [CountryStat], { description: 'Clicks by country, most clicks first.' })
  countryStats!: CountryStat[]

  @Field(() => [DeviceStat], { description: 'Clicks by device, most clicks first.' })
  deviceStats!: DeviceStat[]

  @Field(() => [BrowserStat], { description: 'Clicks by browser, most clicks first.' })
  browserStats!: BrowserStat[]

  @Field(() => [OsStat], { description: 'Clicks by operating system, most clicks first.' })
  osStats!: OsStat[]

  @Field(() => [ReferrerStat], { description: 'Clicks by referrer, most clicks first.' })
  referrerStats!: ReferrerStat[]

  @Field(() => [RegionStat], { description: 'Clicks by region, most clicks first.' })
  regionStats!: RegionStat[]

  @Field(() => [CityStat], { description: 'Clicks by city, most clicks first.' })
  cityStats!: CityStat[]

  @Field(() => [ContinentStat], { description: 'Clicks by continent, most clicks first.' })
  continentStats!: ContinentStat[]

  @Field(() => UtmStats, { description: 'Clicks by campaign.' })
  utmStats!: UtmStats

  @Field(() => [RuleStat], { description: 'Clicks by the rule that chose the destination, most clicks first.' })
  ruleStats!: RuleStat[]

  @Field(() => [VariantStat], { description: 'Clicks by the variant of a split, most clicks first.' })
  variantStats!: VariantStat[]

  @Field(() => [TriggerStat], { description: 'Clicks by the way visitors arrived, most clicks first.' })
  triggerStats!: TriggerStat[]

  @Field(() => [Bucket], {
    description: 'Clicks over time, without gaps. It begins at `from` or the interval, otherwise at the first click.',
  })
  timeseries!: Bucket[]

  @Field(() => BucketVisitorsMissing, {
    nullable: true,
    description: 'Why buckets have null as `uniqueVisitors`; null when all have a number.',
  })
  bucketVisitorsMissing!: BucketVisitorsMissing | null
}

@InheritsAccess()
@ObjectType({ description: 'Clicks on one link, dynamic QR code or block of a bio page.' })
export class LinkStat {
  @Field(() => ID, {
    description:
      'Identifier of the link. `/urls` does not have the link of a dynamic QR code: use `qrId`. For a block of a bio page, it is the `urlId` of the block. Reading it does not need the scope `read:links`.',
  })
  urlId!: string

  @Field(() => LinkKind, { description: 'Whether this is a short link, a dynamic QR code or a block of a bio page.' })
  kind!: ClickedKind

  @Field(() => SafeInt, { description: 'Clicks by people.' })
  count!: number
}

@Access('read:analytics')
@ObjectType({ description: "Totals of all the caller's links. A visitor of two links counts on each." })
export class AccountAnalytics extends AnalyticsSummary {
  /** The query of these analytics, for fields that are computed only when they are selected. */
  query!: AnalyticsQuery

  /** The links that are analyzed. */
  scope!: LinkScope

  @Field(() => [LinkStat], { description: 'Links, QR codes and blocks of bio pages, most clicks first.' })
  topLinks!: LinkStat[]
}

@InheritsAccess()
@ObjectType({ description: 'The links with the fewest clicks. Links created after the period are left out.' })
export class LeastClickedLinks {
  @Field(() => [LinkStat], {
    description: 'Fewest clicks first, links without clicks included; of those with as many clicks the newest first.',
  })
  links!: LinkStat[]

  @Field(() => SafeInt, { description: 'Number of all links.' })
  totalCount!: number

  @Field(() => SafeInt, { description: 'Number of links without a click that matches.' })
  unclickedCount!: number
}
