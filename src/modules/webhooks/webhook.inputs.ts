import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsIn, Matches, MaxLength } from 'class-validator'
import { ArgsType, Field, ID } from 'type-graphql'
import { type SubscribableEventKind, subscribableEventKinds } from '../../platform/events/domain-events.ts'
import { TrimmedLength } from '../../platform/graphql/argument-validation.ts'
import { PageArgs } from '../../platform/graphql/pagination.ts'
import { type DeliveryState, deliveryStates } from './delivery.types.ts'

const kinds = [...subscribableEventKinds]
const states = [...deliveryStates]
const each = { each: true }

/** The bounds of what a webhook is made of; null and absence are the operation's to judge. */
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

const nameDescription = 'What you call it, 1 to 40 characters.'
const urlDescription = 'Where events are sent: a public https address on port 443 or 8443, at most 2048 characters.'
const eventsDescription = `The kinds of events that are sent, at least one of ${kinds.map((kind) => `\`${kind}\``).join(', ')}.`
const linkIdsDescription = 'Only events of these links of yours are sent, at most 50; none for all links.'
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
    description: 'Whether events are sent. Switching it on again forgets its failures.',
  })
  isActive?: boolean | null
}

/** Which deliveries of a webhook, and how many of them. */
@ArgsType()
export class DeliveriesArgs extends PageArgs {
  @IsIn(states, { message: `must be one of ${states.join(', ')}` })
  @Field(() => String, { nullable: true, description: `Only deliveries in this state: ${states.join(', ')}.` })
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

  @Field(() => Date, { nullable: true, description: 'Deliveries queued from this instant on. Default: all there are.' })
  since?: Date | null

  @Field(() => Date, { nullable: true, description: 'And before this instant. Default: all there are.' })
  until?: Date | null
}
