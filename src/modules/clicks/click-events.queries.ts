import type { EntityManager } from '../../platform/database/database.ts'
import { executeUnlogged } from '../../platform/database/statements.ts'
import type { ClickPayload } from '../../platform/events/domain-events.ts'

// Raw SQL, because clicks are found by the transaction that wrote them, and one watermark row decides which node
// publishes (SKIP LOCKED).

/** Transactions from `first` up to `end`, which is not included. */
export interface TransactionRange {
  readonly first: string
  readonly end: string
}

/** A click to publish. */
export interface ClickEventRow extends Omit<ClickPayload, 'clickedAt'> {
  readonly tx: string
  readonly ownerId: string
  readonly clickedAt: string | Date
  readonly qrId: string | null
  /** Whether the owner has subscribed to clicks, and whether to scans. */
  readonly hasClickSubscriber: boolean
  readonly hasScanSubscriber: boolean
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

/** The clicks of the transactions to whose links a subscription exists. */
export function findSubscribedClicks(em: EntityManager, { first, end }: TransactionRange): Promise<ClickEventRow[]> {
  return executeUnlogged<ClickEventRow>(em, subscribedClicksSql, [first, end])
}

export async function moveEventWatermark(em: EntityManager, { end }: TransactionRange): Promise<void> {
  await executeUnlogged(em, 'update event_click_watermark set tx = ?::bigint', [end])
}

/** Lowers watermarks that are above the transaction counter of this database. */
export async function lowerEventWatermarks(em: EntityManager): Promise<void> {
  await executeUnlogged(em, `update event_interest set since_tx = 0 where since_tx > ${nextTxSql}`)
  await executeUnlogged(em, `update event_click_watermark set tx = ${nextTxSql} where tx > ${nextTxSql}`)
}

/**
 * Records that links have reached their click limit with the clicks of a step, and returns their ids. A limit is
 * recorded once. Clicks before `after` are ignored.
 */
export function recordReachedLimits(
  em: EntityManager,
  { from, upto }: { readonly from: string; readonly upto: string },
  after: Date,
): Promise<{ id: string }[]> {
  return executeUnlogged<{ id: string }>(em, recordReachedLimitsSql, [from, upto, after])
}

const nextTxSql = 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint'

const clickEventKindsSql = `kind in ('link.clicked', 'qr.scanned')`

const hasSubscribersSql = `select 1 from event_interest where ${clickEventKindsSql} limit 1`

/** Transactions at or above the xmin of the snapshot may still be open, and an older one may commit after a newer one. */
const boundsSql = `
  with watermark as (
    select tx from event_click_watermark for update skip locked)
  select greatest(watermark.tx, subscription.since_tx)::text as first,
         pg_snapshot_xmin(pg_current_snapshot())::text as "oldestOpen"
    from watermark,
         (select min(since_tx) as since_tx from event_interest where ${clickEventKindsSql}) as subscription
   where subscription.since_tx is not null`

const endSql = `
  select (max(tx) + 1)::text as end
    from (select tx
            from click
           where tx >= ?::bigint and tx < ?::bigint
           order by tx
           limit ?) as oldest_click`

function hasSubscriptionSql(kind: 'link.clicked' | 'qr.scanned'): string {
  return `exists (
             select 1
               from event_interest as subscription
              where subscription.owner_id = link.owner_id
                and subscription.kind = '${kind}'
                and subscription.link_id in ('', link.id)
                and subscription.since_tx <= click.tx)`
}

const subscribedClicksSql = `
  select *
    from (select click.tx, click.id, link.id as "linkId", link.owner_id as "ownerId", link.code,
                 click.country, click.device, click.browser, click.os, click.referrer_host as "referrerHost",
                 click.trigger, click.is_bot as "isBot", click.created_at as "clickedAt", dynamic_qr.id as "qrId",
                 ${hasSubscriptionSql('link.clicked')} as "hasClickSubscriber",
                 click.trigger = 'qr' and ${hasSubscriptionSql('qr.scanned')} as "hasScanSubscriber"
            from click
            join link on link.id = click.url_id
            left join dynamic_qr on dynamic_qr.link_id = link.id
           where click.tx >= ?::bigint and click.tx < ?::bigint and link.owner_id is not null) as new_click
   where "hasClickSubscriber" or "hasScanSubscriber"
   order by tx, id`

const recordReachedLimitsSql = `
  insert into event_link_end (link_id, kind, mark)
  select link.id, 'link.limit_reached', link.click_limit::text
    from link
   where link.id in (
           select url_id
             from click
            where click.tx >= ?::bigint and click.tx < ?::bigint and not click.is_bot and click.created_at > ?)
     and link.current_clicks >= link.click_limit
     and link.owner_id is not null
  on conflict do nothing
  returning link_id as id`
