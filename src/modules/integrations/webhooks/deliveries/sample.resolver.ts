import { Args, ArgsType, Field, ObjectType, Query, Resolver } from 'type-graphql'
import type { Settings } from '../../../../config.ts'
import { Access } from '../../../../platform/auth/authorization.ts'
import { EventKind } from '../../../../platform/events/domain-events.ts'
import { IsOneOf } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import { Rest } from '../../../../platform/rest/rest.decorator.ts'
import { getShortBase } from '../../../publishing/links/index.ts'
import { WebhookFormat } from '../webhook-format.ts'
import { renderBody } from './chat-messages.ts'
import { toSamplePayload } from './sample-events.ts'

@ArgsType()
class WebhookSampleArgs {
  @IsOneOf(Object.values(EventKind))
  @Field(() => EventKind, { description: 'Type of the event.' })
  event!: EventKind

  @IsOneOf(Object.values(WebhookFormat))
  @Field(() => WebhookFormat, { defaultValue: 'standard', description: 'Format of the webhook.' })
  format!: WebhookFormat
}

@Access('read:profile')
@ObjectType({ description: 'What a webhook would receive, with invented data.' })
export class WebhookSample {
  @Field(() => EventKind, { description: 'Type of the event.' })
  event!: EventKind

  @Field(() => WebhookFormat, { description: 'Format of the webhook.' })
  format!: WebhookFormat

  @Field(() => String, { description: 'The body of a delivery: JSON, which a delivery sends as `application/json`.' })
  body!: string
}

@Resolver(() => WebhookSample)
export class WebhookSampleResolver {
  constructor(private readonly settings: Pick<Settings, 'shortUrl'>) {}

  @Rest('GET /webhooks/sample', 200)
  @Access('read:profile', { workspaceRole: 'none' })
  @Price('free')
  @Query(() => WebhookSample, {
    description: 'What a webhook of a format would receive about an event, with invented data. Nothing is sent.',
  })
  webhookSample(@Args(() => WebhookSampleArgs) args: WebhookSampleArgs): WebhookSample {
    return renderSample(args, this.settings)
  }
}

function renderSample({ event, format }: WebhookSampleArgs, settings: Pick<Settings, 'shortUrl'>): WebhookSample {
  const body = renderBody(format, toSamplePayload(event), (domainHost) => getShortBase(settings, domainHost))
  return { event, format, body }
}
