import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { Context } from '../graphql/context.ts'
import { GraphOnly } from '../graphql/marks.ts'
import { DeliveriesArgs } from './args.ts'
import { WebhookAttempt, WebhookDelivery, WebhookEvent } from './delivery.ts'
import type { WebhookEdges } from './edges.ts'
import { Webhook } from './webhook.ts'

/** The edge from a webhook to what was sent to it. */
@Resolver(() => Webhook)
export class WebhookEdgesResolver {
  readonly #edges: WebhookEdges

  constructor(edges: WebhookEdges) {
    this.#edges = edges
  }

  @GraphOnly()
  @FieldResolver(() => [WebhookDelivery], { description: 'What was sent to it in the last 30 days, newest first.' })
  deliveries(
    @Root() webhook: Webhook,
    @Args(() => DeliveriesArgs) wish: DeliveriesArgs,
    @Ctx() context: Context,
  ): Promise<WebhookDelivery[]> {
    return this.#edges.deliveriesOf(context, webhook, wish)
  }
}

/** The edges from a delivery to its webhook, to its event and to each of its attempts. */
@Resolver(() => WebhookDelivery)
export class DeliveryEdgesResolver {
  readonly #edges: WebhookEdges

  constructor(edges: WebhookEdges) {
    this.#edges = edges
  }

  @GraphOnly()
  @FieldResolver(() => Webhook, { description: 'The webhook it is sent to.' })
  webhook(@Root() delivery: WebhookDelivery, @Ctx() context: Context): Promise<Webhook> {
    return this.#edges.webhookOf(context, delivery)
  }

  @GraphOnly()
  @FieldResolver(() => WebhookEvent, { description: 'The event, as it is sent.' })
  event(@Root() delivery: WebhookDelivery, @Ctx() context: Context): Promise<WebhookEvent> {
    return this.#edges.eventOf(context, delivery)
  }

  @GraphOnly()
  @FieldResolver(() => [WebhookAttempt], { description: 'Every attempt, the first one first; ten at most.' })
  attempts(@Root() delivery: WebhookDelivery, @Ctx() context: Context): Promise<WebhookAttempt[]> {
    return this.#edges.attemptsOf(context, delivery)
  }
}
