import DataLoader from 'dataloader'
import { accountOf } from '../access/admit.ts'
import type { Context } from '../graphql/context.ts'
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
  readonly #context: Context
  readonly #deliveries = new DataLoader<DeliveriesWish, WebhookDelivery[]>((each) => this.#deliveriesOfEach(each), {
    cache: false,
  })
  readonly #attempts = new DataLoader<string, WebhookAttempt[]>((ids) => this.#attemptsOfEach(ids), { cache: false })
  readonly #webhooks = new DataLoader<string, Webhook>((ids) => this.#webhooksOf(ids), { cache: false })
  readonly #events = new DataLoader<string, WebhookEvent>((ids) => this.#eventsOf(ids), { cache: false })

  constructor(context: Context) {
    this.#context = context
  }

  deliveriesOf({ id }: Webhook, wish: DeliveriesArgs): Promise<WebhookDelivery[]> {
    return this.#deliveries.load({ webhookId: id, wish })
  }

  attemptsOf({ id }: WebhookDelivery): Promise<WebhookAttempt[]> {
    return this.#attempts.load(id)
  }

  webhookOf({ webhookId }: WebhookDelivery): Promise<Webhook> {
    return this.#webhooks.load(webhookId)
  }

  eventOf({ eventId }: WebhookDelivery): Promise<WebhookEvent> {
    return this.#events.load(eventId)
  }

  /** Every webhook is asked its own part, all by one statement. */
  async #deliveriesOfEach(each: readonly DeliveriesWish[]): Promise<WebhookDelivery[][]> {
    const wanted = each.map(({ webhookId, wish: { status, event, page, limit } }, n) => ({
      ...{ n, webhookId, status: status ?? null, event: event ?? null },
      ...{ limit, offset: (page - 1) * limit },
    }))
    const rows = await this.#context.em.execute<(WebhookDelivery & { n: number })[]>(deliveriesSql, [
      JSON.stringify(wanted),
      this.#callerId(),
    ])
    const found = Map.groupBy(rows, ({ n }) => n)
    return each.map((_, n) => (found.get(n) ?? []).map(deliveryOf))
  }

  async #attemptsOfEach(ids: readonly string[]): Promise<WebhookAttempt[][]> {
    const rows = await this.#context.em.execute<(WebhookAttempt & { deliveryId: string })[]>(attemptsSql, [
      JSON.stringify(ids),
      this.#callerId(),
    ])
    const found = Map.groupBy(rows, ({ deliveryId }) => deliveryId)
    return ids.map((id) => (found.get(id) ?? []).map(attemptOf))
  }

  async #webhooksOf(ids: readonly string[]): Promise<(Webhook | Error)[]> {
    const webhooks = await this.#context.em.find(Webhook, { id: { $in: [...ids] }, owner: this.#callerId() })
    const found = new Map(webhooks.map((webhook) => [webhook.id, webhook]))
    // Deleted since the delivery was read.
    return ids.map((id) => found.get(id) ?? new WebhookNotFound())
  }

  async #eventsOf(ids: readonly string[]): Promise<(WebhookEvent | Error)[]> {
    const rows = await this.#context.em.execute<WebhookEvent[]>(eventsSql, [JSON.stringify(ids), this.#callerId()])
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => {
      const row = found.get(id)
      if (!row) return new DeliveryNotFound()
      return Object.assign(new WebhookEvent(), row, { createdAt: new Date(row.createdAt) })
    })
  }

  #callerId(): string {
    return accountOf(this.#context.caller).accountId
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
