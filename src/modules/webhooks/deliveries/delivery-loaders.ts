import DataLoader from 'dataloader'
import { perRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import { Webhook } from '../webhook.entity.ts'
import { DeliveryNotFound, WebhookNotFound } from '../webhook.errors.ts'
import type { DeliveriesArgs } from '../webhook.inputs.ts'
import { WebhookAttempt, WebhookDelivery } from './delivery.entity.ts'
import { WebhookEvent } from './delivery.types.ts'
import { type DeliveriesKey, findDeliveryPages } from './delivery-list.queries.ts'

/**
 * The relations of webhooks and deliveries, loaded for many of them at once. Nothing is cached, because a mutation of the
 * same request may follow.
 */
export class WebhookLoaders {
  readonly #deliveries = perRequest(
    (context) =>
      new DataLoader<DeliveriesKey, WebhookDelivery[]>((keys) => this.#batchDeliveries(context, keys), {
        cache: false,
      }),
  )
  readonly #attempts = perRequest(
    (context) => new DataLoader<string, WebhookAttempt[]>((ids) => this.#batchAttempts(context, ids), { cache: false }),
  )
  readonly #webhooks = perRequest(
    (context) => new DataLoader<string, Webhook>((ids) => this.#batchWebhooks(context, ids), { cache: false }),
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

  async loadEvent({ event }: WebhookDelivery): Promise<WebhookEvent> {
    return new WebhookEvent(await event.loadOrFail({ failHandler: () => new DeliveryNotFound() }))
  }

  async #batchDeliveries(context: RequestContext, keys: readonly DeliveriesKey[]): Promise<WebhookDelivery[][]> {
    const pages = await findDeliveryPages(context.em, context.accountId, keys)
    const where = { id: { $in: pages.flat() } }
    const deliveries = await context.em.find(WebhookDelivery, where, { populate: ['event'], refresh: true })
    const deliveriesById = new Map(deliveries.map((delivery) => [delivery.id, delivery]))
    // A delivery that was deleted between the two statements is left out.
    return pages.map((ids) => ids.flatMap((id) => deliveriesById.get(id) ?? []))
  }

  async #batchAttempts(context: RequestContext, ids: readonly string[]): Promise<WebhookAttempt[][]> {
    const where = { delivery: { id: { $in: [...ids] }, webhook: { owner: context.accountId } } }
    const attempts = await context.em.find(WebhookAttempt, where, { orderBy: { number: 'asc' } })
    const attemptsById = Map.groupBy(attempts, ({ delivery }) => delivery.id)
    return ids.map((id) => attemptsById.get(id) ?? [])
  }

  async #batchWebhooks(context: RequestContext, ids: readonly string[]): Promise<(Webhook | Error)[]> {
    const webhooks = await context.em.find(Webhook, { id: { $in: [...ids] }, owner: context.accountId })
    const webhooksById = new Map(webhooks.map((webhook) => [webhook.id, webhook]))
    // A webhook may have been deleted since its delivery was read.
    return ids.map((id) => webhooksById.get(id) ?? new WebhookNotFound())
  }
}
