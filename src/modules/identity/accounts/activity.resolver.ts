import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root, Subscription } from 'type-graphql'
import { type ActivityEntry, toActivityEntry } from '../../../platform/audit-log/activity.queries.ts'
import { Access } from '../../../platform/auth/authorization.ts'
import { validateArguments } from '../../../platform/graphql/inputs/argument-validation.ts'
import { InWorkspace, Throws } from '../../../platform/graphql/operations.ts'
import { FindsNode } from '../../../platform/graphql/pagination/node.resolver.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { EventQueue } from '../../../platform/graphql/subscriptions/event-queue.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { toPlainText } from '../../../platform/shared/text/human-text.ts'
import { ActivityNotFound } from './account.errors.ts'
import type { ActivityFeedRow } from './accounts.queries.ts'
import type { ActivityService } from './activity.service.ts'
import { ActivitiesArgs, ActivityConnection, ActivityItem, LiveActivityArgs } from './activity.types.ts'

/** The argument that type-graphql gives to a `subscribe` function. */
interface SubscribeResolverData {
  readonly args: LiveActivityArgs
  readonly context: RequestContext
}

async function subscribe({ args, context }: SubscribeResolverData): Promise<EventQueue<ActivityFeedRow>> {
  // type-graphql validates the arguments of a subscription only with its first event.
  await validateArguments(Object.assign(new LiveActivityArgs(), args), LiveActivityArgs, { args })
  return context.resolver(ActivityResolver).activityService.subscribe(context, args)
}

@Resolver(() => ActivityItem)
export class ActivityResolver {
  constructor(readonly activityService: ActivityService) {}

  @Rest('GET /activity', 200)
  @Access('read:profile')
  @InWorkspace()
  @Price('list')
  @Query(() => ActivityConnection, {
    description: "Activity log of the caller's account for the last 90 days, newest first.",
  })
  activities(
    @Args(() => ActivitiesArgs) args: ActivitiesArgs,
    @Ctx() context: RequestContext,
  ): Promise<ActivityConnection> {
    return this.activityService.list(context, args)
  }

  @Price('free')
  @FieldResolver(() => String, { description: 'The activity in one sentence.' })
  summary(@Root() { summary }: ActivityItem): string {
    return toPlainText(summary)
  }

  @Access('read:profile')
  @FindsNode('log')
  @Throws(ActivityNotFound)
  @Price('lookup')
  @Query(() => ActivityItem, { description: "One entry of the activity log of the caller's account." })
  activity(
    @Arg('id', () => ID, { description: 'Identifier of the activity.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<ActivityEntry> {
    return this.activityService.get(context, id)
  }

  @Access('read:profile')
  @InWorkspace()
  @Price('list')
  @Subscription(() => ActivityItem, {
    subscribe,
    description: "New entries of the activity log of the caller's account, within a second.",
  })
  activityRecorded(
    @Root() { tx: _, workspaceId: __, ...row }: ActivityFeedRow,
    @Args(() => LiveActivityArgs) ___: LiveActivityArgs,
  ): ActivityItem {
    return toActivityEntry(row)
  }
}
