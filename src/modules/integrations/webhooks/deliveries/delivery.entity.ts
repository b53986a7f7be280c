import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { OptionalProps, PrimaryKeyProp, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, Int, ObjectType } from 'type-graphql'
import { Access, AccessByKind, InheritsAccess } from '../../../../platform/auth/authorization.ts'
import { SqlIndex } from '../../../../platform/database/sql-index.ts'
import { EventKind, eventScopes } from '../../../../platform/events/domain-events.ts'
import { PublishedEvent } from '../../../../platform/events/event.entity.ts'
import { RestOnly } from '../../../../platform/graphql/operations.ts'
import { newestFirst } from '../../../../platform/graphql/pagination/keyset.ts'
import { Node } from '../../../../platform/graphql/pagination/node.resolver.ts'
import { createConnectionType } from '../../../../platform/graphql/pagination/pagination.ts'
import { createEnumType } from '../../../../platform/shared/enum-type.ts'
import { Webhook } from '../webhook.entity.ts'

export type DeliveryState = 'pending' | 'delivering' | 'succeeded' | 'failed' | 'exhausted'
export const DeliveryState = createEnumType<DeliveryState>('DeliveryState', 'State of a webhook delivery.', {
  pending: 'It waits for its first attempt.',
  delivering: 'An attempt is under way.',
  succeeded: 'The receiver accepted it.',
  failed: 'The last attempt failed, and another one follows.',
  exhausted: 'The last attempt failed, and no other one follows.',
})

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
@Access('read:profile')
@ObjectType('WebhookDelivery', {
  description: 'One event sent to one webhook, with the outcome of the last attempt.',
  implements: Node,
})
export class WebhookDelivery extends Node {
  [OptionalProps]?: 'attempt' | 'isTest' | 'eventId' | 'eventType' | 'webhookId'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the delivery, such as `dlv_01k...`.' })
  override id!: string

  @ManyToOne(() => PublishedEvent, { ref: true, deleteRule: 'cascade', index: 'webhook_delivery_event_index' })
  event!: Ref<PublishedEvent>

  @ManyToOne(() => Webhook, { ref: true, deleteRule: 'cascade', index: false })
  webhook!: Ref<Webhook>

  /**
   * A test has one attempt and is sent to a switched-off webhook too. A failed test does not count for the health of
   * the webhook.
   */
  @Property({ type: 'boolean', default: false })
  @Field(() => Boolean, { description: 'Whether it was sent as a test, with invented data and one attempt.' })
  isTest: boolean = false

  @Property({ type: 'integer', default: 0 })
  @Field(() => Int, { description: 'Number of attempts so far, including one under way.' })
  attempt: number = 0

  @Property({ type: 'text' })
  @Field(() => DeliveryState, { description: 'State of the delivery.' })
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

  @RestOnly()
  @Field(() => ID, { description: 'The event: the `webhook-id` header, the same in every attempt.' })
  get eventId(): string {
    return this.event.id
  }

  /** Only with a loaded event. */
  @Field(() => EventKind, { description: 'Type of the event.' })
  get eventType(): EventKind {
    return this.event.unwrap().kind
  }

  @RestOnly()
  @Field(() => ID, { description: 'The webhook it is sent to.' })
  get webhookId(): string {
    return this.webhook.id
  }
}

/** A page of deliveries, with cursors. */
export const WebhookDeliveryConnection = createConnectionType('WebhookDelivery', WebhookDelivery, 'deliveries')
export type WebhookDeliveryConnection = InstanceType<typeof WebhookDeliveryConnection>

/** The order of deliveries. `webhook_delivery_webhook_created_index` supports it. */
export const newestDeliveriesFirst = newestFirst<WebhookDelivery>('DELIVERIES')

@AccessByKind(({ type }: WebhookEvent) => eventScopes[type])
@ObjectType('WebhookEvent', {
  description:
    'An event as it is sent to webhooks. Needs the scope of its data: `read:analytics` for clicks, scans and anomalies, ' +
    '`read:profile` for tests, otherwise `read:links`.',
  implements: Node,
})
export class WebhookEvent extends Node {
  @Field(() => ID, {
    description: 'Identifier of the event, such as `evt_01k...`: the `webhook-id` header, the same in every attempt.',
  })
  override readonly id: string

  @Field(() => EventKind, { description: 'Its type.' })
  readonly type: EventKind

  @Field(() => String, {
    description:
      'JSON of `id`, `type`, `timestamp` and `data`: the exact body that is sent and signed, unless the webhook has a chat format.',
  })
  readonly payload: string

  @Field(() => Date, { description: 'When it happened.' })
  readonly createdAt: Date

  constructor({ id, kind, payload, createdAt }: PublishedEvent) {
    super()
    this.id = id
    this.type = kind
    this.payload = payload
    this.createdAt = createdAt
  }
}

@Entity({ tableName: 'webhook_attempt' })
@InheritsAccess()
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
