import type { EntityManager } from '../../../platform/database/database.ts'
import type { DeliveriesArgs } from '../webhook.inputs.ts'

/** A page of the deliveries of one webhook. */
export interface DeliveriesKey {
  readonly webhookId: string
  readonly query: DeliveriesArgs
}

/** Finds the ids of the deliveries of many pages, newest first, in the order of the keys. */
export async function findDeliveryPages(
  em: EntityManager,
  ownerId: string,
  keys: readonly DeliveriesKey[],
): Promise<string[][]> {
  const pages = keys.map(({ webhookId, query: { status, event, page, limit } }, n) => ({
    n,
    webhookId,
    status: status ?? null,
    event: event ?? null,
    limit,
    offset: (page - 1) * limit,
  }))
  const rows = await em.execute<{ n: number; id: string }[]>(deliveryPagesSql, [JSON.stringify(pages), ownerId])
  const rowsByPage = Map.groupBy(rows, ({ n }) => n)
  return keys.map((_, n) => (rowsByPage.get(n) ?? []).map(({ id }) => id))
}

/** Finds the events that a webhook missed, the longest ago first. */
export async function findMissedEventIds(
  em: EntityManager,
  webhookId: string,
  { since, until, limit }: { since: Date | null; until: Date | null; limit: number },
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(missedEventsSql, [webhookId, since, since, until, until, limit])
  return rows.map(({ id }) => id)
}

/** One statement for all pages: each is limited for itself, which the ORM cannot express. */
const deliveryPagesSql = `
  select page.n, found.id
    from jsonb_to_recordset(?::jsonb)
         as page (n int, "webhookId" text, status text, event text, "limit" int, "offset" int)
    join webhook on webhook.id = page."webhookId" and webhook.owner_id = ?
   cross join lateral (
     select delivery.id, delivery.created_at
       from webhook_delivery as delivery join event on event.id = delivery.event_id
      where delivery.webhook_id = webhook.id and (page.status is null or delivery.state = page.status)
        and (page.event is null or event.kind = page.event)
      order by delivery.created_at desc, delivery.id desc limit page."limit" offset page."offset") as found
   order by page.n, found.created_at desc, found.id desc`

/** Grouped by event: one that has arrived in another delivery, or still may arrive, was not missed. */
const missedEventsSql = `
  select event_id as id from webhook_delivery as delivery
   where webhook_id = ? and (?::timestamptz is null or created_at >= ?::timestamptz)
     and (?::timestamptz is null or created_at < ?::timestamptz)
     and not exists (
       select 1 from webhook_delivery as other
        where other.event_id = delivery.event_id and other.webhook_id = delivery.webhook_id
          and other.state <> 'exhausted')
   group by event_id order by min(created_at), event_id limit ?`
