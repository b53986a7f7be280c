import { Args, Query, Resolver, Root, Subscription } from 'type-graphql'
import { accountOf } from '../../access/admit.ts'
import { Access } from '../../access/marks.ts'
import { itemOf } from '../../events/activity/listing.ts'
import type { Context } from '../../graphql/context.ts'
import { judge } from '../../graphql/judge.ts'
import type { Mailbox } from '../../graphql/live/mailbox.ts'
import { Rest } from '../../rest/mark.ts'
import { ActivityItem } from './activity.item.ts'
import { ActivitiesArgs, LiveActivityArgs } from './args.ts'
import { ActivityFeed, type WrittenActivity } from './feed.ts'
import { Activities } from './service.ts'

/** What type-graphql hands over when somebody subscribes. */
interface SubscribeResolverData {
  readonly args: LiveActivityArgs
  readonly context: Context
}

async function listen({ args, context }: SubscribeResolverData): Promise<Mailbox<WrittenActivity>> {
  // What a subscription begins with is no instance of its class, whose bounds would be looked at with the first event.
  await judge(Object.assign(new LiveActivityArgs(), args), LiveActivityArgs, { args })
  const { accountId: ownerId } = accountOf(context.caller)
  return context.part(ActivityFeed).listen({ ownerId, minSeverity: args.minSeverity ?? 'info' })
}

@Resolver(() => ActivityItem)
export class ActivityResolver {
  readonly #activities: Activities

  constructor(context: Context) {
    this.#activities = context.use(Activities)
  }

  @Rest('GET /activity', 200)
  @Access('read:profile')
  @Query(() => [ActivityItem], {
    description: 'What was done to what the caller has, by whom, in the last 90 days, newest first.',
  })
  activities(@Args(() => ActivitiesArgs) wish: ActivitiesArgs): Promise<ActivityItem[]> {
    return this.#activities.list(wish)
  }

  @Access('read:profile')
  @Subscription(() => ActivityItem, {
    subscribe: listen,
    description: 'What is done to what the caller has, as it is done, whichever node does it; within a second.',
  })
  activity(
    @Root() { tx: _, ownerId: __, ...row }: WrittenActivity,
    @Args(() => LiveActivityArgs) ___: LiveActivityArgs,
  ): ActivityItem {
    return itemOf(row)
  }
}
