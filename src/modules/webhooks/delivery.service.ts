import { requireAccount } from '../../platform/auth/authorization.ts'
import type { EntityManager } from '../../platform/database/database.ts'
import type { EventPublisher } from '../../platform/events/event-publisher.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import type { WebhookAttempt, WebhookDelivery } from './delivery.types.ts'
import { DeliveryNotFound } from './webhook.errors.ts'
import type { RedeliverAllArgs, WebhookDeliveriesArgs } from './webhook.inputs.ts'
import type { WebhookService } from './webhook.service.ts'
import type { WebhookScheduler } from './webhook-scheduler.ts'

/** Deliveries sent anew by one request. */
const maxRedeliveries = 1_000

/** What was sent to the caller's webhooks, and what is to be sent again. */
export class WebhookDeliveryService {
  readonly #webhookService: WebhookService
  readonly #eventPublisher: EventPublisher
  readonly #webhookScheduler: WebhookScheduler

  constructor(webhookService: WebhookService, eventPublisher: EventPublisher, webhookScheduler: WebhookScheduler) {
    this.#webhookService = webhookService
    this.#eventPublisher = eventPublisher
    this.#webhookScheduler = webhookScheduler
  }

  /** A page of the deliveries of a webhook, newest first. Throws `WebhookNotFound`. */
  async list(
    context: RequestContext,
    { id, status, event, page, limit }: WebhookDeliveriesArgs,
  ): Promise<WebhookDelivery[]> {
    const { em } = context
    await this.#webhookService.get(context, id)
    const filterValues = [id, status ?? null, status ?? null, event ?? null, event ?? null]
    const rows = await em.execute<WebhookDelivery[]>(`${selectDeliverySql} ${listSql}`, [
      ...filterValues,
      limit,
      (page - 1) * limit,
    ])
    const [counted] = await em.execute<{ total: number }[]>(`${totalSql}`, filterValues)
    context.setPage({ page, limit, total: counted?.total ?? 0 })
    return rows.map(toDelivery)
  }

  /** Every attempt of a delivery, the first one first. Throws `DeliveryNotFound`. */
  async listAttempts(context: RequestContext, deliveryId: string): Promise<WebhookAttempt[]> {
    await this.#getOwned(context, context.em, deliveryId)
    const rows = await context.em.execute<WebhookAttempt[]>(attemptsSql, [deliveryId])
    return rows.map(toAttempt)
  }

  /** Sends an event to see whether it arrives: once, and to a webhook that is switched off as well. */
  async sendTest(context: RequestContext, webhookId: string): Promise<WebhookDelivery> {
    await this.#webhookService.get(context, webhookId)
    const event = {
      ...{
        kind: 'webhook.test' as const,
        ownerId: context.accountId,
        actor: requireAccount(context.caller).actorId,
        linkId: null,
        at: context.now(),
      },
      data: { message: 'It works: this is a test event.' },
    }
    return context.em.transactional(async (em) => {
      const publishedEvent = await this.#eventPublisher.publishTo(em, webhookId, event)
      const [id = ''] = await this.#webhookScheduler.schedule(em, [publishedEvent])
      return this.#getOwned(context, em, id)
    })
  }

  /** Sends an event again, as a delivery of its own with the id of the first. Throws `DeliveryNotFound`. */
  async redeliver(context: RequestContext, deliveryId: string): Promise<WebhookDelivery> {
    return context.em.transactional(async (em) => {
      const { eventId, webhookId } = await this.#getOwned(context, em, deliveryId)
      const [id = ''] = await this.#webhookScheduler.schedule(em, [{ eventId, listenerId: webhookId }])
      return this.#getOwned(context, em, id)
    })
  }

  /** Sends again what a webhook did not take in a time: each event once, the oldest first, 1,000 at most. */
  async redeliverAll(context: RequestContext, { id, since, until }: RedeliverAllArgs): Promise<number> {
    await this.#webhookService.get(context, id)
    return context.em.transactional(async (em) => {
      const bounds = [id, since ?? null, since ?? null, until ?? null, until ?? null, maxRedeliveries]
      const missed = await em.execute<{ eventId: string }[]>(missedSql, bounds)
      const publishedEvents = missed.map(({ eventId }) => ({ eventId, listenerId: id }))
      return (await this.#webhookScheduler.schedule(em, publishedEvents)).length
    })
  }

  async #getOwned(context: RequestContext, em: EntityManager, deliveryId: string): Promise<WebhookDelivery> {
    const rows = await em.execute<WebhookDelivery[]>(`${selectDeliverySql} ${oneSql}`, [deliveryId, context.accountId])
    const [row] = rows
    if (!row) throw new DeliveryNotFound()
    return toDelivery(row)
  }
}

/** A delivery as the database tells it. */
export function toDelivery(row: WebhookDelivery): WebhookDelivery {
  const { nextAttemptAt, createdAt } = row
  return { ...row, nextAttemptAt: nextAttemptAt && new Date(nextAttemptAt), createdAt: new Date(createdAt) }
}

/** An attempt as the database tells it. */
export function toAttempt(row: WebhookAttempt): WebhookAttempt {
  return { ...row, startedAt: new Date(row.startedAt) }
}

export const deliveryColumns = `
  d.id, d.event_id as "eventId", e.kind as "eventType", d.webhook_id as "webhookId", d.attempt, d.state,
         d.http_status as "httpStatus", d.duration_ms as "durationMs", d.response_body as "responseBody", d.error,
         d.next_attempt_at as "nextAttemptAt", d.created_at as "createdAt"`

const selectDeliverySql = `
  select ${deliveryColumns} from webhook_delivery d join event e on e.id = d.event_id`

const filterSql = `d.webhook_id = ? and (?::text is null or d.state = ?) and (?::text is null or e.kind = ?)`

const listSql = `where ${filterSql} order by d.created_at desc, d.id desc limit ? offset ?`

const totalSql = `
  select count(*)::int as total from webhook_delivery d join event e on e.id = d.event_id where ${filterSql}`

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
