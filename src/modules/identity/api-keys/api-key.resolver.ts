import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { GraphqlOnly, InWorkspace, Throws } from '../../../platform/graphql/operations.ts'
import { FindsNode } from '../../../platform/graphql/pagination/node.resolver.ts'
import { ConnectionArgs, OptionallyPagedConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { deletionOf, SuccessResponse } from '../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../../platform/shared/general.errors.ts'
import { Workspace } from '../workspaces/index.ts'
import { ApiKey, ApiKeyConnection, ApiKeyCreatedResponse } from './api-key.entity.ts'
import { ApiKeyNotActive, ApiKeyNotFound } from './api-key.errors.ts'
import { ApiKeyNameArgs, CreateApiKeyArgs, RotateApiKeyArgs } from './api-key.inputs.ts'
import type { ApiKeyService } from './api-key.service.ts'

const keyIdOptions = { description: 'Identifier of the key, not the key itself.' }

@Resolver(() => ApiKey)
export class ApiKeyResolver {
  constructor(private readonly apiKeyService: ApiKeyService) {}

  @Rest('GET /keys', 200)
  @Access('read:profile')
  @InWorkspace()
  @Price('list')
  @Query(() => ApiKeyConnection, {
    description: "The caller's API keys, newest first, including expired and revoked keys.",
  })
  apiKeys(
    @Args(() => OptionallyPagedConnectionArgs) args: OptionallyPagedConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<ApiKeyConnection> {
    return this.apiKeyService.list(context, args)
  }

  @Access('read:profile')
  @FindsNode('key')
  @Throws(ApiKeyNotFound)
  @Price('lookup')
  @Query(() => ApiKey, { description: 'One API key of the caller, also after it expired or was revoked.' })
  apiKey(@Arg('id', () => ID, keyIdOptions) id: string, @Ctx() context: RequestContext): Promise<ApiKey> {
    return this.apiKeyService.get(context, id)
  }

  @Rest('POST /keys', 201, { example: { name: 'deploy script', expiresInDays: 30 } })
  @Access('write:profile', { stepUp: 'exceptLoginToken' })
  @InWorkspace()
  @Throws(PlanLimitReached)
  @Price('write')
  @Mutation(() => ApiKeyCreatedResponse, {
    description:
      'Create an API key. It gives access to links, analytics and QR codes of the account, or to those that `scopes` names, ' +
      'whatever the scopes of the caller, but not to the profile or to keys. A key that an OAuth application creates ends ' +
      'with the access of the application. An account can have at most 100 active keys.',
  })
  createApiKey(
    @Args(() => CreateApiKeyArgs) args: CreateApiKeyArgs,
    @Ctx() context: RequestContext,
  ): Promise<ApiKeyCreatedResponse> {
    return this.apiKeyService.create(context, args)
  }

  @Rest('POST /keys/{id}/rotate', 201)
  @Access('write:profile', { stepUp: 'exceptLoginToken' })
  @Throws(ApiKeyNotFound, ApiKeyNotActive, PlanLimitReached)
  @Price('write')
  @Mutation(() => ApiKeyCreatedResponse, {
    description:
      "Replace one of the caller's own API keys by a new one with the same name and scopes. The former key is accepted until " +
      'the overlap ends, so that programs can change over without a gap.',
  })
  rotateApiKey(
    @Arg('id', () => ID, keyIdOptions) id: string,
    @Args(() => RotateApiKeyArgs) args: RotateApiKeyArgs,
    @Ctx() context: RequestContext,
  ): Promise<ApiKeyCreatedResponse> {
    return this.apiKeyService.rotate(context, id, args)
  }

  @Rest('PATCH /keys/{id}', 200)
  @Access('write:profile')
  @Throws(ApiKeyNotFound)
  @Price('write')
  @Mutation(() => ApiKey, { description: 'Give an API key another name.' })
  renameApiKey(
    @Arg('id', () => ID, keyIdOptions) id: string,
    @Args(() => ApiKeyNameArgs) { name }: ApiKeyNameArgs,
    @Ctx() context: RequestContext,
  ): Promise<ApiKey> {
    return this.apiKeyService.rename(context, id, name)
  }

  @Rest('DELETE /keys/{id}', 200)
  @Access('write:profile')
  @Throws(ApiKeyNotFound)
  @Price('write')
  @Mutation(() => SuccessResponse, {
    description:
      'Revoke an API key permanently, from the next request on. It stays in the list. A repeated call succeeds.',
  })
  async revokeApiKey(
    @Arg('id', () => ID, keyIdOptions) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    return deletionOf(null, await this.apiKeyService.revoke(context, id))
  }

  @Price('free')
  @FieldResolver(() => Boolean, { description: 'Whether the key is accepted: neither revoked nor expired.' })
  isActive(@Root() key: ApiKey, @Ctx() context: RequestContext): boolean {
    return key.isActiveAt(context.now())
  }

  @Price('free')
  @FieldResolver(() => Boolean, {
    description:
      'Whether the caller made the key. An admin sees keys of other members too, and only their maker can rotate them.',
  })
  isOwn(@Root() { account }: ApiKey, @Ctx() context: RequestContext): boolean {
    return account.id === context.accountId
  }
}

/** Adds `apiKeys` to a workspace, because the workspaces module does not import this one. */
@Resolver(() => Workspace)
export class WorkspaceKeysResolver {
  constructor(private readonly apiKeyService: ApiKeyService) {}

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => ApiKeyConnection, {
    description: 'API keys of the workspace: an admin sees the keys of all members, others see only their own.',
  })
  apiKeys(
    @Root() { id }: Workspace,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<ApiKeyConnection> {
    return this.apiKeyService.list(context.inWorkspace(id), page)
  }
}
