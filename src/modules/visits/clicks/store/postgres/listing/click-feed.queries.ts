import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../../../../../platform/database/statements.ts'
import {
  type CommittedEvents,
  finishedTransactionsSql,
  maxBatchSize,
  takeWholeTransactions,
} from '../../../../../../platform/graphql/subscriptions/committed-events.ts'
import type { FeedClick, FeedSelection } from '../../click-store.ts'
import { isClickedSql } from '../../link-scope.queries.ts'
import { plannerSettingsSql } from '../rollups/fold.queries.ts'
import { visibleColumns } from './click-list.queries.ts'

// Raw SQL, because clicks are found by the transaction that wrote them, on every node and every second.

/**
 * Reads the clicks of finished transactions from `from` on, in the order of their transactions. Transactions may end in
 * another order than they began, so transactions that are newer than the oldest open transaction are left for the next
 * call.
 */
export async function readCommittedClicks(
  em: EntityManager,
  from: bigint,
  { urlIds, workspaceIds }: FeedSelection,
): Promise<CommittedEvents<FeedClick>> {
  return em.transactional(async (inner) => {
    await executeUnlogged(inner, `select ${plannerSettingsSql}`)
    const rows = await executeUnlogged<FeedClick & { upto: string }>(inner, committedClicksSql, [
      String(from),
      JSON.stringify(urlIds),
      JSON.stringify(workspaceIds),
      maxBatchSize,
    ])
    const { upto = String(from) } = rows[0] ?? {}
    return takeWholeTransactions(
      rows.filter(({ tx }) => tx !== null),
      BigInt(upto),
    )
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
