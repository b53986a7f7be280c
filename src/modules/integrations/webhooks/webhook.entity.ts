import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import { OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, Int, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../platform/auth/authorization.ts'
import { SubscribableEventKind } from '../../../platform/events/domain-events.ts'
import { GraphqlOnly, RestOnly } from '../../../platform/graphql/operations.ts'
import { newestFirst } from '../../../platform/graphql/pagination/keyset.ts'
import { Node } from '../../../platform/graphql/pagination/node.resolver.ts'
import { createConnectionType } from '../../../platform/graphql/pagination/pagination.ts'
import { Url } from '../../../platform/graphql/scalars.ts'
import { RestName } from '../../../platform/rest/rest.decorator.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { Workspace } from '../../identity/workspaces/index.ts'
import { WebhookFormat } from './webhook-format.ts'

export type DisabledReason = 'failures' | 'gone'
const DisabledReason = createEnumType<DisabledReason>('WebhookDisabledReason', 'Why the service disabled a webhook.', {
  failures: 'At least 20 consecutive attempts over at least a day failed.',
  gone: 'Its receiver responded with 410.',
})

@Entity({ tableName: 'webhook' })
@Unique({ name: 'webhook_workspace_url_unique', properties: ['workspace', 'url'] })
@Access('read:profile')
@ObjectType('WebhookItem', { description: 'An address to which events are delivered.', implements: Node })
export class Webhook extends Node {
  [OptionalProps]?: 'isActive' | 'failureCount' | 'workspaceId' | 'format'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the webhook, such as `whk_01k...`.' })
  override id!: string

  @ManyToOne(() => Workspace, { ref: true, deleteRule: 'cascade', index: false })
  workspace!: Ref<Workspace>

  @Field(() => ID, { description: 'Identifier of the workspace that has the webhook.' })
  get workspaceId(): string {
    return this.workspace.id
  }

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Its name.' })
  name!: string

  @Property({ type: 'text' })
  @Field(() => Url, { description: 'URL that receives the events by POST.' })
  url!: string

  @Property({ type: 'text', default: 'standard' })
  @Field(() => WebhookFormat, { description: 'What the body of its deliveries is.' })
  format: WebhookFormat = 'standard'

  @Property({ type: 'json' })
  @Field(() => [SubscribableEventKind], { description: 'Types of the events that are sent.' })
  events!: SubscribableEventKind[]

  @RestName('linkIds')
  @Property({ type: 'json' })
  @Field(() => [ID], {
    name: 'urlIds',
    description:
      'Identifiers of the links whose events are sent, also of deleted ones. Empty for all links. The links themselves ' +
      'are in `urls`.',
  })
  linkIds!: string[]

  @Property({ type: 'boolean', default: true })
  @Field(() => Boolean, { description: 'Whether events are sent.' })
  isActive: boolean = true

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Start and end of the signing secret, which is shown in full only once.' })
  secretPreview!: string

  @Property({ type: 'blob', hidden: true, lazy: true })
  sealedSecret!: Uint8Array

  /** The secret before the last rotation. It also signs until `previousSecretUntil`. */
  @Property({ type: 'blob', nullable: true, hidden: true, lazy: true })
  sealedPreviousSecret: Uint8Array | null = null

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  previousSecretUntil: Date | null = null

  /** Changed by SQL only, when an attempt is recorded. */
  @Property({ type: 'integer', default: 0 })
  @Field(() => Int, { description: 'Number of consecutive failed attempts at this URL; 0 after a successful one.' })
  failureCount: number = 0

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  failingSince: Date | null = null

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'Time of the last attempt.' })
  lastDeliveryAt: Date | null = null

  @Property({ type: 'integer', nullable: true })
  @Field(() => Int, { nullable: true, description: 'HTTP status of the last response; null if there was none.' })
  lastStatus: number | null = null

  /** The error of the last failed attempt; `lastFailureAt` is when it started. */
  @Property({ type: 'text', nullable: true })
  lastError: string | null = null

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  lastFailureAt: Date | null = null

  /**
   * When the endpoint last accepted a test or a redelivery, or its owner gave it another URL or switched it on again.
   * Earlier failures say nothing about the present state of the endpoint.
   */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  recoveredAt: Date | null = null

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When the service disabled the webhook.' })
  disabledAt: Date | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => DisabledReason, { nullable: true, description: 'Why the service disabled the webhook.' })
  disabledReason: DisabledReason | null = null

  /**
   * The grant of the OAuth application that created the webhook; null for a webhook that was created in a session, and
   * after the end of the grant.
   */
  @Index({ name: 'webhook_grant_digest_index' })
  @Property({ type: 'text', nullable: true, hidden: true })
  grantDigest: string | null = null

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When it was created.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  updatedAt!: Date
}

export const WebhookConnection = createConnectionType('Webhook', Webhook, 'webhooks')
export type WebhookConnection = InstanceType<typeof WebhookConnection>

export const newestWebhooksFirst = newestFirst<Webhook>('WEBHOOKS')

@Access('write:profile')
@ObjectType('WebhookSecretResponse', {
  description: 'A webhook with its new signing secret, which is shown only once.',
})
export class WebhookSecretResponse {
  @InheritsAccess()
  @GraphqlOnly()
  @Field(() => Webhook, { description: 'The webhook.' })
  readonly webhook: Webhook

  @Field(() => String, {
    description: 'The signing secret: `whsec_` and 44 characters. No later response contains it.',
  })
  readonly secret: string

  constructor(webhook: Webhook, secret: string) {
    this.webhook = webhook
    this.secret = secret
  }

  @RestOnly()
  @Field(() => ID, { description: 'Identifier of the webhook.' })
  get id(): string {
    return this.webhook.id
  }

  @RestOnly()
  @Field(() => String, { description: 'Its name.' })
  get name(): string {
    return this.webhook.name
  }

  @RestOnly()
  @Field(() => Url, { description: 'URL that receives the events.' })
  get url(): string {
    return this.webhook.url
  }

  @Field(() => String, { description: 'Instruction for the caller.' })
  get message(): string {
    return 'Copy the secret now: it is not shown again. Verify every delivery with it.'
  }
}
