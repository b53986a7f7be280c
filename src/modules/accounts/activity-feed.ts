import { type ActivityRow, activityColumns, isAtLeastSeverity } from '../../platform/audit-log/activity.queries.ts'
import type { Severity } from '../../platform/audit-log/operations.types.ts'
import type { EntityManager } from '../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../platform/database/statements.ts'
import {
  type CommittedEvents,
  finishedTransactionsSql,
  maxBatchSize,
  type TransactionEvent,
  takeWholeTransactions,
} from '../../platform/graphql/subscriptions/committed-events.ts'
import { type FeedSource, LiveFeed, type LiveFeedDependencies } from '../../platform/graphql/subscriptions/live-feed.ts'

/** Whose activities somebody listens to, and how grave they have to be. */
export interface ActivitySubscription {
  readonly ownerId: string
  readonly minSeverity: Severity
}

/** An activity as the database has it, with the transaction that wrote it and its owner. */
export interface ActivityFeedRow extends ActivityRow, TransactionEvent {
  readonly ownerId: string
}

const newActivitySource: FeedSource<ActivitySubscription, ActivityFeedRow> = {
  name: 'new activities',

  async takeSnapshot(em) {
    const [snapshotRow] = await em.execute<{ snapshot: string }[]>('select pg_current_snapshot()::text as snapshot')
    if (!snapshotRow) throw new Error('The database tells no snapshot.')
    return snapshotRow.snapshot
  },

  async read(em, from, subscriptions) {
    const ownerIds = [...new Set(subscriptions.map(({ ownerId }) => ownerId))]
    return { ...(await readNewActivities(em, from, ownerIds)), endReasonOf: () => null }
  },

  matches: ({ ownerId, severity }, subscription) =>
    ownerId === subscription.ownerId && isAtLeastSeverity(severity, subscription.minSeverity),
}

/** Hands new activities to those who listen to them. */
export class ActivityFeed extends LiveFeed<ActivitySubscription, ActivityFeedRow> {
  constructor(dependencies: LiveFeedDependencies) {
    super(dependencies, newActivitySource)
  }
}

async function readNewActivities(
  em: EntityManager,
  from: bigint,
  ownerIds: readonly string[],
): Promise<CommittedEvents<ActivityFeedRow>> {
  return em.transactional(async (inner) => {
    // What is new is found by its transaction, also where the planner knows nothing of the table yet.
    await executeUnlogged(inner, `select set_config('enable_seqscan', 'off', true)`)
    const params = [`${from}`, JSON.stringify(ownerIds), maxBatchSize]
    const rows = await executeUnlogged<ActivityFeedRow & { upto: string }>(inner, newActivitiesSql, params)
    const { upto = `${from}` } = rows[0] ?? {}
    return takeWholeTransactions(
      rows.filter(({ tx }) => tx !== null),
      BigInt(upto),
    )
  }, withoutQueryLog())
}

const newActivitiesSql = `
  with ${finishedTransactionsSql}
  select mark.upto::text as upto, listened.*
    from mark left join lateral (
      select tx::text as tx, owner_id as "ownerId", ${activityColumns}
        from activity
       where tx >= ?::bigint and tx < mark.upto and owner_id in (select jsonb_array_elements_text(?::jsonb))
       order by activity.tx, id
       limit ?
    ) as listened on true
   order by listened.tx::bigint, listened.id`
