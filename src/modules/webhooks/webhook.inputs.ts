import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsIn, Matches, MaxLength } from 'class-validator'
import { ArgsType, Field, ID } from 'type-graphql'
import { type SubscribableEventKind, subscribableEventKinds } from '../../platform/events/domain-events.ts'
import { IsOneOf, TrimmedLength } from '../../platform/graphql/argument-validation.ts'
import { PageArgs } from '../../platform/graphql/pagination.ts'
import { type DeliveryState, deliveryStates } from './deliveries/delivery.entity.ts'

const kinds = [...subscribableEventKinds]
const each = { each: true }

/** Bounds of the fields. Each operation decides whether a field may be null or absent. */
abstract class WebhookFields {
  @Matches(/^[^\p{Cc}]*$/u, { message: 'must be one line' })
  @TrimmedLength(1, 40)
  name?: string | null

  @MaxLength(2048)
  url?: string | null

  @IsIn(kinds, { ...each, message: `must be of ${kinds.join(', ')}` })
  @ArrayUnique({ message: 'must not name one kind twice' })
  @ArrayMinSize(1, { message: 'must be at least 1' })
  events?: SubscribableEventKind[] | null

  @MaxLength(64, { ...each, message: 'must be identifiers of links' })
  @ArrayUnique({ message: 'must not name one link twice' })
  @ArrayMaxSize(50, { message: 'must be at most 50' })
  linkIds?: string[] | null
}

const nameDescription = 'Name of the webhook, 1 to 40 characters.'
const urlDescription = 'URL that receives the events: public, https, port 443 or 8443, at most 2048 characters.'
const eventsDescription = `Kinds of events to send, at least one of ${kinds.map((kind) => `\`${kind}\``).join(', ')}.`
const linkIdsDescription = 'Send events of these links only, at most 50. Empty for all links.'
const idDescription = 'Identifier of the webhook.'

@ArgsType()
export class CreateWebhookArgs extends WebhookFields {
  @Field(() => String, { description: nameDescription })
  declare name: string

  @Field(() => String, { description: urlDescription })
  declare url: string

  @Field(() => [String], { description: eventsDescription })
  declare events: SubscribableEventKind[]

  @Field(() => [ID], { defaultValue: [], description: linkIdsDescription })
  declare linkIds: string[]
}

@ArgsType()
export class UpdateWebhookArgs extends WebhookFields {
  @Field(() => ID, { description: idDescription })
  id!: string

  @Field(() => String, { nullable: true, description: nameDescription })
  declare name?: string | null

  @Field(() => String, { nullable: true, description: urlDescription })
  declare url?: string | null

  @Field(() => [String], { nullable: true, description: eventsDescription })
  declare events?: SubscribableEventKind[] | null

  @Field(() => [ID], { nullable: true, description: linkIdsDescription })
  declare linkIds?: string[] | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether events are sent. Switching the webhook on again resets its failures.',
  })
  isActive?: boolean | null
}

@ArgsType()
export class DeliveriesArgs extends PageArgs {
  @IsOneOf(deliveryStates)
  @Field(() => String, { nullable: true, description: `Only deliveries in this state: ${deliveryStates.join(', ')}.` })
  status?: DeliveryState | null

  @MaxLength(64)
  @Field(() => String, { nullable: true, description: 'Only deliveries of this kind of event.' })
  event?: string | null
}

@ArgsType()
export class WebhookDeliveriesArgs extends DeliveriesArgs {
  @Field(() => ID, { description: idDescription })
  id!: string
}

@ArgsType()
export class RedeliverAllArgs {
  @Field(() => ID, { description: idDescription })
  id!: string

  @Field(() => Date, { nullable: true, description: 'Only deliveries queued at or after this instant.' })
  since?: Date | null

  @Field(() => Date, { nullable: true, description: 'Only deliveries queued before this instant.' })
  until?: Date | null
}
