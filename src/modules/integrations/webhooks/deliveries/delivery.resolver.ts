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
import { Access } from '../../../../platform/auth/authorization.ts'
import { GraphqlOnly, inputOptions, Throws } from '../../../../platform/graphql/operations.ts'
import { FindsNode } from '../../../../platform/graphql/pagination/node.resolver.ts'
import { ConnectionArgs, PagedConnectionArgs } from '../../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { Rest } from '../../../../platform/rest/rest.decorator.ts'
import { Webhook } from '../webhook.entity.ts'
import { DeliveryNotFound, EventNotFound, WebhookNotFound } from '../webhook.errors.ts'
import { DeliveryFilterArgs, RedeliverWebhookEventsInput, TestWebhookArgs } from '../webhook.inputs.ts'
import { WebhookAttempt, WebhookDelivery, WebhookDeliveryConnection, WebhookEvent } from './delivery.entity.ts'
import type { WebhookDeliveryService } from './delivery.service.ts'

const webhookIdArg = { description: 'Identifier of the webhook.' }
const deliveryIdArg = { description: 'Identifier of the delivery.' }

@Access('write:profile')
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
  @Price('list')
  @Query(() => WebhookDeliveryConnection, { description: 'Deliveries to a webhook in the last 30 days, newest first.' })
  webhookDeliveries(
    @Arg('id', () => ID, webhookIdArg) id: string,
    @Args(() => PagedConnectionArgs) page: PagedConnectionArgs,
    @Args(() => DeliveryFilterArgs) filter: DeliveryFilterArgs,
    @Ctx() context: RequestContext,
  ): Promise<WebhookDeliveryConnection> {
    return this.webhookDeliveryService.list(context, id, page, filter)
  }

  @Access('read:profile')
  @FindsNode('dlv')
  @Throws(DeliveryNotFound)
  @Price('lookup')
  @Query(() => WebhookDelivery, { description: 'One delivery to a webhook of the caller.' })
  webhookDelivery(
    @Arg('id', () => ID, deliveryIdArg) id: string,
    @Ctx() context: RequestContext,
  ): Promise<WebhookDelivery> {
    return this.webhookDeliveryService.get(context, id)
  }

  @Access('read:profile')
  @FindsNode('evt')
  @Throws(EventNotFound)
  @Price('lookup')
  @Query(() => WebhookEvent, { description: 'One event of the caller that was sent to webhooks in the last 30 days.' })
  webhookEvent(
    @Arg('id', () => ID, { description: 'Identifier of the event.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<WebhookEvent> {
    return this.webhookDeliveryService.getEvent(context, id)
  }

  @Rest('GET /webhooks/deliveries/{id}/attempts', 200)
  @Access('read:profile')
  @Throws(DeliveryNotFound)
  @Price('list')
  @Query(() => [WebhookAttempt], { description: 'Attempts of a delivery, oldest first.' })
  webhookAttempts(
    @Arg('id', () => ID, deliveryIdArg) id: string,
    @Ctx() context: RequestContext,
  ): Promise<WebhookAttempt[]> {
    return this.webhookDeliveryService.listAttempts(context, id)
  }

  @Rest('POST /webhooks/{id}/test', 201)
  @Access('write:profile', { workspaceRole: 'admin' })
  @Throws(WebhookNotFound)
  @Price('write')
  @Mutation(() => WebhookDelivery, {
    description:
      'Send an event with invented data: one attempt, even if the webhook is switched off or does not subscribe to it. When ' +
      'it arrives, earlier failures no longer count for how the webhook is doing.',
  })
  testWebhook(
    @Arg('id', () => ID, webhookIdArg) id: string,
    @Args(() => TestWebhookArgs) { event }: TestWebhookArgs,
    @Ctx() context: RequestContext,
  ): Promise<WebhookDelivery> {
    return this.webhookDeliveryService.sendTest(context, id, event)
  }

  @Rest('POST /webhooks/deliveries/{id}/redeliver', 201)
  @Access('write:profile', { workspaceRole: 'admin' })
  @Throws(DeliveryNotFound)
  @Price('write')
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
  @Access('write:profile', { workspaceRole: 'admin' })
  @Throws(WebhookNotFound)
  @Price('write')
  @Mutation(() => RedeliveryResponse, {
    description:
      'Send all events of a period again that a webhook missed after every attempt, and attempt those at once that wait ' +
      'for another attempt.',
  })
  async redeliverWebhookEvents(
    @Arg('id', () => ID, webhookIdArg) id: string,
    @Arg('input', () => RedeliverWebhookEventsInput, inputOptions) input: RedeliverWebhookEventsInput,
    @Ctx() context: RequestContext,
  ): Promise<RedeliveryResponse> {
    return { queued: await this.webhookDeliveryService.redeliverAll(context, id, input) }
  }

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => Webhook, { description: 'The webhook it is sent to.' })
  webhook(@Root() delivery: WebhookDelivery, @Ctx() context: RequestContext): Promise<Webhook> {
    return this.webhookDeliveryService.loadWebhook(context, delivery.webhook.id)
  }

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => WebhookEvent, { description: 'The event that is sent. Needs the scope of its data.' })
  event(@Root() delivery: WebhookDelivery): Promise<WebhookEvent> {
    return this.webhookDeliveryService.loadEvent(delivery)
  }

  @GraphqlOnly()
  @Price('list')
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
  @Price('list')
  @FieldResolver(() => WebhookDeliveryConnection, { description: 'Its deliveries in the last 30 days, newest first.' })
  deliveries(
    @Root() webhook: Webhook,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Args(() => DeliveryFilterArgs) filter: DeliveryFilterArgs,
    @Ctx() context: RequestContext,
  ): Promise<WebhookDeliveryConnection> {
    return this.webhookDeliveryService.listForWebhook(context, webhook, page, filter)
  }
}
