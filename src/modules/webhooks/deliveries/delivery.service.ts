import type { FilterQuery } from '@mikro-orm/postgresql'
import { requireAccount } from '../../../platform/auth/authorization.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { DomainEvent, EventKind } from '../../../platform/events/domain-events.ts'
import type { EventPublisher } from '../../../platform/events/event-publisher.ts'
import { findPage } from '../../../platform/graphql/pagination.ts'
import { batchPerRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import { Webhook } from '../webhook.entity.ts'
import { DeliveryNotFound, WebhookNotFound } from '../webhook.errors.ts'
import type { RedeliverAllArgs, WebhookDeliveriesArgs } from '../webhook.inputs.ts'
import type { WebhookService } from '../webhook.service.ts'
import { WebhookAttempt, WebhookDelivery, WebhookEvent } from './delivery.entity.ts'
import { type DeliveriesKey, findDeliveryPages, findMissedEventIds } from './delivery-list.queries.ts'
import type { WebhookScheduler } from './webhook-scheduler.ts'

/** Events that one request sends again. */
const maxRedeliveries = 1_000

/** The deliveries to the webhooks of the caller. */
export class WebhookDeliveryService {
  /** The attempts of the delivery with this id, oldest first. */
  readonly loadAttempts = batchPerRequest(findAttempts)
  /** The webhook with this id. Throws `WebhookNotFound`: it may have been deleted since its delivery was read. */
  readonly loadWebhook = batchPerRequest(findWebhooks)
  /** A page of the deliveries of a webhook. */
  readonly loadDeliveries = batchPerRequest(findDeliveries)

  constructor(
    private readonly webhookService: WebhookService,
    private readonly eventPublisher: EventPublisher,
    private readonly webhookScheduler: WebhookScheduler,
  ) {}

  /** A page of the deliveries of a webhook, newest first. Throws `WebhookNotFound`. */
  async list(
    context: RequestContext,
    { id, status, event, page, limit }: WebhookDeliveriesArgs,
  ): Promise<WebhookDelivery[]> {
    const webhook = await this.webhookService.get(context, id)
    const where: FilterQuery<WebhookDelivery> = {
      webhook,
      ...(status && { state: status }),
      ...(event != null && { event: { kind: event as EventKind } }),
    }
    const options = { populate: ['event'], orderBy: { createdAt: 'desc', id: 'desc' } } as const
    return findPage(context, WebhookDelivery, where, { page, limit }, options)
  }

  /** The attempts of a delivery, the first one first. Throws `DeliveryNotFound`. */
  async listAttempts(context: RequestContext, deliveryId: string): Promise<WebhookAttempt[]> {
    const delivery = await this.getOwned(context, context.em, deliveryId)
    return context.em.find(WebhookAttempt, { delivery }, { orderBy: { number: 'asc' } })
  }

  /** Sends a test event: one attempt, also to a webhook that is switched off. Throws `WebhookNotFound`. */
  async sendTest(context: RequestContext, webhookId: string): Promise<WebhookDelivery> {
    await this.webhookService.get(context, webhookId)
    const event: DomainEvent<'webhook.test'> = {
      kind: 'webhook.test',
      ownerId: context.accountId,
      actor: requireAccount(context.caller).actorId,
      linkId: null,
      at: context.now(),
      data: { message: 'It works: this is a test event.' },
    }
    return context.em.transactional(async (em) => {
      const recipient = await this.eventPublisher.publishTo(em, webhookId, event)
      const [id = ''] = await this.webhookScheduler.schedule(em, [recipient])
      return this.getOwned(context, em, id)
    })
  }

  /** Sends an event again, as a new delivery of the same event. Throws `DeliveryNotFound`. */
  async redeliver(context: RequestContext, deliveryId: string): Promise<WebhookDelivery> {
    return context.em.transactional(async (em) => {
      const { eventId, webhookId } = await this.getOwned(context, em, deliveryId)
      const [id = ''] = await this.webhookScheduler.schedule(em, [{ eventId, listenerId: webhookId }])
      return this.getOwned(context, em, id)
    })
  }

  /** Sends the events again that a webhook missed: each once, the oldest first, at most 1,000. Returns their number. */
  async redeliverAll(context: RequestContext, { id, since, until }: RedeliverAllArgs): Promise<number> {
    await this.webhookService.get(context, id)
    return context.em.transactional(async (em) => {
      const range = { since: since ?? null, until: until ?? null, limit: maxRedeliveries }
      const eventIds = await findMissedEventIds(em, id, range)
      const recipients = eventIds.map((eventId) => ({ eventId, listenerId: id }))
      return (await this.webhookScheduler.schedule(em, recipients)).length
    })
  }

  async loadEvent({ event }: WebhookDelivery): Promise<WebhookEvent> {
    return new WebhookEvent(await event.loadOrFail({ failHandler: () => new DeliveryNotFound() }))
  }

  private getOwned({ accountId }: RequestContext, em: EntityManager, id: string): Promise<WebhookDelivery> {
    return em.findOneOrFail(
      WebhookDelivery,
      { id, webhook: { owner: accountId } },
      { populate: ['event'], failHandler: () => new DeliveryNotFound() },
    )
  }
}

async function findDeliveries(context: RequestContext, keys: readonly DeliveriesKey[]): Promise<WebhookDelivery[][]> {
  const pages = await findDeliveryPages(context.em, context.accountId, keys)
  const where = { id: { $in: pages.flat() } }
  const deliveries = await context.em.find(WebhookDelivery, where, { populate: ['event'], refresh: true })
  const deliveriesById = new Map(deliveries.map((delivery) => [delivery.id, delivery]))
  // A delivery that was deleted between the two statements is left out.
  return pages.map((ids) => ids.flatMap((id) => deliveriesById.get(id) ?? []))
}

async function findAttempts(context: RequestContext, ids: readonly string[]): Promise<WebhookAttempt[][]> {
  const where = { delivery: { id: { $in: [...ids] }, webhook: { owner: context.accountId } } }
  const attempts = await context.em.find(WebhookAttempt, where, { orderBy: { number: 'asc' } })
  const attemptsById = Map.groupBy(attempts, ({ delivery }) => delivery.id)
  return ids.map((id) => attemptsById.get(id) ?? [])
}

async function findWebhooks(context: RequestContext, ids: readonly string[]): Promise<(Webhook | Error)[]> {
  const webhooks = await context.em.find(Webhook, { id: { $in: [...ids] }, owner: context.accountId })
  const webhooksById = new Map(webhooks.map((webhook) => [webhook.id, webhook]))
  return ids.map((id) => webhooksById.get(id) ?? new WebhookNotFound())
}
