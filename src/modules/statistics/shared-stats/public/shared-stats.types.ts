import { Field, ObjectType } from 'type-graphql'
import { Open } from '../../../../platform/auth/authorization.ts'
import { SafeInt } from '../../../../platform/graphql/scalars.ts'
import { Interval } from '../../../visits/clicks/index.ts'
import { SharedStatsSubject } from '../shared-stats-page.entity.ts'

@Open()
@ObjectType({ description: 'Clicks with one value, such as one country.' })
export class SharedStatsCount {
  @Field(() => String, {
    description: 'The value, such as `DE`; `Unknown`; or `Other` for all values with fewer than 3 clicks.',
  })
  name!: string

  @Field(() => SafeInt, { description: 'Clicks by people.' })
  clicks!: number
}

@Open()
@ObjectType({ description: 'Clicks on one link.' })
export class SharedStatsLink {
  @Field(() => String, { description: 'Title of the link, or its code where the title contains the destination.' })
  title!: string

  @Field(() => SafeInt, { description: 'Clicks by people.' })
  clicks!: number
}

@Open()
@ObjectType({ description: 'Clicks in one part of the period.' })
export class SharedStatsBucket {
  @Field(() => Date, { description: 'Start of the bucket, in the time zone of the page.' })
  timestamp!: Date

  @Field(() => SafeInt, { description: 'Clicks by people; 0 for fewer than 3.' })
  clicks!: number

  @Field(() => Boolean, { description: 'Whether a part of the bucket is outside of the period, or has not ended yet.' })
  isPartial!: boolean
}

@Open()
@ObjectType({
  description: 'Statistics that an owner shares: only counts, of the clicks until `computedAt`.',
})
export class SharedStats {
  @Field(() => String, { nullable: true, description: 'Heading that the owner chose; null for none.' })
  title!: string | null

  @Field(() => SharedStatsSubject, { description: 'What the statistics are about.' })
  subject!: SharedStatsSubject

  @Field(() => Interval, { nullable: true, description: 'Period until now; null for all time, or for fixed dates.' })
  interval!: Interval | null

  @Field(() => Date, {
    nullable: true,
    description: 'Start of the period; null for `interval`, or for the first click.',
  })
  from!: Date | null

  @Field(() => Date, { nullable: true, description: 'End of the period; null for now.' })
  to!: Date | null

  @Field(() => String, { description: 'IANA time zone in which days begin.' })
  timezone!: string

  @Field(() => SafeInt, { description: 'Clicks by people.' })
  totalClicks!: number

  @Field(() => SafeInt, {
    nullable: true,
    description:
      'Distinct visitors; a person counts once for each link and UTC day. Null when no visitor can be distinguished.',
  })
  uniqueVisitors!: number | null

  @Field(() => Boolean, { description: 'True when `uniqueVisitors` leaves out private visits, so there were more.' })
  uniqueVisitorsPartial!: boolean

  @Field(() => [SharedStatsBucket], { description: 'Clicks over time, without gaps.' })
  timeseries!: SharedStatsBucket[]

  @Field(() => [SharedStatsCount], { description: 'Clicks by country, ISO 3166-1 alpha-2, most clicks first.' })
  countries!: SharedStatsCount[]

  @Field(() => [SharedStatsCount], { description: 'Clicks by type of device, most clicks first.' })
  devices!: SharedStatsCount[]

  @Field(() => [SharedStatsCount], { description: 'Clicks by browser, most clicks first.' })
  browsers!: SharedStatsCount[]

  @Field(() => [SharedStatsCount], { description: 'Clicks by operating system, most clicks first.' })
  operatingSystems!: SharedStatsCount[]

  @Field(() => [SharedStatsCount], {
    description: 'Clicks by the host of the page before, or `Direct`, most clicks first.',
  })
  referrers!: SharedStatsCount[]

  @Field(() => [SharedStatsLink], {
    nullable: true,
    description:
      'The links with the most clicks, at most 10, each with at least 3. Null unless the owner shows their titles.',
  })
  links!: SharedStatsLink[] | null

  @Field(() => Date, { description: 'Until when clicks were counted: the start of the current hour (UTC).' })
  computedAt!: Date
}
