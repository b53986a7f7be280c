import { Args, FieldResolver, Resolver, Root } from 'type-graphql'
import type { Context } from '../graphql/context.ts'
import { GraphOnly } from '../graphql/marks.ts'
import { DeliveriesArgs } from './args.ts'
import { WebhookAttempt, WebhookDelivery, WebhookEvent } from './delivery.ts'
import { WebhookEdges } from './edges.ts'
import { Webhook } from './webhook.ts'

/** The edge from a webhook to what was sent to it. */
@Resolver(() => Webhook)
export class WebhookEdgesResolver {
  readonly #edges: WebhookEdges

  constructor(context: Context) {
    this.#edges = context.use(WebhookEdges)
  }

  @GraphOnly()
  @FieldResolver(() => [WebhookDelivery], { description: 'What was sent to it in the last 30 days, newest first.' })
  deliveries(@Root() webhook: Webhook, @Args(() => DeliveriesArgs) wish: DeliveriesArgs): Promise<WebhookDelivery[]> {
    return this.#edges.deliveriesOf(webhook, wish)
  }
}

/** The edges from a delivery to its webhook, to its event and to each of its attempts. */
@Resolver(() => WebhookDelivery)
export class DeliveryEdgesResolver {
  readonly #edges: WebhookEdges

  constructor(context: Context) {
    this.#edges = context.use(WebhookEdges)
  }

  @GraphOnly()
  @FieldResolver(() => Webhook, { description: 'The webhook it is sent to.' })
  webhook(@Root() delivery: WebhookDelivery): Promise<Webhook> {
    return this.#edges.webhookOf(delivery)
  }

  @GraphOnly()
  @FieldResolver(() => WebhookEvent, { description: 'The event, as it is sent.' })
  event(@Root() delivery: WebhookDelivery): Promise<WebhookEvent> {
    return this.#edges.eventOf(delivery)
  }

  @GraphOnly()
  @FieldResolver(() => [WebhookAttempt], { description: 'Every attempt, the first one first; ten at most.' })
  attempts(@Root() delivery: WebhookDelivery): Promise<WebhookAttempt[]> {
    return this.#edges.attemptsOf(delivery)
  }
}
