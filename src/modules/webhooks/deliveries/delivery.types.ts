import { Field, ID, ObjectType } from 'type-graphql'
import type { EventKind } from '../../../platform/events/domain-events.ts'
import type { PublishedEvent } from '../../../platform/events/published-event.entity.ts'

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
