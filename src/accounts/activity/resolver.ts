import { Args, Ctx, Query, Resolver, Root, Subscription } from 'type-graphql'
import { Access } from '../../access/marks.ts'
import { itemOf } from '../../events/activity/listing.ts'
import type { Context } from '../../graphql/context.ts'
import { judge } from '../../graphql/judge.ts'
import type { Mailbox } from '../../graphql/live/mailbox.ts'
import { Rest } from '../../rest/mark.ts'
import { ActivityItem } from './activity.item.ts'
import { ActivitiesArgs, LiveActivityArgs } from './args.ts'
import type { ActivityFeed, WrittenActivity } from './feed.ts'
import type { Activities } from './service.ts'

/** What type-graphql hands over when somebody subscribes. */
interface SubscribeResolverData {
  readonly args: LiveActivityArgs
  readonly context: Context
}

async function subscribe({ args, context }: SubscribeResolverData): Promise<Mailbox<WrittenActivity>> {
  // What a subscription begins with is no instance of its class, whose bounds would be looked at with the first event.
  await judge(Object.assign(new LiveActivityArgs(), args), LiveActivityArgs, { args })
  const { accountId: ownerId } = context
  return context.resolver(ActivityResolver).feed.listen({ ownerId, minSeverity: args.minSeverity ?? 'info' })
}

@Resolver(() => ActivityItem)
export class ActivityResolver {
  readonly feed: ActivityFeed
  readonly #activities: Activities

  constructor(activities: Activities, feed: ActivityFeed) {
    this.feed = feed
    this.#activities = activities
  }

  @Rest('GET /activity', 200)
  @Access('read:profile')
  @Query(() => [ActivityItem], {
    description: 'What was done to what the caller has, by whom, in the last 90 days, newest first.',
  })
  activities(@Args(() => ActivitiesArgs) wish: ActivitiesArgs, @Ctx() context: Context): Promise<ActivityItem[]> {
    return this.#activities.list(context, wish)
  }

  @Access('read:profile')
  @Subscription(() => ActivityItem, {
    subscribe,
    description: 'What is done to what the caller has, as it is done, whichever node does it; within a second.',
  })
  activity(
    @Root() { tx: _, ownerId: __, ...row }: WrittenActivity,
    @Args(() => LiveActivityArgs) ___: LiveActivityArgs,
  ): ActivityItem {
    return itemOf(row)
  }
}
