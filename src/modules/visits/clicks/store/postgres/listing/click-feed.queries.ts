import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../../../../../platform/database/statements.ts'
import {
  type CommittedEvents,
  finishedTransactionsSql,
  maxBatchSize,
  type TransactionEvent,
  takeWholeTransactions,
} from '../../../../../../platform/graphql/subscriptions/committed-events.ts'
import { plannerSettingsSql } from '../rollups/fold.queries.ts'
import { isClickedSql, visibleColumns } from './click.queries.ts'

// Raw SQL, because clicks are found by the transaction that wrote them, on every node and every second.

/** A click as stored, with the transaction that wrote it and the workspace of its link. */
export interface FeedClickRow extends TransactionEvent {
  readonly workspace_id: string
  readonly url_id: string
  readonly is_bot: boolean
  readonly [column: string]: unknown
}

/** The clicks of single links, and of all links of workspaces. */
export interface ClickFeedSelection {
  readonly urlIds: readonly string[]
  readonly workspaceIds: readonly string[]
}

export interface ClickFeedBatch extends CommittedEvents<FeedClickRow> {
  /** Which of the single links still exist. */
  readonly existingUrlIds: ReadonlySet<string>
}

/** Returns the snapshot with which a subscription begins; null when its link does not exist or is in another workspace. */
export async function takeClickSnapshot(
  em: EntityManager,
  { workspaceId, urlId }: { readonly workspaceId: string; readonly urlId: string | null },
): Promise<string | null> {
  const [row] = await em.execute<{ snapshot: string; exists: boolean }[]>(snapshotSql, [urlId, urlId, workspaceId])
  return row?.exists ? row.snapshot : null
}

const snapshotSql = `
  select pg_current_snapshot()::text as snapshot,
         ?::text is null or exists (select 1 from link where id = ? and workspace_id = ?) as "exists"`

/**
 * Reads the clicks of finished transactions from `from` on, in the order of their transactions. Transactions may end in
 * another order than they began, so transactions that are newer than the oldest open transaction are left for the next
 * call.
 */
export async function readCommittedClicks(
  em: EntityManager,
  from: bigint,
  { urlIds, workspaceIds }: ClickFeedSelection,
): Promise<ClickFeedBatch> {
  return em.transactional(async (inner) => {
    await executeUnlogged(inner, `select ${plannerSettingsSql}`)
    const rows = await executeUnlogged<FeedClickRow & { upto: string }>(inner, committedClicksSql, [
      String(from),
      JSON.stringify(urlIds),
      JSON.stringify(workspaceIds),
      maxBatchSize,
    ])
    const existing = await executeUnlogged<{ id: string }>(inner, 'select id from link where id in (?)', [
      [...urlIds, ''],
    ])
    const { upto = String(from) } = rows[0] ?? {}
    const clicks = rows.filter(({ tx }) => tx !== null)
    return { ...takeWholeTransactions(clicks, BigInt(upto)), existingUrlIds: new Set(existing.map(({ id }) => id)) }
  }, withoutQueryLog())
}

/**
 * Without imported clicks, which are not new. `new_click` is materialized, so that the database finds clicks by their
 * transaction and not by their link.
 */
const committedClicksSql = `
  with ${finishedTransactionsSql},
  new_click as materialized (
    select click.tx, ${visibleColumns('click')}
      from click
     where tx >= ?::bigint and tx < (select upto from mark) and import_id is null)
  select mark.upto::text as upto, subscribed_click.*
    from mark
    left join (
      select new_click.tx::text as tx, link.workspace_id, ${visibleColumns('new_click')}
        from new_click
        join link on link.id = new_click.url_id
       where ${isClickedSql}
         and (link.id in (select jsonb_array_elements_text(?::jsonb))
           or link.workspace_id in (select jsonb_array_elements_text(?::jsonb)))
       order by new_click.tx, new_click.created_at, new_click.id
       limit ?) as subscribed_click on true
   order by subscribed_click.tx::bigint, subscribed_click.created_at, subscribed_click.id`
