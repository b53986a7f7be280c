import { accountOf } from '../access/admit.ts'
import type { EntityManager } from '../database/open.ts'
import type { Events } from '../events/events.ts'
import type { Context } from '../graphql/context.ts'
import type { RedeliverAllArgs, WebhookDeliveriesArgs } from './args.ts'
import type { WebhookAttempt, WebhookDelivery } from './delivery.ts'
import type { Webhooks } from './endpoints.ts'
import { DeliveryNotFound } from './failures.ts'
import type { DeliveryQueue } from './queue.ts'

/** Deliveries sent anew by one request. */
const mostAnew = 1_000

/** What was sent to the caller's webhooks, and what is to be sent again. */
export class Deliveries {
  readonly #webhooks: Webhooks
  readonly #events: Events
  readonly #deliveryQueue: DeliveryQueue

  constructor(webhooks: Webhooks, events: Events, deliveryQueue: DeliveryQueue) {
    this.#webhooks = webhooks
    this.#events = events
    this.#deliveryQueue = deliveryQueue
  }

  /** A page of the deliveries of a webhook, newest first. Throws `WebhookNotFound`. */
  async list(context: Context, { id, status, event, page, limit }: WebhookDeliveriesArgs): Promise<WebhookDelivery[]> {
    const { em } = context
    await this.#webhooks.get(context, id)
    const asked = [id, status ?? null, status ?? null, event ?? null, event ?? null]
    const rows = await em.execute<WebhookDelivery[]>(`${deliverySql} ${listSql}`, [...asked, limit, (page - 1) * limit])
    const [counted] = await em.execute<{ total: number }[]>(`${totalSql}`, asked)
    context.reportPage({ page, limit, total: counted?.total ?? 0 })
    return rows.map(deliveryOf)
  }

  /** Every attempt of a delivery, the first one first. Throws `DeliveryNotFound`. */
  async attempts(context: Context, deliveryId: string): Promise<WebhookAttempt[]> {
    await this.#get(context, context.em, deliveryId)
    const rows = await context.em.execute<WebhookAttempt[]>(attemptsSql, [deliveryId])
    return rows.map(attemptOf)
  }

  /** Sends an event to see whether it arrives: once, and to a webhook that is switched off as well. */
  async test(context: Context, webhookId: string): Promise<WebhookDelivery> {
    await this.#webhooks.get(context, webhookId)
    const happening = {
      ...{
        kind: 'webhook.test' as const,
        ownerId: context.accountId,
        actor: accountOf(context.caller).actorId,
        linkId: null,
        at: context.now(),
      },
      data: { message: 'It works: this is a test event.' },
    }
    return context.em.transactional(async (em) => {
      const told = await this.#events.tell(em, webhookId, happening)
      const [id = ''] = await this.#deliveryQueue.add(em, [told])
      return this.#get(context, em, id)
    })
  }

  /** Sends an event again, as a delivery of its own with the id of the first. Throws `DeliveryNotFound`. */
  async redeliver(context: Context, deliveryId: string): Promise<WebhookDelivery> {
    return context.em.transactional(async (em) => {
      const { eventId, webhookId } = await this.#get(context, em, deliveryId)
      const [id = ''] = await this.#deliveryQueue.add(em, [{ eventId, listenerId: webhookId }])
      return this.#get(context, em, id)
    })
  }

  /** Sends again what a webhook did not take in a time: each event once, the oldest first, 1,000 at most. */
  async redeliverAll(context: Context, { id, since, until }: RedeliverAllArgs): Promise<number> {
    await this.#webhooks.get(context, id)
    return context.em.transactional(async (em) => {
      const bounds = [id, since ?? null, since ?? null, until ?? null, until ?? null, mostAnew]
      const missed = await em.execute<{ eventId: string }[]>(missedSql, bounds)
      const told = missed.map(({ eventId }) => ({ eventId, listenerId: id }))
      return (await this.#deliveryQueue.add(em, told)).length
    })
  }

  async #get(context: Context, em: EntityManager, deliveryId: string): Promise<WebhookDelivery> {
    const rows = await em.execute<WebhookDelivery[]>(`${deliverySql} ${oneSql}`, [deliveryId, context.accountId])
    const [row] = rows
    if (!row) throw new DeliveryNotFound()
    return deliveryOf(row)
  }
}

/** A delivery as the database tells it. */
export function deliveryOf(row: WebhookDelivery): WebhookDelivery {
  const { nextAttemptAt, createdAt } = row
  return { ...row, nextAttemptAt: nextAttemptAt && new Date(nextAttemptAt), createdAt: new Date(createdAt) }
}

/** An attempt as the database tells it. */
export function attemptOf(row: WebhookAttempt): WebhookAttempt {
  return { ...row, startedAt: new Date(row.startedAt) }
}

export const deliveryColumns = `
  d.id, d.event_id as "eventId", e.kind as "eventType", d.webhook_id as "webhookId", d.attempt, d.state,
         d.http_status as "httpStatus", d.duration_ms as "durationMs", d.response_body as "responseBody", d.error,
         d.next_attempt_at as "nextAttemptAt", d.created_at as "createdAt"`

const deliverySql = `
  select ${deliveryColumns} from webhook_delivery d join event e on e.id = d.event_id`

const askedSql = `d.webhook_id = ? and (?::text is null or d.state = ?) and (?::text is null or e.kind = ?)`

const listSql = `where ${askedSql} order by d.created_at desc, d.id desc limit ? offset ?`

const totalSql = `
  select count(*)::int as total from webhook_delivery d join event e on e.id = d.event_id where ${askedSql}`

const oneSql = 'join webhook w on w.id = d.webhook_id where d.id = ? and w.owner_id = ?'

export const attemptColumns = `
  a.number, a.started_at as "startedAt", a.http_status as "httpStatus", a.duration_ms as "durationMs",
  a.response_body as "responseBody", a.error`

const attemptsSql = `
  select ${attemptColumns} from webhook_attempt a where delivery_id = ? order by number`

/** An event that arrived in the end, or is on its way again, was not missed. */
const missedSql = `
  select event_id as "eventId" from webhook_delivery
   where webhook_id = ? and (?::timestamptz is null or created_at >= ?::timestamptz)
     and (?::timestamptz is null or created_at < ?::timestamptz)
     and not exists (
       select 1 from webhook_delivery as other
        where other.event_id = webhook_delivery.event_id and other.webhook_id = webhook_delivery.webhook_id
          and other.state <> 'exhausted')
   group by event_id order by min(created_at), event_id limit ?`
