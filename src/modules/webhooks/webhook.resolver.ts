import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { Access } from '../../platform/auth/authorization.ts'
import { Throws } from '../../platform/graphql/operations.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { SuccessResponse } from '../../platform/graphql/success-response.types.ts'
import { Rest } from '../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../platform/shared/general.errors.ts'
import { Webhook, WebhookSecretResponse } from './webhook.entity.ts'
import { WebhookNotFound, WebhookUrlExists, WebhookUrlNotAllowed } from './webhook.errors.ts'
import { CreateWebhookArgs, UpdateWebhookArgs } from './webhook.inputs.ts'
import type { WebhookService } from './webhook.service.ts'

const webhookIdArg = { description: 'Identifier of the webhook.' }

@Resolver(() => Webhook)
export class WebhookResolver {
  constructor(private readonly webhookService: WebhookService) {}

  @Rest('GET /webhooks', 200)
  @Access('read:profile')
  @Query(() => [Webhook], { description: "The caller's webhooks, newest first. An account has at most 5." })
  webhooks(@Ctx() context: RequestContext): Promise<Webhook[]> {
    return this.webhookService.list(context)
  }

  @Rest('GET /webhooks/{id}', 200)
  @Access('read:profile')
  @Throws(WebhookNotFound)
  @Query(() => Webhook, { description: 'One webhook of the caller.' })
  webhook(@Arg('id', () => ID, webhookIdArg) id: string, @Ctx() context: RequestContext): Promise<Webhook> {
    return this.webhookService.get(context, id)
  }

  @Rest('POST /webhooks', 201)
  @Access('write:profile')
  @Throws(PlanLimitReached, WebhookUrlNotAllowed, WebhookUrlExists)
  @Mutation(() => WebhookSecretResponse, {
    description:
      'Send events to a URL, signed according to the Standard Webhooks. Only this response contains the signing secret.',
  })
  createWebhook(
    @Args(() => CreateWebhookArgs) input: CreateWebhookArgs,
    @Ctx() context: RequestContext,
  ): Promise<WebhookSecretResponse> {
    return this.webhookService.create(context, input)
  }

  @Rest('PATCH /webhooks/{id}', 200)
  @Access('write:profile')
  @Throws(WebhookNotFound, WebhookUrlNotAllowed, WebhookUrlExists)
  @Mutation(() => Webhook, { description: 'Change a webhook. Absent fields stay as they are.' })
  updateWebhook(
    @Args(() => UpdateWebhookArgs) input: UpdateWebhookArgs,
    @Ctx() context: RequestContext,
  ): Promise<Webhook> {
    return this.webhookService.update(context, input)
  }

  @Rest('POST /webhooks/{id}/rotate-secret', 200)
  @Access('write:profile')
  @Throws(WebhookNotFound)
  @Mutation(() => WebhookSecretResponse, {
    description:
      'Replace the signing secret of a webhook. For 24 hours deliveries are signed with the old one as well.',
  })
  rotateWebhookSecret(
    @Arg('id', () => ID, webhookIdArg) id: string,
    @Ctx() context: RequestContext,
  ): Promise<WebhookSecretResponse> {
    return this.webhookService.rotateSecret(context, id)
  }

  @Rest('DELETE /webhooks/{id}', 200)
  @Access('write:profile')
  @Throws(WebhookNotFound)
  @Mutation(() => SuccessResponse, { description: 'Delete a webhook and its deliveries.' })
  async deleteWebhook(
    @Arg('id', () => ID, webhookIdArg) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.webhookService.delete(context, id)
    return { success: true }
  }
}
