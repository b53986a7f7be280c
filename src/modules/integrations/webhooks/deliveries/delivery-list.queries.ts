import type { EntityManager } from '../../../../platform/database/database.ts'
import type { Slice } from '../../../../platform/graphql/pagination/keyset.ts'
import type { DeliveryFilterArgs } from '../webhook.inputs.ts'

/** Deliveries of one webhook. */
export interface DeliverySelection {
  readonly webhookId: string
  readonly filter: DeliveryFilterArgs
}

/** A page of deliveries of one webhook. */
export interface DeliveryPage extends DeliverySelection {
  readonly slice: Slice
}

/**
 * Finds the ids of the deliveries of many pages, in the order of the pages: newest first, or oldest first for a page at
 * the end of its list. Each page has one more delivery if there is another page.
 */
export async function findDeliveryPages(
  em: EntityManager,
  workspaceIds: readonly string[],
  pages: readonly DeliveryPage[],
): Promise<string[][]> {
  const ids: string[][] = pages.map(() => [])
  for (const isBackward of [false, true]) {
    const parameters = pages.flatMap((page, n) => (page.slice.isBackward === isBackward ? [toParameter(page, n)] : []))
    if (parameters.length === 0) continue
    const sql = createPagesSql(isBackward ? 'asc' : 'desc')
    const rows = await em.execute<{ n: number; id: string }[]>(sql, [JSON.stringify(parameters), workspaceIds])
    for (const { n, id } of rows) ids[n]?.push(id)
  }
  return ids
}

/** Counts the deliveries of many selections, in their order. */
export async function countDeliveries(
  em: EntityManager,
  workspaceIds: readonly string[],
  selections: readonly DeliverySelection[],
): Promise<number[]> {
  const parameters = selections.map(({ webhookId, filter }, n) => ({ n, webhookId, ...filter }))
  const rows = await em.execute<{ n: number; total: number }[]>(countsSql, [JSON.stringify(parameters), workspaceIds])
  const totals = new Map(rows.map(({ n, total }) => [n, total]))
  return selections.map((_, n) => totals.get(n) ?? 0)
}

function toParameter({ webhookId, filter, slice }: DeliveryPage, n: number) {
  const [afterAt, afterId] = slice.after ?? ['infinity', '']
  const [beforeAt, beforeId] = slice.before ?? ['-infinity', '']
  return { n, webhookId, ...filter, limit: slice.size + 1, afterAt, afterId, beforeAt, beforeId }
}

/** The deliveries that a bulk redelivery selects. Absent bounds include all deliveries. */
export interface RedeliveryRange {
  readonly since: Date | null
  readonly until: Date | null
  readonly limit: number
}

/** Finds the events that a webhook missed, the longest ago first. */
export async function findMissedEventIds(
  em: EntityManager,
  webhookId: string,
  { since, until, limit }: RedeliveryRange,
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(missedEventsSql, [webhookId, since, since, until, until, limit])
  return rows.map(({ id }) => id)
}

/**
 * Makes deliveries due whose last attempt failed, and returns their number. The deliveries that would wait longest are
 * first.
 */
export async function makeFailedDeliveriesDue(
  em: EntityManager,
  webhookId: string,
  { since, until, limit }: RedeliveryRange,
  now: Date,
): Promise<number> {
  const parameters = [webhookId, webhookId, since, since, until, until, limit, now]
  return (await em.execute<object[]>(makeDueSql, parameters)).length
}

/** The deliveries of the selection `page`. */
const selectedDeliveriesSql = `
  webhook_delivery as delivery join event on event.id = delivery.event_id
      where delivery.webhook_id = webhook.id and (page.status is null or delivery.state = page.status)
        and (page.event is null or event.kind = page.event)`

/** One statement for all pages: each page has its own limit, which the ORM cannot express. */
const createPagesSql = (direction: 'asc' | 'desc') => `
  select page.n, found.id
    from jsonb_to_recordset(?::jsonb)
         as page (n int, "webhookId" text, status text, event text, "limit" int,
                  "afterAt" timestamptz, "afterId" text, "beforeAt" timestamptz, "beforeId" text)
    join webhook on webhook.id = page."webhookId" and webhook.workspace_id in (?)
   cross join lateral (
     select delivery.id, delivery.created_at
       from ${selectedDeliveriesSql}
        and (delivery.created_at, delivery.id) < (page."afterAt", page."afterId")
        and (delivery.created_at, delivery.id) > (page."beforeAt", page."beforeId")
      order by delivery.created_at ${direction}, delivery.id ${direction} limit page."limit") as found
   order by page.n, found.created_at ${direction}, found.id ${direction}`

/** One statement for all selections. */
const countsSql = `
  select page.n, counted.total
    from jsonb_to_recordset(?::jsonb) as page (n int, "webhookId" text, status text, event text)
    join webhook on webhook.id = page."webhookId" and webhook.workspace_id in (?)
   cross join lateral (select count(*)::int as total from ${selectedDeliveriesSql}) as counted`

const inRangeSql = `
  (?::timestamptz is null or created_at >= ?::timestamptz) and (?::timestamptz is null or created_at < ?::timestamptz)`

/** Locks the webhook first, like an attempt and a deletion, because another order would lead to deadlocks. */
const makeDueSql = `
  with locked as materialized (select id from webhook where id = ? for no key update),
  waiting as (
    select delivery.id from webhook_delivery as delivery
     where webhook_id = ? and state = 'failed' and not is_test and ${inRangeSql}
     order by next_attempt_at desc, id
     limit ?)
  update webhook_delivery as delivery
     set next_attempt_at = least(delivery.next_attempt_at, ?::timestamptz)
    from waiting, locked
   where delivery.id = waiting.id and delivery.webhook_id = locked.id and delivery.state = 'failed'
  returning delivery.id`

/** Grouped by event, because an event that has arrived in another delivery, or still may arrive, was not missed. */
const missedEventsSql = `
  select event_id as id from webhook_delivery as delivery
   where webhook_id = ? and not is_test and ${inRangeSql}
     and not exists (
       select 1 from webhook_delivery as other
        where other.event_id = delivery.event_id and other.webhook_id = delivery.webhook_id
          and other.state <> 'exhausted')
   group by event_id order by min(created_at), event_id limit ?`
