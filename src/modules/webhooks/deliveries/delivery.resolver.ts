import {
  Arg,
  Args,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { GraphqlOnly, Throws } from '../../../platform/graphql/operations.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { Webhook } from '../webhook.entity.ts'
import { DeliveryNotFound, WebhookNotFound } from '../webhook.errors.ts'
import { DeliveriesArgs, RedeliverAllArgs, WebhookDeliveriesArgs } from '../webhook.inputs.ts'
import { WebhookAttempt, WebhookDelivery, WebhookEvent } from './delivery.entity.ts'
import type { WebhookDeliveryService } from './delivery.service.ts'

const deliveryIdArg = { description: 'Identifier of the delivery.' }

@ObjectType('RedeliveryResponse', { description: 'Result of a bulk redelivery.' })
class RedeliveryResponse {
  @Field(() => Int, {
    description: 'Number of events that are sent again, at most 1,000. Repeat the call for the rest.',
  })
  queued!: number
}

@Resolver(() => WebhookDelivery)
export class WebhookDeliveryResolver {
  constructor(private readonly webhookDeliveryService: WebhookDeliveryService) {}

  @Rest('GET /webhooks/{id}/deliveries', 200)
  @Access('read:profile')
  @Throws(WebhookNotFound)
  @Query(() => [WebhookDelivery], { description: 'Deliveries to a webhook in the last 30 days, newest first.' })
  webhookDeliveries(
    @Args(() => WebhookDeliveriesArgs) query: WebhookDeliveriesArgs,
    @Ctx() context: RequestContext,
  ): Promise<WebhookDelivery[]> {
    return this.webhookDeliveryService.list(context, query)
  }

  @Rest('GET /webhooks/deliveries/{id}/attempts', 200)
  @Access('read:profile')
  @Throws(DeliveryNotFound)
  @Query(() => [WebhookAttempt], { description: 'Attempts of a delivery, oldest first.' })
  webhookAttempts(
    @Arg('id', () => ID, deliveryIdArg) id: string,
    @Ctx() context: RequestContext,
  ): Promise<WebhookAttempt[]> {
    return this.webhookDeliveryService.listAttempts(context, id)
  }

  @Rest('POST /webhooks/{id}/test', 201)
  @Access('write:profile')
  @Throws(WebhookNotFound)
  @Mutation(() => WebhookDelivery, {
    description: 'Send a `webhook.test` event: one attempt, even if the webhook is switched off.',
  })
  testWebhook(
    @Arg('id', () => ID, { description: 'Identifier of the webhook.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<WebhookDelivery> {
    return this.webhookDeliveryService.sendTest(context, id)
  }

  @Rest('POST /webhooks/deliveries/{id}/redeliver', 201)
  @Access('write:profile')
  @Throws(DeliveryNotFound)
  @Mutation(() => WebhookDelivery, {
    description: 'Send an event again, whatever the state of the delivery: a new delivery of the same event id.',
  })
  redeliverWebhook(
    @Arg('id', () => ID, deliveryIdArg) id: string,
    @Ctx() context: RequestContext,
  ): Promise<WebhookDelivery> {
    return this.webhookDeliveryService.redeliver(context, id)
  }

  @Rest('POST /webhooks/{id}/redeliver', 200)
  @Access('write:profile')
  @Throws(WebhookNotFound)
  @Mutation(() => RedeliveryResponse, {
    description: 'Send all events of a period again that a webhook missed after every attempt.',
  })
  async redeliverWebhookEvents(
    @Args(() => RedeliverAllArgs) input: RedeliverAllArgs,
    @Ctx() context: RequestContext,
  ): Promise<RedeliveryResponse> {
    return { queued: await this.webhookDeliveryService.redeliverAll(context, input) }
  }

  @GraphqlOnly()
  @FieldResolver(() => Webhook, { description: 'The webhook it is sent to.' })
  webhook(@Root() delivery: WebhookDelivery, @Ctx() context: RequestContext): Promise<Webhook> {
    return this.webhookDeliveryService.loadWebhook(context, delivery.webhookId)
  }

  @GraphqlOnly()
  @FieldResolver(() => WebhookEvent, { description: 'The event that is sent.' })
  event(@Root() delivery: WebhookDelivery): Promise<WebhookEvent> {
    return this.webhookDeliveryService.loadEvent(delivery)
  }

  @GraphqlOnly()
  @FieldResolver(() => [WebhookAttempt], { description: 'Its attempts, oldest first; at most 10.' })
  attempts(@Root() delivery: WebhookDelivery, @Ctx() context: RequestContext): Promise<WebhookAttempt[]> {
    return this.webhookDeliveryService.loadAttempts(context, delivery.id)
  }
}

/** Adds a field to the webhooks. */
@Resolver(() => Webhook)
export class WebhookFieldResolver {
  constructor(private readonly webhookDeliveryService: WebhookDeliveryService) {}

  @GraphqlOnly()
  @FieldResolver(() => [WebhookDelivery], { description: 'Its deliveries in the last 30 days, newest first.' })
  deliveries(
    @Root() webhook: Webhook,
    @Args(() => DeliveriesArgs) query: DeliveriesArgs,
    @Ctx() context: RequestContext,
  ): Promise<WebhookDelivery[]> {
    return this.webhookDeliveryService.loadDeliveries(context, { webhookId: webhook.id, query })
  }
}
