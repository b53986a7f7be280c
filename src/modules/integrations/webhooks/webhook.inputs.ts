import { ArrayUnique, IsIn, MaxLength } from 'class-validator'
import { ArgsType, Field, ID, InputType } from 'type-graphql'
import { EventKind, SubscribableEventKind } from '../../../platform/events/domain-events.ts'
import {
  IsHumanText,
  IsOneOf,
  MaxItems,
  NotEmptyList,
  TrimmedLength,
} from '../../../platform/graphql/inputs/argument-validation.ts'
import { changesOf } from '../../../platform/graphql/inputs/changes-input.ts'
import { Url } from '../../../platform/graphql/scalars.ts'
import { RestName } from '../../../platform/rest/rest.decorator.ts'
import { DeliveryState } from './deliveries/delivery.entity.ts'
import { WebhookFormat } from './webhook-format.ts'

const kinds = Object.values(SubscribableEventKind)
const each = { each: true }

@InputType({ description: 'A new webhook.' })
export class CreateWebhookInput {
  @TrimmedLength(1, 40)
  @IsHumanText()
  @Field(() => String, { description: 'Name of the webhook, 1 to 40 characters.' })
  name!: string

  @MaxLength(2048)
  @Field(() => Url, {
    description: 'URL that receives the events: public, https, port 443 or 8443, at most 2048 characters.',
  })
  url!: string

  @IsIn(kinds, { ...each, message: `must be of ${kinds.join(', ')}` })
  @ArrayUnique({ message: 'must not name one kind twice' })
  @NotEmptyList()
  @Field(() => [SubscribableEventKind], {
    description:
      'Types of events to send, at least one. The credential needs the scope of their data: `read:analytics` for clicks, ' +
      'scans and anomalies, otherwise `read:links`.',
  })
  events!: SubscribableEventKind[]

  @MaxLength(64, { ...each, message: 'must be identifiers of links' })
  @ArrayUnique({ message: 'must not name one link twice' })
  @MaxItems(50)
  @RestName('linkIds')
  @Field(() => [ID], {
    defaultValue: [],
    description: 'Send events of these links only, at most 50. Empty for all links.',
  })
  urlIds!: string[]

  @IsOneOf(Object.values(WebhookFormat))
  @Field(() => WebhookFormat, {
    defaultValue: 'standard',
    description: 'What the body of a delivery is: the event, or a message that a chat shows.',
  })
  format!: WebhookFormat
}

@InputType({ description: 'Changes of a webhook. Absent fields keep their value.' })
export class UpdateWebhookInput extends changesOf(CreateWebhookInput) {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether events are sent. Switching the webhook on again resets its failures.',
  })
  isActive?: boolean | null
}

/** Selects deliveries, in every list of them. */
@ArgsType()
export class DeliveryFilterArgs {
  @IsOneOf(Object.values(DeliveryState))
  @Field(() => DeliveryState, { nullable: true, description: 'Only deliveries in this state.' })
  status?: DeliveryState | null

  @IsOneOf(Object.values(EventKind))
  @Field(() => EventKind, { nullable: true, description: 'Only deliveries of this type of event.' })
  event?: EventKind | null
}

@ArgsType()
export class TestWebhookArgs {
  @IsOneOf(Object.values(EventKind))
  @Field(() => EventKind, {
    defaultValue: 'webhook.test',
    description: 'Type of the event, with the data of its sample.',
  })
  event!: EventKind
}

@InputType({ description: 'The period whose missed events are sent again. Absent bounds: all events.' })
export class RedeliverWebhookEventsInput {
  @Field(() => Date, { nullable: true, description: 'Only deliveries queued at or after this instant.' })
  since?: Date | null

  @Field(() => Date, { nullable: true, description: 'Only deliveries queued before this instant.' })
  until?: Date | null
}
