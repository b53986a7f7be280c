import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../../../platform/database/statements.ts'
import {
  firstSubscribedTxSql,
  isSubscribedSql,
  repairSubscriptionStarts,
} from '../../../../../../platform/events/event.queries.ts'
import type { ClickedLink } from '../../../../../publishing/links/index.ts'
import type { SubscribedClick } from '../../click-domain-events.ts'
import { isClickedSql } from '../../link-scope.queries.ts'
import { isPrivateSql } from '../rollups/dimensions.queries.ts'

// Raw SQL, because the queries find clicks by the transaction that wrote them, and a lock on one watermark row decides
// which node publishes (SKIP LOCKED).

/** Transactions from `first` up to `end`, which is not included. */
export interface TransactionRange {
  readonly first: string
  readonly end: string
}

interface TransactionClick extends SubscribedClick {
  readonly tx: string
}

export async function hasClickSubscribers(em: EntityManager): Promise<boolean> {
  return (await executeUnlogged(em, hasSubscribersSql)).length > 0
}

/** Locks the watermark and finds the next transactions. Null when there are none, or when another node publishes. */
export async function lockNextTransactions(em: EntityManager, maxClicks: number): Promise<TransactionRange | null> {
  const [bounds] = await executeUnlogged<{ first: string; oldestOpen: string }>(em, boundsSql)
  if (!bounds) return null
  const [row] = await executeUnlogged<{ end: string | null }>(em, endSql, [bounds.first, bounds.oldestOpen, maxClicks])
  return row?.end ? { first: bounds.first, end: row.end } : null
}

/** The clicks of the transactions, on links that have a subscription. */
export function findSubscribedClicks(em: EntityManager, { first, end }: TransactionRange): Promise<TransactionClick[]> {
  return executeUnlogged<TransactionClick>(em, subscribedClicksSql, [first, end])
}

export async function moveEventWatermark(em: EntityManager, { end }: TransactionRange): Promise<void> {
  await executeUnlogged(em, 'update event_click_watermark set tx = ?::bigint', [end])
}

/** Lowers watermarks that are above the transaction counter of this database. */
export async function lowerEventWatermarks(em: EntityManager): Promise<void> {
  await repairSubscriptionStarts(em)
  await executeUnlogged(em, `update event_click_watermark set tx = ${nextTxSql} where tx > ${nextTxSql}`)
}

/** Finds which of the links people have clicked in a step, after an instant. */
export async function findClickedLinks(
  em: EntityManager,
  { from, upto }: { readonly from: string; readonly upto: string },
  linkIds: readonly string[],
  after: Date,
): Promise<ClickedLink[]> {
  return executeUnlogged<ClickedLink>(em, clickedLinksSql, [from, upto, linkIds, after])
}

const nextTxSql = 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint'

const firstSubscriptionSql = `(${firstSubscribedTxSql('link.clicked', 'qr.scanned')}) as first_subscription`

const hasSubscribersSql = `select 1 from ${firstSubscriptionSql} where tx is not null`

/** Transactions at or above the xmin of the snapshot may still be open, and an older one may commit after a newer one. */
const boundsSql = `
  with watermark as (
    select tx from event_click_watermark for update skip locked)
  select greatest(watermark.tx, first_subscription.tx)::text as first,
         pg_snapshot_xmin(pg_current_snapshot())::text as "oldestOpen"
    from watermark, ${firstSubscriptionSql}
   where first_subscription.tx is not null`

const endSql = `
  select (max(tx) + 1)::text as end
    from (select tx
            from click
           where tx >= ?::bigint and tx < ?::bigint
           order by tx
           limit ?) as oldest_click`

const subscribedClicksSql = `
  select *
    from (select click.tx, click.id, link.id as "linkId", link.workspace_id as "workspaceId",
                 link.domain_host as "domainHost", link.code,
                 click.country, click.device, click.browser, click.os, click.referrer_host as "referrerHost",
                 click.trigger, click.is_bot as "isBot", click.created_at as "clickedAt", ${isPrivateSql} as "isPrivate",
                 case when click.trigger = 'qr' then find_dynamic_qr(link.id) end as "qrId",
                 ${isSubscribedSql('link.clicked', 'click.tx')} as "hasClickSubscriber",
                 click.trigger = 'qr' and ${isSubscribedSql('qr.scanned', 'click.tx')} as "hasScanSubscriber"
            from click
            join link on link.id = click.url_id
           where click.tx >= ?::bigint and click.tx < ?::bigint
             and click.import_id is null and link.workspace_id is not null and ${isClickedSql}) as new_click
   where "hasClickSubscriber" or "hasScanSubscriber"
   order by tx, id`

const clickedLinksSql = `
  select url_id as id, bool_or(${isPrivateSql}) as "isPrivate"
    from click
   where tx >= ?::bigint and tx < ?::bigint and url_id in (?) and not is_bot and import_id is null and created_at > ?
   group by url_id`
