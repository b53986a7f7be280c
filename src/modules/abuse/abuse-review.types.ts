import { Field, ID, Int, ObjectType } from 'type-graphql'
import { AbuseAppeal } from './abuse-report.entity.ts'

@ObjectType({ description: 'Number of reports that give a reason.' })
export class ReasonCount {
  @Field(() => String, { description: 'The reason.' })
  reason!: string

  @Field(() => Int, { description: 'How many open reports give it.' })
  count!: number
}

@ObjectType({ description: 'A link as reviewers see it.' })
export class AbuseReview {
  @Field(() => ID, { description: 'Identifier of the link.' })
  id!: string

  @Field(() => String, { description: 'Code of the link.' })
  shortUrl!: string

  @Field(() => String, { description: 'Title of the link.' })
  title!: string

  @Field(() => String, { description: 'Destination of the link.' })
  destination!: string

  @Field(() => String, { description: 'Host of the destination.' })
  destinationHost!: string

  @Field(() => String, { nullable: true, description: 'Destination of the link after it has expired.' })
  expiredDestination!: string | null

  @Field(() => ID, { nullable: true, description: 'Account that created the link; null for an anonymous link.' })
  ownerId!: string | null

  @Field(() => Int, { description: 'Clicks by people so far.' })
  clicks!: number

  @Field(() => Date, { description: 'When the link was created.' })
  createdAt!: Date

  @Field(() => Boolean, { description: 'Whether the link is blocked.' })
  isBlocked!: boolean

  @Field(() => String, { nullable: true, description: 'Why the link is blocked.' })
  blockedReason!: string | null

  @Field(() => Date, { nullable: true, description: 'Since when the link is blocked.' })
  blockedAt!: Date | null

  @Field(() => Int, { description: 'Number of open reports; one network counts once a day.' })
  openReports!: number

  @Field(() => [ReasonCount], { description: 'Reasons of the open reports, the most frequent first.' })
  reasons!: ReasonCount[]

  @Field(() => Date, { nullable: true, description: 'When the first open report was received.' })
  firstReportedAt!: Date | null

  @Field(() => Date, { nullable: true, description: 'When the last open report was received.' })
  lastReportedAt!: Date | null

  @Field(() => AbuseAppeal, { nullable: true, description: 'Open appeal of the owner.' })
  appeal!: AbuseAppeal | null
}
