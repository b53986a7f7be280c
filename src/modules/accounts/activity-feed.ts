import { isAtLeastSeverity } from '../../platform/audit-log/activity.queries.ts'
import type { Severity } from '../../platform/audit-log/operations.types.ts'
import { type FeedSource, LiveFeed, type LiveFeedDependencies } from '../../platform/graphql/subscriptions/live-feed.ts'
import { type ActivityFeedRow, readNewActivities, readSnapshot } from './activity.queries.ts'

/** A subscription to the activities of an account from a severity on. */
export interface ActivitySubscription {
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

/** Delivers new activities to subscriptions. */
export class ActivityFeed extends LiveFeed<ActivitySubscription, ActivityFeedRow> {
  constructor(dependencies: LiveFeedDependencies) {
    super(dependencies, newActivitySource)
  }
}
