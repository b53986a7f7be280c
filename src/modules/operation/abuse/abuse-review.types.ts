import type { Ref } from '@mikro-orm/postgresql'
import { Field, ID, Int, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../platform/auth/authorization.ts'
import { GraphqlOnly, RestOnly } from '../../../platform/graphql/operations.ts'
import type { SortOrder } from '../../../platform/graphql/pagination/keyset.ts'
import { createConnectionType } from '../../../platform/graphql/pagination/pagination.ts'
import { SafeInt, Url } from '../../../platform/graphql/scalars.ts'
import { RestName } from '../../../platform/rest/rest.decorator.ts'
import type { Account } from '../../identity/accounts/index.ts'
import { AbuseReason } from '../../publishing/links/index.ts'
import type { ReviewState } from './abuse.inputs.ts'
import { AbuseAppeal } from './appeals/appeal.entity.ts'

@InheritsAccess()
@ObjectType({ description: 'Number of reports that give a reason.' })
export class ReasonCount {
  @Field(() => AbuseReason, { description: 'The reason.' })
  reason!: AbuseReason

  @Field(() => Int, { description: 'How many open reports give it.' })
  count!: number
}

@Access('read:profile', { role: 'admin' })
@ObjectType({ description: 'A link as reviewers see it.' })
export class AbuseReview {
  @Field(() => ID, { description: 'Identifier of the link.' })
  id!: string

  @RestName('shortUrl')
  @Field(() => String, { description: 'Code of the link.' })
  code!: string

  @Field(() => String, {
    nullable: true,
    description: 'Host of the short address when the link has a domain; null for the host of the service.',
  })
  domainHost!: string | null

  @Field(() => String, { description: 'Title of the link.' })
  title!: string

  @Field(() => Url, { description: 'Destination of the link.' })
  destination!: string

  @Field(() => String, { description: 'Host of the destination.' })
  destinationHost!: string

  @RestName('notYetDestination')
  @Field(() => Url, { nullable: true, description: 'Where visitors of the link are sent before it opens.' })
  notYetUrl!: string | null

  @RestName('expiredDestination')
  @Field(() => Url, { nullable: true, description: 'Destination of the link after it has expired.' })
  expiredUrl!: string | null

  creator!: Ref<Account> | null

  @RestOnly()
  @Field(() => ID, { nullable: true, description: 'Account that created the link; null for an anonymous link.' })
  get ownerId(): string | null {
    return this.creator?.id ?? null
  }

  @RestName('clicks')
  @Field(() => SafeInt, { description: 'Clicks by people so far.' })
  currentClicks!: number

  @Field(() => Date, { description: 'When the link was created.' })
  createdAt!: Date

  @Field(() => Boolean, { description: 'Whether the link is blocked.' })
  isBlocked!: boolean

  @Field(() => AbuseReason, { nullable: true, description: 'Why the link is blocked; null when it is not blocked.' })
  blockedReason!: AbuseReason | null

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

  @GraphqlOnly()
  @Field(() => Date, {
    nullable: true,
    description: 'When the first open report or the appeal was received; null while nothing waits for a decision.',
  })
  waitingSince!: Date | null

  @Field(() => AbuseAppeal, { nullable: true, description: 'Open appeal of the owner.' })
  appeal!: AbuseAppeal | null
}

export const AbuseReviewConnection = createConnectionType('AbuseReview', AbuseReview, 'reviews')
export type AbuseReviewConnection = InstanceType<typeof AbuseReviewConnection>

/** The order of blocked links. `link_blocked_index` serves it. */
export const newestBlocksFirst: SortOrder<Pick<AbuseReview, 'blockedAt'>> = {
  name: 'BLOCKED_DESC',
  property: 'blockedAt',
  column: 'blocked_at',
  kind: 'instant',
  direction: 'desc',
}

/** The order of the links in each state. */
export const reviewOrders: Readonly<Record<ReviewState, SortOrder<AbuseReview>>> = {
  open: { name: 'WAITING_ASC', property: 'waitingSince', column: 'since', kind: 'instant', direction: 'asc' },
  blocked: newestBlocksFirst,
}
