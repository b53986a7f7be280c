import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import { OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, Int, ObjectType } from 'type-graphql'
import type { SubscribableEventKind } from '../../platform/events/domain-events.ts'
import { GraphqlOnly } from '../../platform/graphql/operations.ts'
import { Account } from '../accounts/index.ts'

/** Why an endpoint was disabled by the service itself. */
export type DisabledReason = 'failures' | 'gone'

/** An address of the owner's to which events are delivered. */
@Entity({ tableName: 'webhook' })
@Unique({ name: 'webhook_owner_url_unique', properties: ['owner', 'url'] })
@ObjectType('WebhookItem', { description: 'An address to which events are delivered.' })
export class Webhook {
  [OptionalProps]?: 'isActive' | 'failureCount'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the webhook, such as `whk_01k...`.' })
  id!: string

  @ManyToOne(() => Account, { ref: true, deleteRule: 'cascade', index: false })
  owner!: Ref<Account>

  @Property({ type: 'text' })
  @Field(() => String, { description: 'What its owner calls it.' })
  name!: string

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Where events are sent, by POST.' })
  url!: string

  @Property({ type: 'json' })
  @Field(() => [String], { description: 'The kinds of events that are sent.' })
  events!: SubscribableEventKind[]

  @Property({ type: 'json' })
  @Field(() => [ID], { description: 'The links whose events are sent; those of all links when there are none.' })
  linkIds!: string[]

  @Property({ type: 'boolean', default: true })
  @Field(() => Boolean, { description: 'Whether events are sent.' })
  isActive: boolean = true

  @Property({ type: 'text' })
  @Field(() => String, { description: 'How the signing secret begins and ends; all of it is shown once.' })
  secretPreview!: string

  @Property({ type: 'blob', hidden: true, lazy: true })
  sealedSecret!: Uint8Array

  /** The secret before the last rotation, which signs beside the new one until its time is over. */
  @Property({ type: 'blob', nullable: true, hidden: true, lazy: true })
  sealedPreviousSecret: Uint8Array | null = null

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  previousSecretUntil: Date | null = null

  /** Moved by SQL only, when an attempt has been made. */
  @Property({ type: 'integer', default: 0 })
  @Field(() => Int, { description: 'Attempts in a row that failed; 0 after one that succeeded.' })
  failureCount: number = 0

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  failingSince: Date | null = null

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When an event was last sent.' })
  lastDeliveryAt: Date | null = null

  @Property({ type: 'integer', nullable: true })
  @Field(() => Int, { nullable: true, description: 'The HTTP status it answered with last; null for no answer.' })
  lastStatus: number | null = null

  /** What the last attempt met that failed, and when it began. */
  @Property({ type: 'text', nullable: true })
  lastError: string | null = null

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  lastFailureAt: Date | null = null

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When the service disabled it.' })
  disabledAt: Date | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: 'Why: `failures` for 20 failed attempts in a row over a day or more, `gone` for an answer of 410.',
  })
  disabledReason: DisabledReason | null = null

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When it was made.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  updatedAt!: Date
}

/** Tells the owner of a webhook its signing secret, the one time it is told. */
@ObjectType('WebhookSecretResponse', { description: 'A webhook with its new signing secret, shown this once.' })
export class WebhookSecretResponse {
  @GraphqlOnly()
  @Field(() => Webhook, { description: 'The webhook itself.' })
  readonly webhook: Webhook

  @Field(() => String, { description: 'The signing secret, `whsec_` and 44 characters, in no later answer.' })
  readonly secret: string

  constructor(webhook: Webhook, secret: string) {
    this.webhook = webhook
    this.secret = secret
  }

  @Field(() => ID, { description: 'Identifier of the webhook.' })
  get id(): string {
    return this.webhook.id
  }

  @Field(() => String, { description: 'What its owner calls it.' })
  get name(): string {
    return this.webhook.name
  }

  @Field(() => String, { description: 'Where events are sent.' })
  get url(): string {
    return this.webhook.url
  }

  @Field(() => String, { description: 'What to do with the secret now.' })
  get message(): string {
    return 'Copy the secret now: it is not shown again. Verify every delivery with it.'
  }
}
