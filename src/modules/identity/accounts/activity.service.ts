import { ActivityRecord } from '../../../platform/audit-log/activity.entity.ts'
import {
  type ActivityEntry,
  type ActivityFilter,
  countActivities,
  isAtLeastSeverity,
  listActivities,
} from '../../../platform/audit-log/activity.queries.ts'
import { listReadableTypes, scopeOfActivity } from '../../../platform/audit-log/activity-types.ts'
import { type Severity, severities } from '../../../platform/audit-log/operations.types.ts'
import { requireAccount } from '../../../platform/auth/authorization.ts'
import type { AccountInWorkspace } from '../../../platform/auth/caller.ts'
import type { Scope } from '../../../platform/auth/scopes.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import { buildKeysetQuery, defaultPageSize, readSlice } from '../../../platform/graphql/pagination/keyset.ts'
import type { ConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { createConnection } from '../../../platform/graphql/pagination/pagination.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { EventQueue } from '../../../platform/graphql/subscriptions/event-queue.ts'
import {
  type FeedSource,
  LiveFeed,
  type LiveFeedDependencies,
} from '../../../platform/graphql/subscriptions/live-feed.ts'
import { ActivityNotFound } from './account.errors.ts'
import { type ActivityFeedRow, readNewActivities, readSnapshot } from './accounts.queries.ts'
import {
  type ActivitiesArgs,
  ActivityConnection,
  type LiveActivityArgs,
  newestActivitiesFirst,
} from './activity.types.ts'

/** A subscription to the activities of a workspace from a severity on. */
interface ActivitySubscription extends AccountInWorkspace {
  readonly scopes: ReadonlySet<Scope>
  readonly minSeverity: Severity
}

const newActivitySource: FeedSource<ActivitySubscription, ActivityFeedRow> = {
  name: 'new activities',

  takeSnapshot: readSnapshot,

  async read(em, from, subscriptions) {
    const workspaceIds = [...new Set(subscriptions.map(({ workspaceId }) => workspaceId))]
    return { ...(await readNewActivities(em, from, workspaceIds)), endReasonOf: () => null }
  },

  matches: ({ workspaceId, severity, type }, { scopes, minSeverity, ...subscription }) =>
    workspaceId === subscription.workspaceId &&
    isAtLeastSeverity(severity, minSeverity) &&
    scopes.has(scopeOfActivity(type)),
}

/** The activity logs of the caller's workspaces. */
export class ActivityService {
  private readonly feed: LiveFeed<ActivitySubscription, ActivityFeedRow>

  constructor(dependencies: LiveFeedDependencies) {
    this.feed = new LiveFeed(dependencies, newActivitySource)
  }

  /** The activities that the caller may read, newest first. */
  async list(context: RequestContext, args: ActivitiesArgs): Promise<ActivityConnection> {
    const { em, workspaceId } = context
    const order = newestActivitiesFirst
    const filter = { ...args, readableTypes: listReadableTypes(context.caller) }
    const countAll = () => countActivities(em, workspaceId, filter)
    if (context.isRest) {
      const page = { page: args.page ?? 1, limit: args.limit ?? defaultPageSize }
      const { items, total } = await listActivities(em, workspaceId, { ...filter, ...page })
      context.setPage({ ...page, total })
      return new ActivityConnection({ nodes: items, order, hasNextPage: false, hasPreviousPage: false, countAll })
    }
    return findActivityConnection(em, workspaceId, filter, args)
  }

  /** An activity of a workspace of the caller. Throws `ActivityNotFound`. */
  get(context: RequestContext, id: string): Promise<ActivityEntry> {
    const where = { id, workspaceId: { $in: context.workspaceIds } }
    return context.em.findOneOrFail(ActivityRecord, where, { failHandler: () => new ActivityNotFound() })
  }

  /** New activities, from the commit of each on. */
  subscribe(context: RequestContext, { minSeverity }: LiveActivityArgs): Promise<EventQueue<ActivityFeedRow>> {
    const { scopes } = requireAccount(context.caller)
    return this.feed.subscribe({
      ...context.accountIn(context.workspaceId),
      scopes,
      minSeverity: minSeverity ?? 'info',
    })
  }

  /** Stops looking for new activities. */
  close(): Promise<void> {
    return this.feed.close()
  }
}

/** The activities of a workspace that match the filter, newest first, by cursors. */
export async function findActivityConnection(
  em: EntityManager,
  workspaceId: string,
  filter: ActivityFilter,
  args: ConnectionArgs,
): Promise<ActivityConnection> {
  const order = newestActivitiesFirst
  const slice = readSlice(order, args)
  const { where, ...page } = buildKeysetQuery(order, slice)
  const rows: ActivityEntry[] = await em.find(
    ActivityRecord,
    { $and: [buildActivityFilter(workspaceId, filter), ...where] },
    page,
  )
  const countAll = () => countActivities(em, workspaceId, filter)
  return createConnection(ActivityConnection, rows, { order, slice, countAll })
}

function buildActivityFilter(workspaceId: string, filter: ActivityFilter) {
  const { from, type, source, subjectId, minSeverity, readableTypes } = filter
  const lowest = minSeverity ?? 'info'
  const $in = severities.filter((severity) => isAtLeastSeverity(severity, lowest))
  return {
    workspaceId,
    ...(from && { createdAt: { $gte: from } }),
    ...((type || readableTypes) && {
      type: { ...(type && { $eq: type }), ...(readableTypes && { $in: [...readableTypes] }) },
    }),
    ...(subjectId && { subjectId }),
    // The second conditions let PostgreSQL use `activity_notable_index`.
    ...(lowest !== 'info' && { severity: { $in, $ne: 'info' as const } }),
    ...(source && { source: source === 'lifecycle' ? source : { $eq: source, $ne: 'lifecycle' as const } }),
  }
}
