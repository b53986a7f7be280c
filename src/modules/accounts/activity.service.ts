import { type ActivityEntry, isAtLeastSeverity, listActivities } from '../../platform/audit-log/activity.queries.ts'
import type { Severity } from '../../platform/audit-log/operations.types.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import type { EventQueue } from '../../platform/graphql/subscriptions/event-queue.ts'
import { type FeedSource, LiveFeed, type LiveFeedDependencies } from '../../platform/graphql/subscriptions/live-feed.ts'
import { type ActivityFeedRow, readNewActivities, readSnapshot } from './accounts.queries.ts'
import type { ActivitiesArgs, LiveActivityArgs } from './activity.types.ts'

/** A subscription to the activities of an account from a severity on. */
interface ActivitySubscription {
  readonly ownerId: string
  readonly minSeverity: Severity
}

const newActivitySource: FeedSource<ActivitySubscription, ActivityFeedRow> = {
  name: 'new activities',

  takeSnapshot: readSnapshot,

  async read(em, from, subscriptions) {
    const ownerIds = [...new Set(subscriptions.map(({ ownerId }) => ownerId))]
    return { ...(await readNewActivities(em, from, ownerIds)), endReasonOf: () => null }
  },

  matches: ({ ownerId, severity }, subscription) =>
    ownerId === subscription.ownerId && isAtLeastSeverity(severity, subscription.minSeverity),
}

/** The activity log of the caller's account. */
export class ActivityService {
  readonly #feed: LiveFeed<ActivitySubscription, ActivityFeedRow>

  constructor(dependencies: LiveFeedDependencies) {
    this.#feed = new LiveFeed(dependencies, newActivitySource)
  }

  /** A page of activities, newest first. */
  async list(context: RequestContext, { type, severity, page, limit }: ActivitiesArgs): Promise<ActivityEntry[]> {
    const filter = { type, minSeverity: severity, page, limit }
    const { items, total } = await listActivities(context.em, context.accountId, filter)
    context.setPage({ page, limit, total })
    return items
  }

  /** New activities, from the commit of each on. */
  subscribe(
    { accountId: ownerId }: RequestContext,
    { minSeverity }: LiveActivityArgs,
  ): Promise<EventQueue<ActivityFeedRow>> {
    return this.#feed.subscribe({ ownerId, minSeverity: minSeverity ?? 'info' })
  }

  /** Stops looking for new activities. */
  close(): Promise<void> {
    return this.#feed.close()
  }
}
