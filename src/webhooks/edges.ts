import DataLoader from 'dataloader'
import { type Context, perRequest } from '../graphql/context.ts'
import type { DeliveriesArgs } from './args.ts'
import { attemptColumns, attemptOf, deliveryColumns, deliveryOf } from './deliveries.ts'
import { type WebhookAttempt, type WebhookDelivery, WebhookEvent } from './delivery.ts'
import { DeliveryNotFound, WebhookNotFound } from './failures.ts'
import { Webhook } from './webhook.ts'

/** The part of one webhook's deliveries that a graph client asks for. */
interface DeliveriesWish {
  readonly webhookId: string
  readonly wish: DeliveriesArgs
}

/**
 * What leads on from the caller's webhooks and deliveries, for graph clients: the same of many is one statement. Nothing
 * is kept, for a mutation may come between.
 */
export class WebhookEdges {
  readonly #deliveries = perRequest(
    (context) =>
      new DataLoader<DeliveriesWish, WebhookDelivery[]>((each) => this.#deliveriesOfEach(context, each), {
        cache: false,
      }),
  )
  readonly #attempts = perRequest(
    (context) =>
      new DataLoader<string, WebhookAttempt[]>((ids) => this.#attemptsOfEach(context, ids), { cache: false }),
  )
  readonly #webhooks = perRequest(
    (context) => new DataLoader<string, Webhook>((ids) => this.#webhooksOf(context, ids), { cache: false }),
  )
  readonly #events = perRequest(
    (context) => new DataLoader<string, WebhookEvent>((ids) => this.#eventsOf(context, ids), { cache: false }),
  )

  deliveriesOf(context: Context, { id }: Webhook, wish: DeliveriesArgs): Promise<WebhookDelivery[]> {
    return this.#deliveries(context).load({ webhookId: id, wish })
  }

  attemptsOf(context: Context, { id }: WebhookDelivery): Promise<WebhookAttempt[]> {
    return this.#attempts(context).load(id)
  }

  webhookOf(context: Context, { webhookId }: WebhookDelivery): Promise<Webhook> {
    return this.#webhooks(context).load(webhookId)
  }

  eventOf(context: Context, { eventId }: WebhookDelivery): Promise<WebhookEvent> {
    return this.#events(context).load(eventId)
  }

  /** Every webhook is asked its own part, all by one statement. */
  async #deliveriesOfEach(context: Context, each: readonly DeliveriesWish[]): Promise<WebhookDelivery[][]> {
    const wanted = each.map(({ webhookId, wish: { status, event, page, limit } }, n) => ({
      ...{ n, webhookId, status: status ?? null, event: event ?? null },
      ...{ limit, offset: (page - 1) * limit },
    }))
    const rows = await context.em.execute<(WebhookDelivery & { n: number })[]>(deliveriesSql, [
      JSON.stringify(wanted),
      context.accountId,
    ])
    const found = Map.groupBy(rows, ({ n }) => n)
    return each.map((_, n) => (found.get(n) ?? []).map(deliveryOf))
  }

  async #attemptsOfEach(context: Context, ids: readonly string[]): Promise<WebhookAttempt[][]> {
    const rows = await context.em.execute<(WebhookAttempt & { deliveryId: string })[]>(attemptsSql, [
      JSON.stringify(ids),
      context.accountId,
    ])
    const found = Map.groupBy(rows, ({ deliveryId }) => deliveryId)
    return ids.map((id) => (found.get(id) ?? []).map(attemptOf))
  }

  async #webhooksOf(context: Context, ids: readonly string[]): Promise<(Webhook | Error)[]> {
    const webhooks = await context.em.find(Webhook, { id: { $in: [...ids] }, owner: context.accountId })
    const found = new Map(webhooks.map((webhook) => [webhook.id, webhook]))
    // Deleted since the delivery was read.
    return ids.map((id) => found.get(id) ?? new WebhookNotFound())
  }

  async #eventsOf(context: Context, ids: readonly string[]): Promise<(WebhookEvent | Error)[]> {
    const rows = await context.em.execute<WebhookEvent[]>(eventsSql, [JSON.stringify(ids), context.accountId])
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => {
      const row = found.get(id)
      if (!row) return new DeliveryNotFound()
      return Object.assign(new WebhookEvent(), row, { createdAt: new Date(row.createdAt) })
    })
  }
}

const idsIn = 'select value from jsonb_array_elements_text(?::jsonb)'

const deliveriesSql = `
  select wanted.n, page.*
    from jsonb_to_recordset(?::jsonb)
         as wanted (n int, "webhookId" text, status text, event text, "limit" int, "offset" int)
    join webhook w on w.id = wanted."webhookId" and w.owner_id = ?
   cross join lateral (
     select ${deliveryColumns} from webhook_delivery d join event e on e.id = d.event_id
      where d.webhook_id = w.id and (wanted.status is null or d.state = wanted.status)
        and (wanted.event is null or e.kind = wanted.event)
      order by d.created_at desc, d.id desc limit wanted."limit" offset wanted."offset") as page
   order by wanted.n, page."createdAt" desc, page.id desc`

const attemptsSql = `
  select delivery_id as "deliveryId", ${attemptColumns}
    from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id join webhook w on w.id = d.webhook_id
   where a.delivery_id in (${idsIn}) and w.owner_id = ? order by a.delivery_id, a.number`

const eventsSql = `
  select id, kind as type, payload, created_at as "createdAt" from event where id in (${idsIn}) and owner_id = ?`
