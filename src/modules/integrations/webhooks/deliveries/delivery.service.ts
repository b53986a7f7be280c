import type { FilterQuery } from '@mikro-orm/postgresql'
import { requireActor } from '../../../../platform/auth/authorization.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { DomainEvent, EventKind } from '../../../../platform/events/domain-events.ts'
import { PublishedEvent } from '../../../../platform/events/event.entity.ts'
import type { EventPublisher } from '../../../../platform/events/event-publisher.ts'
import { readSlice } from '../../../../platform/graphql/pagination/keyset.ts'
import type { ConnectionArgs, PagedConnectionArgs } from '../../../../platform/graphql/pagination/page.inputs.ts'
import { createConnection, findConnection } from '../../../../platform/graphql/pagination/pagination.ts'
import { batchById, batchPerRequest, type RequestContext } from '../../../../platform/graphql/request-context.ts'
import { Webhook } from '../webhook.entity.ts'
import { DeliveryNotFound, EventNotFound, WebhookNotFound } from '../webhook.errors.ts'
import type { DeliveryFilterArgs, RedeliverWebhookEventsInput } from '../webhook.inputs.ts'
import type { WebhookService } from '../webhook.service.ts'
import {
  newestDeliveriesFirst,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryConnection,
  WebhookEvent,
} from './delivery.entity.ts'
import {
  countDeliveries,
  type DeliveryPage,
  type DeliverySelection,
  findDeliveryPages,
  findMissedEventIds,
  makeFailedDeliveriesDue,
} from './delivery-list.queries.ts'
import { sampleData } from './sample-events.ts'
import type { WebhookScheduler } from './webhook-scheduler.ts'

/** Events that one request sends again. */
const maxRedeliveries = 1_000

/** The deliveries to the webhooks of the caller. */
export class WebhookDeliveryService {
  /** The attempts of the delivery with this id, oldest first. */
  readonly loadAttempts = batchPerRequest(findAttempts)
  private readonly loadOwnedWebhook = batchById(({ em, workspaceIds }, ids) =>
    em.find(Webhook, { id: { $in: ids }, workspace: { $in: workspaceIds } }),
  )
  private readonly loadDeliveries = batchPerRequest(findDeliveries)
  private readonly loadDeliveryCount = batchPerRequest(countSelections)

  constructor(
    private readonly webhookService: WebhookService,
    private readonly eventPublisher: EventPublisher,
    private readonly webhookScheduler: WebhookScheduler,
  ) {}

  /** The deliveries of a webhook, newest first. Throws `WebhookNotFound`. */
  async list(
    context: RequestContext,
    webhookId: string,
    page: PagedConnectionArgs,
    { status, event }: DeliveryFilterArgs,
  ): Promise<WebhookDeliveryConnection> {
    const webhook = await this.webhookService.get(context, webhookId)
    const where: FilterQuery<WebhookDelivery> = {
      webhook,
      ...(status && { state: status }),
      ...(event && { event: { kind: event } }),
    }
    const query = { where, order: newestDeliveriesFirst, options: { populate: ['event'] as const } }
    return findConnection(context, WebhookDeliveryConnection, WebhookDelivery, query, page)
  }

  /**
   * The deliveries of a webhook of the caller, newest first. One statement reads the deliveries of several webhooks.
   */
  async listForWebhook(
    context: RequestContext,
    { id: webhookId }: Webhook,
    page: ConnectionArgs,
    filter: DeliveryFilterArgs,
  ): Promise<WebhookDeliveryConnection> {
    const slice = readSlice(newestDeliveriesFirst, page)
    const deliveries = await this.loadDeliveries(context, { webhookId, filter, slice })
    const countAll = () => this.loadDeliveryCount(context, { webhookId, filter })
    return createConnection(WebhookDeliveryConnection, deliveries, { order: newestDeliveriesFirst, slice, countAll })
  }

  /** A delivery to a webhook of the caller. Throws `DeliveryNotFound`. */
  get(context: RequestContext, id: string): Promise<WebhookDelivery> {
    return this.getOwned(context, context.em, id)
  }

  /** An event of the caller. Throws `EventNotFound`. */
  async getEvent(context: RequestContext, id: string): Promise<WebhookEvent> {
    const where = { id, workspaceId: { $in: context.workspaceIds } }
    return new WebhookEvent(
      await context.em.findOneOrFail(PublishedEvent, where, { failHandler: () => new EventNotFound() }),
    )
  }

  /** The attempts of a delivery, the first one first. Throws `DeliveryNotFound`. */
  async listAttempts(context: RequestContext, deliveryId: string): Promise<WebhookAttempt[]> {
    const delivery = await this.getOwned(context, context.em, deliveryId)
    return context.em.find(WebhookAttempt, { delivery }, { orderBy: { number: 'asc' } })
  }

