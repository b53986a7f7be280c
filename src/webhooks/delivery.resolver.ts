import { Arg, Args, Ctx, Field, ID, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import { Access } from '../access/marks.ts'
import type { Context } from '../graphql/context.ts'
import { Fails } from '../graphql/marks.ts'
import { Rest } from '../rest/mark.ts'
import { RedeliverAllArgs, WebhookDeliveriesArgs } from './args.ts'
import type { Deliveries } from './deliveries.ts'
import { WebhookAttempt, WebhookDelivery } from './delivery.ts'
import { DeliveryNotFound, WebhookNotFound } from './failures.ts'

const deliveryId = { description: 'Identifier of the delivery.' }

@ObjectType('RedeliveryResponse', { description: 'How much was queued again.' })
class RedeliveryResponse {
  @Field(() => Int, { description: 'Events that are sent again, 1,000 at most; ask again for the rest.' })
  queued!: number
}

@Resolver(() => WebhookDelivery)
export class WebhookDeliveryResolver {
  readonly #deliveries: Deliveries

  constructor(deliveries: Deliveries) {
    this.#deliveries = deliveries
  }

  @Rest('GET /webhooks/{id}/deliveries', 200)
  @Access('read:profile')
  @Fails(WebhookNotFound)
  @Query(() => [WebhookDelivery], { description: 'What was sent to a webhook in the last 30 days, newest first.' })
  webhookDeliveries(
    @Args(() => WebhookDeliveriesArgs) wish: WebhookDeliveriesArgs,
    @Ctx() context: Context,
  ): Promise<WebhookDelivery[]> {
    return this.#deliveries.list(context, wish)
  }

  @Rest('GET /webhooks/deliveries/{id}/attempts', 200)
  @Access('read:profile')
  @Fails(DeliveryNotFound)
  @Query(() => [WebhookAttempt], { description: 'Every attempt of a delivery, the first one first.' })
  webhookAttempts(@Arg('id', () => ID, deliveryId) id: string, @Ctx() context: Context): Promise<WebhookAttempt[]> {
    return this.#deliveries.attempts(context, id)
  }

  @Rest('POST /webhooks/{id}/test', 201)
  @Access('write:profile')
  @Fails(WebhookNotFound)
  @Mutation(() => WebhookDelivery, {
    description: 'Send a `webhook.test` event: one attempt, also when the webhook is switched off.',
  })
  testWebhook(
    @Arg('id', () => ID, { description: 'Identifier of the webhook.' }) id: string,
    @Ctx() context: Context,
  ): Promise<WebhookDelivery> {
    return this.#deliveries.test(context, id)
  }

  @Rest('POST /webhooks/deliveries/{id}/redeliver', 201)
  @Access('write:profile')
  @Fails(DeliveryNotFound)
  @Mutation(() => WebhookDelivery, {
    description: 'Send an event again, whatever became of it: a new delivery of the same event, under the same id.',
  })
  redeliverWebhook(@Arg('id', () => ID, deliveryId) id: string, @Ctx() context: Context): Promise<WebhookDelivery> {
    return this.#deliveries.redeliver(context, id)
  }

  @Rest('POST /webhooks/{id}/redeliver', 200)
  @Access('write:profile')
  @Fails(WebhookNotFound)
  @Mutation(() => RedeliveryResponse, {
    description: 'Send again every event of a time that a webhook did not take and for which no attempt is left.',
  })
  async redeliverWebhookEvents(
    @Args(() => RedeliverAllArgs) wish: RedeliverAllArgs,
    @Ctx() context: Context,
  ): Promise<RedeliveryResponse> {
    return { queued: await this.#deliveries.redeliverAll(context, wish) }
  }
}
