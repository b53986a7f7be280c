import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsIn, Matches, MaxLength } from 'class-validator'
import { ArgsType, Field, ID } from 'type-graphql'
import { type WantedKind, wantedKinds } from '../events/kinds.ts'
import { PageArgs } from '../graphql/page.args.ts'
import { TrimmedLength } from '../graphql/trimmed.length.ts'
import { type DeliveryState, deliveryStates } from './delivery.ts'

const kinds = [...wantedKinds]
const states = [...deliveryStates]
const each = { each: true }

/** The bounds of what a webhook is made of; null and absence are the operation's to judge. */
abstract class WebhookOptions {
  @Matches(/^[^\p{Cc}]*$/u, { message: 'must be one line' })
  @TrimmedLength(1, 40)
  name?: string | null

  @MaxLength(2048)
  url?: string | null

  @IsIn(kinds, { ...each, message: `must be of ${kinds.join(', ')}` })
  @ArrayUnique({ message: 'must not name one kind twice' })
  @ArrayMinSize(1, { message: 'must be at least 1' })
  events?: WantedKind[] | null

  @MaxLength(64, { ...each, message: 'must be identifiers of links' })
  @ArrayUnique({ message: 'must not name one link twice' })
  @ArrayMaxSize(50, { message: 'must be at most 50' })
  linkIds?: string[] | null
}

const nameForm = 'What you call it, 1 to 40 characters.'
const urlForm = 'Where events are sent: a public https address on port 443 or 8443, at most 2048 characters.'
const eventsForm = `The kinds of events that are sent, at least one of ${kinds.map((kind) => `\`${kind}\``).join(', ')}.`
const linkIdsForm = 'Only events of these links of yours are sent, at most 50; none for all links.'
const idForm = 'Identifier of the webhook.'

@ArgsType()
export class CreateWebhookArgs extends WebhookOptions {
  @Field(() => String, { description: nameForm })
  declare name: string

  @Field(() => String, { description: urlForm })
  declare url: string

  @Field(() => [String], { description: eventsForm })
  declare events: WantedKind[]

  @Field(() => [ID], { defaultValue: [], description: linkIdsForm })
  declare linkIds: string[]
}

@ArgsType()
export class UpdateWebhookArgs extends WebhookOptions {
  @Field(() => ID, { description: idForm })
  id!: string

  @Field(() => String, { nullable: true, description: nameForm })
  declare name?: string | null

  @Field(() => String, { nullable: true, description: urlForm })
  declare url?: string | null

  @Field(() => [String], { nullable: true, description: eventsForm })
  declare events?: WantedKind[] | null

  @Field(() => [ID], { nullable: true, description: linkIdsForm })
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
  @Field(() => ID, { description: idForm })
  id!: string
}

@ArgsType()
export class RedeliverAllArgs {
  @Field(() => ID, { description: idForm })
  id!: string

  @Field(() => Date, { nullable: true, description: 'Deliveries queued from this instant on. Default: all there are.' })
  since?: Date | null

  @Field(() => Date, { nullable: true, description: 'And before this instant. Default: all there are.' })
  until?: Date | null
}
