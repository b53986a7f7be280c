import DataLoader from 'dataloader'
import { perRequest, type RequestContext } from '../../platform/graphql/request-context.ts'
import { attemptColumns, deliveryColumns, toAttempt, toDelivery } from './delivery.service.ts'
import { type WebhookAttempt, type WebhookDelivery, WebhookEvent } from './delivery.types.ts'
import { Webhook } from './webhook.entity.ts'
import { DeliveryNotFound, WebhookNotFound } from './webhook.errors.ts'
import type { DeliveriesArgs } from './webhook.inputs.ts'

/** The part of one webhook's deliveries that a graph client asks for. */
interface DeliveriesLoaderKey {
  readonly webhookId: string
  readonly query: DeliveriesArgs
}

/**
 * What leads on from the caller's webhooks and deliveries, for graph clients: the same of many is one statement. Nothing
 * is kept, for a mutation may come between.
 */
export class WebhookLoaders {
  readonly #deliveries = perRequest(
    (context) =>
      new DataLoader<DeliveriesLoaderKey, WebhookDelivery[]>((keys) => this.#batchDeliveries(context, keys), {
        cache: false,
      }),
  )
  readonly #attempts = perRequest(
    (context) => new DataLoader<string, WebhookAttempt[]>((ids) => this.#batchAttempts(context, ids), { cache: false }),
  )
  readonly #webhooks = perRequest(
    (context) => new DataLoader<string, Webhook>((ids) => this.#batchWebhooks(context, ids), { cache: false }),
  )
  readonly #events = perRequest(
    (context) => new DataLoader<string, WebhookEvent>((ids) => this.#batchEvents(context, ids), { cache: false }),
  )

  loadDeliveries(context: RequestContext, { id }: Webhook, query: DeliveriesArgs): Promise<WebhookDelivery[]> {
    return this.#deliveries(context).load({ webhookId: id, query })
  }

  loadAttempts(context: RequestContext, { id }: WebhookDelivery): Promise<WebhookAttempt[]> {
    return this.#attempts(context).load(id)
  }

  loadWebhook(context: RequestContext, { webhookId }: WebhookDelivery): Promise<Webhook> {
    return this.#webhooks(context).load(webhookId)
  }

  loadEvent(context: RequestContext, { eventId }: WebhookDelivery): Promise<WebhookEvent> {
    return this.#events(context).load(eventId)
  }

  /** Every webhook is asked its own part, all by one statement. */
  async #batchDeliveries(context: RequestContext, keys: readonly DeliveriesLoaderKey[]): Promise<WebhookDelivery[][]> {
    const requestedPages = keys.map(({ webhookId, query: { status, event, page, limit } }, n) => ({
      ...{ n, webhookId, status: status ?? null, event: event ?? null },
      ...{ limit, offset: (page - 1) * limit },
    }))
    const rows = await context.em.execute<(WebhookDelivery & { n: number })[]>(deliveriesSql, [
      JSON.stringify(requestedPages),
      context.accountId,
    ])
    const found = Map.groupBy(rows, ({ n }) => n)
    return keys.map((_, n) => (found.get(n) ?? []).map(toDelivery))
  }

  async #batchAttempts(context: RequestContext, ids: readonly string[]): Promise<WebhookAttempt[][]> {
    const rows = await context.em.execute<(WebhookAttempt & { deliveryId: string })[]>(attemptsSql, [
      JSON.stringify(ids),
      context.accountId,
    ])
    const found = Map.groupBy(rows, ({ deliveryId }) => deliveryId)
    return ids.map((id) => (found.get(id) ?? []).map(toAttempt))
  }

  async #batchWebhooks(context: RequestContext, ids: readonly string[]): Promise<(Webhook | Error)[]> {
    const webhooks = await context.em.find(Webhook, { id: { $in: [...ids] }, owner: context.accountId })
    const found = new Map(webhooks.map((webhook) => [webhook.id, webhook]))
    // Deleted since the delivery was read.
    return ids.map((id) => found.get(id) ?? new WebhookNotFound())
  }

  async #batchEvents(context: RequestContext, ids: readonly string[]): Promise<(WebhookEvent | Error)[]> {
    const rows = await context.em.execute<WebhookEvent[]>(eventsSql, [JSON.stringify(ids), context.accountId])
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => {
      const row = found.get(id)
      if (!row) return new DeliveryNotFound()
      return Object.assign(new WebhookEvent(), row, { createdAt: new Date(row.createdAt) })
    })
  }
}

const idListSql = 'select value from jsonb_array_elements_text(?::jsonb)'

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
   where a.delivery_id in (${idListSql}) and w.owner_id = ? order by a.delivery_id, a.number`

const eventsSql = `
  select id, kind as type, payload, created_at as "createdAt" from event where id in (${idListSql}) and owner_id = ?`
