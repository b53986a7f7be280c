import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { Access } from '../access/marks.ts'
import { PlanLimitReached } from '../base/failures.ts'
import type { Context } from '../graphql/context.ts'
import { Fails } from '../graphql/marks.ts'
import { SuccessResponse } from '../graphql/success.response.ts'
import { Rest } from '../rest/mark.ts'
import { CreateWebhookArgs, UpdateWebhookArgs } from './args.ts'
import type { Webhooks } from './endpoints.ts'
import { WebhookNotFound, WebhookUrlExists, WebhookUrlNotAllowed } from './failures.ts'
import { WebhookSecretResponse } from './secret.response.ts'
import { Webhook } from './webhook.ts'

const webhookId = { description: 'Identifier of the webhook.' }

@Resolver(() => Webhook)
export class WebhookResolver {
  readonly #webhooks: Webhooks

  constructor(webhooks: Webhooks) {
    this.#webhooks = webhooks
  }

  @Rest('GET /webhooks', 200)
  @Access('read:profile')
  @Query(() => [Webhook], { description: "The caller's webhooks, newest first; there are at most 5." })
  webhooks(@Ctx() context: Context): Promise<Webhook[]> {
    return this.#webhooks.list(context)
  }

  @Rest('GET /webhooks/{id}', 200)
  @Access('read:profile')
  @Fails(WebhookNotFound)
  @Query(() => Webhook, { description: 'One webhook of the caller.' })
  webhook(@Arg('id', () => ID, webhookId) id: string, @Ctx() context: Context): Promise<Webhook> {
    return this.#webhooks.get(context, id)
  }

  @Rest('POST /webhooks', 201)
  @Access('write:profile')
  @Fails(PlanLimitReached, WebhookUrlNotAllowed, WebhookUrlExists)
  @Mutation(() => WebhookSecretResponse, {
    description:
      'Have events sent to an address, signed as the Standard Webhooks say. The answer alone holds the signing secret.',
  })
  createWebhook(
    @Args(() => CreateWebhookArgs) wish: CreateWebhookArgs,
    @Ctx() context: Context,
  ): Promise<WebhookSecretResponse> {
    return this.#webhooks.create(context, wish)
  }

  @Rest('PATCH /webhooks/{id}', 200)
  @Access('write:profile')
  @Fails(WebhookNotFound, WebhookUrlNotAllowed, WebhookUrlExists)
  @Mutation(() => Webhook, { description: 'Change a webhook: absent fields stay.' })
  updateWebhook(@Args(() => UpdateWebhookArgs) wish: UpdateWebhookArgs, @Ctx() context: Context): Promise<Webhook> {
    return this.#webhooks.update(context, wish)
  }

  @Rest('POST /webhooks/{id}/rotate-secret', 200)
  @Access('write:profile')
  @Fails(WebhookNotFound)
  @Mutation(() => WebhookSecretResponse, {
    description:
      'Give a webhook a new signing secret. For 24 hours deliveries are signed with the one before it as well.',
  })
  rotateWebhookSecret(
    @Arg('id', () => ID, webhookId) id: string,
    @Ctx() context: Context,
  ): Promise<WebhookSecretResponse> {
    return this.#webhooks.rotateSecret(context, id)
  }

  @Rest('DELETE /webhooks/{id}', 200)
  @Access('write:profile')
  @Fails(WebhookNotFound)
  @Mutation(() => SuccessResponse, { description: 'Delete a webhook with its deliveries; nothing more is sent to it.' })
  async deleteWebhook(@Arg('id', () => ID, webhookId) id: string, @Ctx() context: Context): Promise<SuccessResponse> {
    await this.#webhooks.delete(context, id)
    return { success: true }
  }
}
