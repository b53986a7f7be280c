import type { FilterQuery } from '@mikro-orm/postgresql'
import { requireAccount } from '../../../platform/auth/authorization.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { DomainEvent, EventKind } from '../../../platform/events/domain-events.ts'
import type { EventPublisher } from '../../../platform/events/event-publisher.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { DeliveryNotFound } from '../webhook.errors.ts'
import type { RedeliverAllArgs, WebhookDeliveriesArgs } from '../webhook.inputs.ts'
import type { WebhookService } from '../webhook.service.ts'
import { WebhookAttempt, WebhookDelivery } from './delivery.entity.ts'
import { findMissedEventIds } from './delivery-list.queries.ts'
import type { WebhookScheduler } from './webhook-scheduler.ts'

/** Events that one request sends again. */
const maxRedeliveries = 1_000

/** The deliveries to the webhooks of the caller. */
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
    const webhook = await this.#webhookService.get(context, id)
    const where: FilterQuery<WebhookDelivery> = {
      webhook,
      ...(status && { state: status }),
      ...(event != null && { event: { kind: event as EventKind } }),
    }
    const [deliveries, total] = await context.em.findAndCount(WebhookDelivery, where, {
      populate: ['event'],
      orderBy: { createdAt: 'desc', id: 'desc' },
      limit,
      offset: (page - 1) * limit,
    })
    context.setPage({ page, limit, total })
    return deliveries
  }

  /** The attempts of a delivery, the first one first. Throws `DeliveryNotFound`. */
  async listAttempts(context: RequestContext, deliveryId: string): Promise<WebhookAttempt[]> {
    const delivery = await this.#getOwned(context, context.em, deliveryId)
    return context.em.find(WebhookAttempt, { delivery }, { orderBy: { number: 'asc' } })
  }

  /** Sends a test event: one attempt, also to a webhook that is switched off. Throws `WebhookNotFound`. */
  async sendTest(context: RequestContext, webhookId: string): Promise<WebhookDelivery> {
    await this.#webhookService.get(context, webhookId)
    const event: DomainEvent<'webhook.test'> = {
      kind: 'webhook.test',
      ownerId: context.accountId,
      actor: requireAccount(context.caller).actorId,
      linkId: null,
      at: context.now(),
      data: { message: 'It works: this is a test event.' },
    }
    return context.em.transactional(async (em) => {
      const recipient = await this.#eventPublisher.publishTo(em, webhookId, event)
      const [id = ''] = await this.#webhookScheduler.schedule(em, [recipient])
      return this.#getOwned(context, em, id)
    })
  }

  /** Sends an event again, as a new delivery of the same event. Throws `DeliveryNotFound`. */
  async redeliver(context: RequestContext, deliveryId: string): Promise<WebhookDelivery> {
    return context.em.transactional(async (em) => {
      const { eventId, webhookId } = await this.#getOwned(context, em, deliveryId)
      const [id = ''] = await this.#webhookScheduler.schedule(em, [{ eventId, listenerId: webhookId }])
      return this.#getOwned(context, em, id)
    })
  }

  /** Sends the events again that a webhook missed: each once, the oldest first, at most 1,000. Returns their number. */
  async redeliverAll(context: RequestContext, { id, since, until }: RedeliverAllArgs): Promise<number> {
    await this.#webhookService.get(context, id)
    return context.em.transactional(async (em) => {
      const range = { since: since ?? null, until: until ?? null, limit: maxRedeliveries }
      const eventIds = await findMissedEventIds(em, id, range)
      const recipients = eventIds.map((eventId) => ({ eventId, listenerId: id }))
      return (await this.#webhookScheduler.schedule(em, recipients)).length
    })
  }

  #getOwned({ accountId }: RequestContext, em: EntityManager, id: string): Promise<WebhookDelivery> {
    return em.findOneOrFail(
      WebhookDelivery,
      { id, webhook: { owner: accountId } },
      { populate: ['event'], failHandler: () => new DeliveryNotFound() },
    )
  }
}
