import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../../../../../platform/database/statements.ts'
import { firstSubscribedTxSql } from '../../../../../../platform/events/event.queries.ts'
import { minuteMs } from '../../../../../../platform/shared/time.ts'
import { isPrivateSql } from './dimensions.queries.ts'
import { prepareClickScan } from './fold.queries.ts'
import { isFoldedSql } from './watermark.queries.ts'

// Raw SQL, because clicks are found by the transaction that wrote them.

/** The oldest transaction that is still open. All transactions before it have ended. */
export async function readOldestOpenTransaction(em: EntityManager): Promise<string> {
  const [row] = await executeUnlogged<{ tx: string }>(em, 'select pg_snapshot_xmin(pg_current_snapshot())::text as tx')
  return row?.tx ?? '0'
}

/**
 * Gives private clicks of transactions before `before` the transaction 0, once they are in the rollups and their events
 * are published. Until then, a private click shares its transaction with visits that were recorded at the same moment
 * with exact times. The new rows are in another location of the table, and another transaction writes them.
 */
export async function clearPrivateTransactions(em: EntityManager, before: string): Promise<void> {
  await em.transactional(async (inner) => {
    await prepareClickScan(inner, minuteMs)
    await executeUnlogged(inner, clearTransactionsSql, [before])
    await executeUnlogged(inner, clearFoldedSql, [before])
  }, withoutQueryLog())
}

const clearTransactionsSql = `
  update click
     set tx = 0
    from event_click_watermark, (${firstSubscribedTxSql('link.clicked', 'qr.scanned')}) as subscription
   where ${isPrivateSql} and click.tx > 0 and click.tx < ?::bigint
     and ${isFoldedSql('click.tx')}
     and (subscription.tx is null or click.tx < greatest(event_click_watermark.tx, subscription.tx))`

/**
 * Clicks that were folded in the transaction that wrote them (`insertFoldedClicks`), and whose events were published there. Below 0 they
 * still say that a batch has counted them.
 */
const clearFoldedSql = `
  update click set tx = -1 where ${isPrivateSql} and tx < -1 and tx > -(?::bigint)`
