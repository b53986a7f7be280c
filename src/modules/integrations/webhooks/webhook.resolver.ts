import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { ReplacedInGraph } from '../../../platform/graphql/deprecation.ts'
import { GraphqlOnly, InWorkspace, inputOptions, Throws } from '../../../platform/graphql/operations.ts'
import { FindsNode } from '../../../platform/graphql/pagination/node.resolver.ts'
import { ConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { deletionOf, SuccessResponse } from '../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../../platform/shared/general.errors.ts'
import { Workspace } from '../../identity/workspaces/index.ts'
import { Link } from '../../publishing/links/index.ts'
import { Webhook, WebhookConnection, WebhookSecretResponse } from './webhook.entity.ts'
import { WebhookNotFound, WebhookNotOfGrant, WebhookUrlExists, WebhookUrlNotAllowed } from './webhook.errors.ts'
import { CreateWebhookInput, UpdateWebhookInput } from './webhook.inputs.ts'
import type { WebhookService } from './webhook.service.ts'

const webhookIdArg = { description: 'Identifier of the webhook.' }

@Resolver(() => Webhook)
export class WebhookResolver {
  constructor(private readonly webhookService: WebhookService) {}

  @Rest('GET /webhooks', 200)
  @Access('read:profile')
  @InWorkspace()
  @ReplacedInGraph('webhooksConnection')
  @Price('list')
  @Query(() => [Webhook], { description: "The caller's webhooks, newest first. An account has at most 5." })
  webhooks(@Ctx() context: RequestContext): Promise<Webhook[]> {
    return this.webhookService.list(context)
  }

  @Access('read:profile')
  @InWorkspace()
  @Price('list')
  @Query(() => WebhookConnection, { description: "The caller's webhooks, newest first." })
  webhooksConnection(
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<WebhookConnection> {
    return this.webhookService.listPage(context, page)
  }

  @Rest('GET /webhooks/{id}', 200)
  @Access('read:profile')
  @FindsNode('whk')
  @Throws(WebhookNotFound)
  @Price('lookup')
  @Query(() => Webhook, { description: 'One webhook of the caller.' })
  webhook(@Arg('id', () => ID, webhookIdArg) id: string, @Ctx() context: RequestContext): Promise<Webhook> {
    return this.webhookService.get(context, id)
  }

  @Rest('POST /webhooks', 201)
  @Access('write:profile', { workspaceRole: 'admin' })
  @InWorkspace()
  @Throws(PlanLimitReached, WebhookUrlNotAllowed, WebhookUrlExists)
  @Price('write')
  @Mutation(() => WebhookSecretResponse, {
    description:
      'Send events to a URL, signed according to the Standard Webhooks. Only this response contains the signing secret. A ' +
      'webhook that an OAuth application creates is switched off when the access of the application ends.',
  })
  createWebhook(
    @Arg('input', () => CreateWebhookInput, inputOptions) input: CreateWebhookInput,
    @Ctx() context: RequestContext,
  ): Promise<WebhookSecretResponse> {
    return this.webhookService.create(context, input)
  }

  @Rest('PATCH /webhooks/{id}', 200)
  @Access('write:profile', { workspaceRole: 'admin' })
  @Throws(WebhookNotFound, WebhookNotOfGrant, WebhookUrlNotAllowed, WebhookUrlExists)
  @Price('write')
  @Mutation(() => Webhook, { description: 'Change a webhook. Absent fields stay as they are.' })
  updateWebhook(
    @Arg('id', () => ID, webhookIdArg) id: string,
    @Arg('input', () => UpdateWebhookInput, inputOptions) input: UpdateWebhookInput,
    @Ctx() context: RequestContext,
  ): Promise<Webhook> {
    return this.webhookService.update(context, id, input)
  }

  @Rest('POST /webhooks/{id}/rotate-secret', 200)
  @Access('write:profile', { workspaceRole: 'admin' })
  @Throws(WebhookNotFound, WebhookNotOfGrant)
  @Price('write')
  @Mutation(() => WebhookSecretResponse, {
    description:
      'Replace the signing secret of a webhook. For 24 hours deliveries are also signed with the old secret.',
  })
  rotateWebhookSecret(
    @Arg('id', () => ID, webhookIdArg) id: string,
    @Ctx() context: RequestContext,
  ): Promise<WebhookSecretResponse> {
    return this.webhookService.rotateSecret(context, id)
  }

  @Rest('DELETE /webhooks/{id}', 200)
  @Access('write:profile', { workspaceRole: 'admin' })
  @Throws(WebhookNotFound)
  @Price('write')
  @Mutation(() => SuccessResponse, { description: 'Delete a webhook and its deliveries.' })
  async deleteWebhook(
    @Arg('id', () => ID, webhookIdArg) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    return deletionOf(id, await this.webhookService.delete(context, id))
  }

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => [Link], {
    nullable: true,
    description: 'The links whose events are sent, without deleted ones.',
  })
  urls(@Root() webhook: Webhook, @Ctx() context: RequestContext): Promise<Link[]> {
    return this.webhookService.listLinks(context, webhook)
  }
}

/** Adds `webhooks` to a workspace, because the workspaces module does not import this one. */
@Resolver(() => Workspace)
export class WorkspaceWebhooksResolver {
  constructor(private readonly webhookService: WebhookService) {}

  @GraphqlOnly()
  @ReplacedInGraph('webhooksConnection')
  @Price('list')
  @FieldResolver(() => [Webhook], { description: 'Webhooks of the workspace, newest first.' })
  webhooks(@Root() { id }: Workspace, @Ctx() context: RequestContext): Promise<Webhook[]> {
    return this.webhookService.list(context.inWorkspace(id))
  }

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => WebhookConnection, { description: 'Webhooks of the workspace, newest first.' })
  webhooksConnection(
    @Root() { id }: Workspace,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<WebhookConnection> {
    return this.webhookService.listPage(context.inWorkspace(id), page)
  }
}
