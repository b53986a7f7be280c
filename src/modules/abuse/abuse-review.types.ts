import { Field, ID, Int, ObjectType } from 'type-graphql'

@ObjectType({ description: 'How many reports give one reason.' })
export class ReasonCount {
  @Field(() => String, { description: 'The reason.' })
  reason!: string

  @Field(() => Int, { description: 'How many open reports give it.' })
  count!: number
}

@ObjectType({ description: 'A report of a link by somebody who met it.' })
export class AbuseReport {
  @Field(() => ID, { description: 'Identifier of the report, such as `rep_01k...`.' })
  id!: string

  @Field(() => String, { description: 'What is wrong with the link.' })
  reason!: string

  @Field(() => String, { nullable: true, description: 'What else there is to know.' })
  details!: string | null

  @Field(() => String, { nullable: true, description: 'Where to ask back, as given and not verified.' })
  email!: string | null

  @Field(() => Date, { description: 'When it came.' })
  createdAt!: Date

  @Field(() => String, { nullable: true, description: '`blocked` or `dismissed`; null while it is open.' })
  outcome!: string | null
}

@ObjectType({ description: 'What the owner of a blocked link says against it.' })
export class AbuseAppeal {
  @Field(() => String, { description: 'In the words of the owner.' })
  message!: string

  @Field(() => Date, { description: 'When it came.' })
  createdAt!: Date
}

@ObjectType({ description: 'A link as its reviewers see it.' })
export class AbuseReview {
  @Field(() => ID, { description: 'Identifier of the link.' })
  id!: string

  @Field(() => String, { description: 'The code of the link.' })
  shortUrl!: string

  @Field(() => String, { description: 'Title of the link.' })
  title!: string

  @Field(() => String, { description: 'Where the link leads.' })
  destination!: string

  @Field(() => String, { description: 'The host it leads to.' })
  destinationHost!: string

  @Field(() => String, { nullable: true, description: 'Where the link leads once it has expired.' })
  expiredDestination!: string | null

  @Field(() => ID, { nullable: true, description: 'The account that made it; null when nobody was logged in.' })
  ownerId!: string | null

  @Field(() => Int, { description: 'Clicks by people so far.' })
  clicks!: number

  @Field(() => Date, { description: 'When the link was made.' })
  createdAt!: Date

  @Field(() => Boolean, { description: 'Whether the link is blocked.' })
  isBlocked!: boolean

  @Field(() => String, { nullable: true, description: 'Why it is blocked.' })
  blockedReason!: string | null

  @Field(() => Date, { nullable: true, description: 'Since when it is blocked.' })
  blockedAt!: Date | null

  @Field(() => Int, { description: 'Reports nobody has settled; a network counts once a day.' })
  openReports!: number

  @Field(() => [ReasonCount], { description: 'The reasons the open reports give, the most frequent first.' })
  reasons!: ReasonCount[]

  @Field(() => Date, { nullable: true, description: 'When the first of the open reports came.' })
  firstReportedAt!: Date | null

  @Field(() => Date, { nullable: true, description: 'When the last of the open reports came.' })
  lastReportedAt!: Date | null

  @Field(() => AbuseAppeal, { nullable: true, description: "The owner's appeal, while nobody has settled it." })
  appeal!: AbuseAppeal | null
}