  /**
   * Sends an event with invented data: one attempt, also to a webhook that is switched off, whatever it subscribes to.
   * Throws `WebhookNotFound`.
   */
  async sendTest(context: RequestContext, webhookId: string, kind: EventKind): Promise<WebhookDelivery> {
    const workspaceId = await this.findChangeable(context, webhookId)
    const event: DomainEvent = {
      kind,
      workspaceId,
      actor: requireActor(context.caller),
      linkId: null,
      at: context.now(),
      data: sampleData[kind],
    }
    return context.em.transactional(async (em) => {
      const recipient = await this.eventPublisher.publishTo(em, webhookId, event)
      const [id = ''] = await this.webhookScheduler.schedule(em, [recipient], true)
      return this.getOwned(context, em, id)
    })
  }

  /** Sends an event again, as a new delivery of the same event. Throws `DeliveryNotFound`. */
  async redeliver(context: RequestContext, deliveryId: string): Promise<WebhookDelivery> {
    return context.em.transactional(async (em) => {
      const { eventId, webhook, isTest } = await this.getOwned(context, em, deliveryId)
      const { id: webhookId, workspace } = await webhook.loadOrFail()
      context.requireRole(workspace.id)
      const [id = ''] = await this.webhookScheduler.schedule(em, [{ eventId, listenerId: webhookId }], isTest)
      return this.getOwned(context, em, id)
    })
  }

  /**
   * Sends the events again that a webhook missed, each event once, the oldest first. Deliveries that wait for another
   * attempt are attempted at once. At most 1,000 events and 1,000 deliveries. Returns their number.
   */
  async redeliverAll(
    context: RequestContext,
    id: string,
    { since, until }: RedeliverWebhookEventsInput,
  ): Promise<number> {
    await this.findChangeable(context, id)
    return context.em.transactional(async (em) => {
      const range = { since: since ?? null, until: until ?? null, limit: maxRedeliveries }
      // This statement is first, because it locks the webhook: so two concurrent redeliveries do not send an event
      // twice.
      const waitingCount = await makeFailedDeliveriesDue(em, id, range, context.now())
      const eventIds = await findMissedEventIds(em, id, range)
      const recipients = eventIds.map((eventId) => ({ eventId, listenerId: id }))
      const scheduledIds = await this.webhookScheduler.schedule(em, recipients)
      return waitingCount + scheduledIds.length
    })
  }

  /** The webhook with this id. Throws `WebhookNotFound`: it may have been deleted since its delivery was read. */
  async loadWebhook(context: RequestContext, id: string): Promise<Webhook> {
    const webhook = await this.loadOwnedWebhook(context, id)
    if (!webhook) throw new WebhookNotFound()
    return webhook
  }

  async loadEvent({ event }: WebhookDelivery): Promise<WebhookEvent> {
    return new WebhookEvent(await event.loadOrFail({ failHandler: () => new DeliveryNotFound() }))
  }

  /** The workspace of a webhook, in which the caller may change it. Throws `WebhookNotFound` and `RoleTooLow`. */
  private async findChangeable(context: RequestContext, webhookId: string): Promise<string> {
    const { workspace } = await this.webhookService.get(context, webhookId)
    return context.requireRole(workspace.id).id
  }

  private getOwned({ workspaceIds }: RequestContext, em: EntityManager, id: string): Promise<WebhookDelivery> {
    return em.findOneOrFail(
      WebhookDelivery,
      { id, webhook: { workspace: { $in: workspaceIds } } },
      { populate: ['event'], failHandler: () => new DeliveryNotFound() },
    )
  }
}

async function findDeliveries(context: RequestContext, pages: readonly DeliveryPage[]): Promise<WebhookDelivery[][]> {
  const idsByPage = await findDeliveryPages(context.em, context.workspaceIds, pages)
  const where = { id: { $in: idsByPage.flat() } }
  const deliveries = await context.em.find(WebhookDelivery, where, { populate: ['event'], refresh: true })
  const deliveriesById = new Map(deliveries.map((delivery) => [delivery.id, delivery]))
  // A delivery that was deleted between the two statements is left out.
  return idsByPage.map((ids) => ids.flatMap((id) => deliveriesById.get(id) ?? []))
}

function countSelections(context: RequestContext, selections: readonly DeliverySelection[]): Promise<number[]> {
  return countDeliveries(context.em, context.workspaceIds, selections)
}

async function findAttempts(context: RequestContext, ids: readonly string[]): Promise<WebhookAttempt[][]> {
  const where = { delivery: { id: { $in: [...ids] }, webhook: { workspace: { $in: context.workspaceIds } } } }
  const attempts = await context.em.find(WebhookAttempt, where, { orderBy: { number: 'asc' } })
  const attemptsById = Map.groupBy(attempts, ({ delivery }) => delivery.id)
  return ids.map((id) => attemptsById.get(id) ?? [])
}
