import { Field, ID, ObjectType } from 'type-graphql'
import { GraphOnly } from '../graphql/marks.ts'
import { Webhook } from './webhook.ts'

/** Tells the owner of a webhook its signing secret, the one time it is told. */
@ObjectType('WebhookSecretResponse', { description: 'A webhook with its new signing secret, shown this once.' })
export class WebhookSecretResponse {
  @GraphOnly()
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
