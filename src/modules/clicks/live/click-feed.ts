import type { EntityManager } from '../../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../../platform/database/statements.ts'
import {
  type CommittedEvents,
  finishedTransactionsSql,
  maxBatchSize,
  type TransactionEvent,
  takeWholeTransactions,
} from '../../../platform/graphql/subscriptions/committed-events.ts'
import {
  type FeedSource,
  LiveFeed,
  type LiveFeedDependencies,
} from '../../../platform/graphql/subscriptions/live-feed.ts'
import { LinkNotFound } from '../../links/index.ts'
import { visibleColumns } from '../click.queries.ts'
import { plannerSettingsSql } from '../rollups/fold.queries.ts'

/** Whose clicks somebody listens to: those of one link, or of all links of the account. */
export interface ClickSubscription {
  readonly ownerId: string
  readonly urlId: string | null
  readonly includeBots: boolean
}

/** An unknown link and another's are refused with `LinkNotFound`, at once and when the link is deleted later. */
const clickFeedSource: FeedSource<ClickSubscription, FeedClickRow> = {
  name: 'new clicks',

  async takeSnapshot(em, { ownerId, urlId }) {
    const [start] = await em.execute<{ snapshot: string; isThere: boolean }[]>(startSql, [urlId, urlId, ownerId])
    if (!start?.isThere) throw new LinkNotFound()
    return start.snapshot
  },

  async read(em, from, subscriptions) {
    const urlIds = [...new Set(subscriptions.flatMap(({ urlId }) => urlId ?? []))]
    const ownerIds = [...new Set(subscriptions.flatMap(({ urlId, ownerId }) => (urlId === null ? ownerId : [])))]
    const { existingUrlIds, ...batch } = await readCommittedClicks(em, from, { urlIds, ownerIds })
    return {
      ...batch,
      endReasonOf: ({ urlId }) => (urlId === null || existingUrlIds.has(urlId) ? null : new LinkNotFound()),
    }
  },

  matches(click, { ownerId, urlId, includeBots }) {
    const isSelected = click.owner_id === ownerId && (urlId === null || click.url_id === urlId)
    return isSelected && (includeBots || !click.is_bot)
  },
}

/** Hands new clicks to those who listen to them. */
export class ClickFeed extends LiveFeed<ClickSubscription, FeedClickRow> {
  constructor(dependencies: LiveFeedDependencies) {
    super(dependencies, clickFeedSource)
  }
}

const startSql = `
  select pg_current_snapshot()::text as snapshot,
         ?::text is null or exists (select 1 from link where id = ? and owner_id = ?) as "isThere"`

/** A click as the database has it, with the transaction that wrote it and the owner of its link. */
export interface FeedClickRow extends TransactionEvent {
  readonly owner_id: string
  readonly url_id: string
  readonly is_bot: boolean
  readonly [column: string]: unknown
}

/** Whose clicks are listened to: those of single links, and those of all links of accounts. */
export interface ClickFeedSelection {
  readonly urlIds: readonly string[]
  readonly ownerIds: readonly string[]
}

export interface ClickFeedBatch extends CommittedEvents<FeedClickRow> {
  /** Of the single links, those that are still there. */
  readonly existingUrlIds: ReadonlySet<string>
}

/**
 * The clicks of transactions from `from` on that have ended and that no other can come before any more, in the order they
 * were written: two transactions may end in another order than they began, so that what is past the oldest open one has
 * to wait for it.
 */
export async function readCommittedClicks(
  em: EntityManager,
  from: bigint,
  { urlIds, ownerIds }: ClickFeedSelection,
): Promise<ClickFeedBatch> {
  return em.transactional(async (inner) => {
    await executeUnlogged(inner, `select ${plannerSettingsSql}`)
    const selection = [JSON.stringify(urlIds), JSON.stringify(ownerIds)]
    const rows = await executeUnlogged<FeedClickRow & { upto: string }>(inner, clicksSql, [
      `${from}`,
      ...selection,
      maxBatchSize,
    ])
    const existing = await executeUnlogged<{ id: string }>(inner, 'select id from link where id in (?)', [
      [...urlIds, ''],
    ])
    const { upto = `${from}` } = rows[0] ?? {}
    const clicks = rows.filter(({ tx }) => tx !== null)
    return { ...takeWholeTransactions(clicks, BigInt(upto)), existingUrlIds: new Set(existing.map(({ id }) => id)) }
  }, withoutQueryLog())
}

/** New clicks are found by their transaction, whatever the planner thinks of their links. */
const clicksSql = `
  with ${finishedTransactionsSql},
  fresh as materialized (
    select click.tx, ${visibleColumns('click')} from click where tx >= ?::bigint and tx < (select upto from mark))
  select mark.upto::text as upto, listened.*
    from mark left join (
      select fresh.tx::text as tx, link.owner_id, ${visibleColumns('fresh')}
        from fresh join link on link.id = fresh.url_id
       where link.id in (select jsonb_array_elements_text(?::jsonb))
          or link.owner_id in (select jsonb_array_elements_text(?::jsonb))
       order by fresh.tx, fresh.created_at, fresh.id
       limit ?
    ) as listened on true
   order by listened.tx::bigint, listened.created_at, listened.id`
