import { Args, Ctx, Query, Resolver, Root, Subscription } from 'type-graphql'
import { toActivityEntry } from '../../platform/audit-log/activity.queries.ts'
import { Access } from '../../platform/auth/authorization.ts'
import { validateArguments } from '../../platform/graphql/argument-validation.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import type { EventQueue } from '../../platform/graphql/subscriptions/event-queue.ts'
import { Rest } from '../../platform/rest/rest.decorator.ts'
import type { ActivityService } from './activity.service.ts'
import { ActivitiesArgs, ActivityItem, LiveActivityArgs } from './activity.types.ts'
import type { ActivityFeed, ActivityFeedRow } from './activity-feed.ts'

/** What type-graphql hands over when somebody subscribes. */
interface SubscribeResolverData {
  readonly args: LiveActivityArgs
  readonly context: RequestContext
}

async function subscribe({ args, context }: SubscribeResolverData): Promise<EventQueue<ActivityFeedRow>> {
  // What a subscription begins with is no instance of its class, whose bounds would be looked at with the first event.
  await validateArguments(Object.assign(new LiveActivityArgs(), args), LiveActivityArgs, { args })
  const { accountId: ownerId } = context
  return context.resolver(ActivityResolver).feed.subscribe({ ownerId, minSeverity: args.minSeverity ?? 'info' })
}

@Resolver(() => ActivityItem)
export class ActivityResolver {
  readonly feed: ActivityFeed
  readonly #activityService: ActivityService

  constructor(activityService: ActivityService, feed: ActivityFeed) {
    this.feed = feed
    this.#activityService = activityService
  }

  @Rest('GET /activity', 200)
  @Access('read:profile')
  @Query(() => [ActivityItem], {
    description: 'What was done to what the caller has, by whom, in the last 90 days, newest first.',
  })
  activities(
    @Args(() => ActivitiesArgs) args: ActivitiesArgs,
    @Ctx() context: RequestContext,
  ): Promise<ActivityItem[]> {
    return this.#activityService.list(context, args)
  }

  @Access('read:profile')
  @Subscription(() => ActivityItem, {
    subscribe,
    description: 'What is done to what the caller has, as it is done, whichever node does it; within a second.',
  })
  activity(
    @Root() { tx: _, ownerId: __, ...row }: ActivityFeedRow,
    @Args(() => LiveActivityArgs) ___: LiveActivityArgs,
  ): ActivityItem {
    return toActivityEntry(row)
  }
}
