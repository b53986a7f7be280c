import type { EntityManager } from '../../database/open.ts'
import { quietly, run } from '../../database/quiet.ts'
import { type ActivityRow, activityColumns, isAtLeast } from '../../events/activity/listing.ts'
import type { Severity } from '../../events/operations.ts'
import { type FeedParts, type FeedSource, LiveFeed } from '../../graphql/live/feed.ts'
import { mostAtOnce, type Settled, settledSql, type Written, wholeTransactions } from '../../graphql/live/settled.ts'

/** Whose activities somebody listens to, and how grave they have to be. */
export interface Listening {
  readonly ownerId: string
  readonly minSeverity: Severity
}

/** An activity as the database has it, with the transaction that wrote it and its owner. */
export interface WrittenActivity extends ActivityRow, Written {
  readonly ownerId: string
}

const newActivities: FeedSource<Listening, WrittenActivity> = {
  name: 'new activities',

  async begin(em) {
    const [begin] = await em.execute<{ snapshot: string }[]>('select pg_current_snapshot()::text as snapshot')
    if (!begin) throw new Error('The database tells no snapshot.')
    return begin.snapshot
  },

  async read(em, from, listened) {
    const ownerIds = [...new Set(listened.map(({ ownerId }) => ownerId))]
    return { ...(await readSettled(em, from, ownerIds)), endOf: () => null }
  },

  concerns: ({ ownerId, severity }, listening) =>
    ownerId === listening.ownerId && isAtLeast(severity, listening.minSeverity),
}

/** Hands new activities to those who listen to them. */
export class ActivityFeed extends LiveFeed<Listening, WrittenActivity> {
  constructor(parts: FeedParts) {
    super(parts, newActivities)
  }
}

async function readSettled(
  em: EntityManager,
  from: bigint,
  ownerIds: readonly string[],
): Promise<Settled<WrittenActivity>> {
  return em.transactional(async (inner) => {
    // What is new is found by its transaction, also where the planner knows nothing of the table yet.
    await run(inner, `select set_config('enable_seqscan', 'off', true)`)
    const asked = [`${from}`, JSON.stringify(ownerIds), mostAtOnce]
    const rows = await run<WrittenActivity & { upto: string }>(inner, activitiesSql, asked)
    const { upto = `${from}` } = rows[0] ?? {}
    return wholeTransactions(
      rows.filter(({ tx }) => tx !== null),
      BigInt(upto),
    )
  }, quietly())
}

const activitiesSql = `
  with ${settledSql}
  select mark.upto::text as upto, listened.*
    from mark left join lateral (
      select tx::text as tx, owner_id as "ownerId", ${activityColumns}
        from activity
       where tx >= ?::bigint and tx < mark.upto and owner_id in (select jsonb_array_elements_text(?::jsonb))
       order by activity.tx, id
       limit ?
    ) as listened on true
   order by listened.tx::bigint, listened.id`
