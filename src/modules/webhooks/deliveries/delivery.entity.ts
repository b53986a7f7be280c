import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { OptionalProps, PrimaryKeyProp, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, Int, ObjectType } from 'type-graphql'
import { SqlIndex } from '../../../platform/database/sql-index.ts'
import type { EventKind } from '../../../platform/events/domain-events.ts'
import { PublishedEvent } from '../../../platform/events/event.entity.ts'
import { Webhook } from '../webhook.entity.ts'

/** `failed` waits for its next attempt, `exhausted` has no attempt left. */
export const deliveryStates = ['pending', 'delivering', 'succeeded', 'failed', 'exhausted'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** A delivery is an entry of the queue until it is settled, and from then on an entry of the log. */
@Entity({ tableName: 'webhook_delivery' })
@SqlIndex(`create index webhook_delivery_claimed_index on webhook_delivery (webhook_id) where state = 'delivering'`)
@SqlIndex(
  `create index webhook_delivery_due_index on webhook_delivery (webhook_id, next_attempt_at) where state in ('pending', 'failed')`,
)
@SqlIndex(
  `create index webhook_delivery_exhausted_index on webhook_delivery (webhook_id, settled_at) where state = 'exhausted'`,
)
@SqlIndex(
  `create index webhook_delivery_open_index on webhook_delivery (webhook_id) where state in ('pending', 'delivering', 'failed')`,
)
@SqlIndex(
  `create index webhook_delivery_settled_index on webhook_delivery (webhook_id, settled_at) where settled_at is not null`,
)
@SqlIndex(
  `create index webhook_delivery_test_index on webhook_delivery (next_attempt_at) where is_test and state in ('pending', 'failed')`,
)
@SqlIndex(
  `create index webhook_delivery_webhook_created_index on webhook_delivery (webhook_id, created_at desc, id desc)`,
)
@ObjectType('WebhookDelivery', { description: 'One event sent to one webhook, with the outcome of the last attempt.' })
export class WebhookDelivery {
  [OptionalProps]?: 'attempt' | 'isTest' | 'eventId' | 'eventType' | 'webhookId'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the delivery, such as `dlv_01k...`.' })
  id!: string

  @ManyToOne(() => PublishedEvent, { ref: true, deleteRule: 'cascade', index: 'webhook_delivery_event_index' })
  event!: Ref<PublishedEvent>

  @ManyToOne(() => Webhook, { ref: true, deleteRule: 'cascade', index: false })
  webhook!: Ref<Webhook>

  /** A test has one attempt, is sent to a switched-off webhook too, and does not count for its health. */
  @Property({ type: 'boolean', default: false })
  isTest: boolean = false

  @Property({ type: 'integer', default: 0 })
  @Field(() => Int, { description: 'Number of attempts so far, including one under way.' })
  attempt: number = 0

  @Property({ type: 'text' })
  @Field(() => String, {
    description: '`pending`, `delivering`, `succeeded`, `failed` (waits for its next attempt) or `exhausted`.',
  })
  state!: DeliveryState

  @Property({ type: 'integer', nullable: true })
  @Field(() => Int, { nullable: true, description: 'HTTP status of the last response; null if there was none.' })
  httpStatus: number | null = null

  @Property({ type: 'integer', nullable: true })
  @Field(() => Int, { nullable: true, description: 'Duration of the last attempt in milliseconds.' })
  durationMs: number | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'First 1 KiB of the last response body.' })
  responseBody: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Why the last attempt failed.' })
  error: string | null = null

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When the next attempt is due.' })
  nextAttemptAt: Date | null = null

  /** When the claim of the process that attempts it expires. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  claimedUntil: Date | null = null

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When it was queued.' })
  createdAt!: Date

  /** When its last attempt ended; null before, and for tests. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  settledAt: Date | null = null

  @Field(() => ID, { description: 'The event: the `webhook-id` header, the same in every attempt.' })
  get eventId(): string {
    return this.event.id
  }

  /** Only with a loaded event. */
  @Field(() => String, { description: 'The kind of the event.' })
  get eventType(): EventKind {
    return this.event.unwrap().kind
  }

  @Field(() => ID, { description: 'The webhook it is sent to.' })
  get webhookId(): string {
    return this.webhook.id
  }
}

@ObjectType('WebhookEvent', { description: 'An event as it is sent to webhooks.' })
export class WebhookEvent {
  @Field(() => ID, { description: 'Identifier of the event: the `webhook-id` header.' })
  readonly id: string

  @Field(() => String, { description: 'Its kind, such as `link.created`.' })
  readonly type: EventKind

  @Field(() => String, {
    description: 'The exact body that is sent and signed: JSON of `id`, `type`, `timestamp` and `data`.',
  })
  readonly payload: string

  @Field(() => Date, { description: 'When it happened.' })
  readonly createdAt: Date

  constructor({ id, kind, payload, createdAt }: PublishedEvent) {
    this.id = id
    this.type = kind
    this.payload = payload
    this.createdAt = createdAt
  }
}

@Entity({ tableName: 'webhook_attempt' })
@ObjectType('WebhookAttempt', { description: 'One attempt of a delivery.' })
export class WebhookAttempt {
  [PrimaryKeyProp]?: ['delivery', 'number']

  @ManyToOne(() => WebhookDelivery, { primary: true, ref: true, deleteRule: 'cascade', index: false })
  delivery!: Ref<WebhookDelivery>

  @PrimaryKey({ type: 'integer' })
  @Field(() => Int, { description: 'Its number, from 1. A missing number was cut off when the service ended.' })
  number!: number

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When it started.' })
  startedAt!: Date

  @Property({ type: 'integer', nullable: true })
  @Field(() => Int, { nullable: true, description: 'HTTP status of the response; null if there was none.' })
  httpStatus: number | null = null

  @Property({ type: 'integer' })
  @Field(() => Int, { description: 'Duration in milliseconds.' })
  durationMs!: number

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'First 1 KiB of the response body.' })
  responseBody: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Why it failed.' })
  error: string | null = null
}
