import { Field, ID, Int, ObjectType } from 'type-graphql'
import type { EventKind } from '../../platform/events/domain-events.ts'

/** How a delivery stands. `failed` waits for its next attempt, `exhausted` has none left. */
export const deliveryStates = ['pending', 'delivering', 'succeeded', 'failed', 'exhausted'] as const
export type DeliveryState = (typeof deliveryStates)[number]

@ObjectType('WebhookDelivery', { description: 'One event on its way to one webhook, with what its last attempt met.' })
export class WebhookDelivery {
  @Field(() => ID, { description: 'Identifier of the delivery, such as `dlv_01k...`.' })
  id!: string

  @Field(() => ID, { description: 'The event: the `webhook-id` header, the same in every attempt.' })
  eventId!: string

  @Field(() => String, { description: 'The kind of the event.' })
  eventType!: EventKind

  @Field(() => ID, { description: 'The webhook it is sent to.' })
  webhookId!: string

  @Field(() => Int, { description: 'How many attempts have been made, the one under way included.' })
  attempt!: number

  @Field(() => String, {
    description: '`pending`, `delivering`, `succeeded`, `failed` (waits for its next attempt) or `exhausted`.',
  })
  state!: DeliveryState

  @Field(() => Int, { nullable: true, description: 'The HTTP status of the last answer; null for none.' })
  httpStatus!: number | null

  @Field(() => Int, { nullable: true, description: 'How long the last attempt took, in milliseconds.' })
  durationMs!: number | null

  @Field(() => String, { nullable: true, description: 'What the last answer began with, 1 KiB at most.' })
  responseBody!: string | null

  @Field(() => String, { nullable: true, description: 'Why the last attempt failed.' })
  error!: string | null

  @Field(() => Date, { nullable: true, description: 'When the next attempt is due.' })
  nextAttemptAt!: Date | null

  @Field(() => Date, { description: 'When it was queued.' })
  createdAt!: Date
}

@ObjectType('WebhookAttempt', { description: 'One attempt of a delivery.' })
export class WebhookAttempt {
  @Field(() => Int, { description: 'Its number, from 1. One that is missing was cut off when the service ended.' })
  number!: number

  @Field(() => Date, { description: 'When it began.' })
  startedAt!: Date

  @Field(() => Int, { nullable: true, description: 'The HTTP status of the answer; null for none.' })
  httpStatus!: number | null

  @Field(() => Int, { description: 'How long it took, in milliseconds.' })
  durationMs!: number

  @Field(() => String, { nullable: true, description: 'What the answer began with, 1 KiB at most.' })
  responseBody!: string | null

  @Field(() => String, { nullable: true, description: 'Why it failed.' })
  error!: string | null
}

@ObjectType('WebhookEvent', { description: 'What happened, as webhooks are told.' })
export class WebhookEvent {
  @Field(() => ID, { description: 'Identifier of the event: the `webhook-id` header.' })
  id!: string

  @Field(() => String, { description: 'Its kind, such as `link.created`.' })
  type!: EventKind

  @Field(() => String, {
    description: 'The body that is sent and signed, letter for letter: JSON of `id`, `type`, `timestamp` and `data`.',
  })
  payload!: string

  @Field(() => Date, { description: 'When it happened.' })
  createdAt!: Date
}
