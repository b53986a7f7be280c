import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { DestinationBlocked } from '../../../../platform/addresses/block-list.ts'
import { Access } from '../../../../platform/auth/authorization.ts'
import { GraphqlOnly, inputOptions, Throws } from '../../../../platform/graphql/operations.ts'
import { FindsNode } from '../../../../platform/graphql/pagination/node.resolver.ts'
import { ConnectionArgs, PagedConnectionArgs } from '../../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { SuccessResponse } from '../../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../../../platform/shared/general.errors.ts'
import { GrantNotFound, OAuthAppNotFound, OAuthAppPublic } from '../oauth.errors.ts'
import { OAuthApp, OAuthAppConnection, OAuthAppSecretResponse } from './oauth-app.entity.ts'
import { CreateOauthAppInput, UpdateOauthAppInput } from './oauth-app.inputs.ts'
import type { OAuthAppService } from './oauth-app.service.ts'
import type { OAuthGrantService } from './oauth-grant.service.ts'
import { OAuthGrant, OAuthGrantConnection, OAuthGrantWorkspace } from './oauth-grant.types.ts'

const appIdOptions = { description: 'Identifier of the application.' }
const grantIdOptions = { description: 'Identifier of the grant.' }

/**
 * The redirect URIs of an application decide where the codes of other users go. Therefore only a login session may
 * change an application, and an OAuth token may not (docs/decisions/oauth-apps.md).
 */
const loginOnly = { sessionOnly: true }
const ofAccount = { workspaceRole: 'none' } as const

@Resolver(() => OAuthApp)
export class OAuthAppResolver {
  constructor(
    private readonly apps: OAuthAppService,
    private readonly grants: OAuthGrantService,
  ) {}

  @Rest('GET /oauth/apps', 200)
  @Access('read:profile', ofAccount)
  @Price('list')
  @Query(() => OAuthAppConnection, {
    description: "The caller's OAuth applications, newest first. There are at most 50.",
  })
  oauthApps(
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<OAuthAppConnection> {
    return this.apps.list(context, page)
  }

  @Rest('GET /oauth/apps/{id}', 200)
  @Access('read:profile', ofAccount)
  @FindsNode('app')
  @Throws(OAuthAppNotFound)
  @Price('lookup')
  @Query(() => OAuthApp, { description: 'One OAuth application of the caller.' })
  oauthApp(@Arg('id', () => ID, appIdOptions) id: string, @Ctx() context: RequestContext): Promise<OAuthApp> {
    return this.apps.get(context, id)
  }

  @Rest('POST /oauth/apps', 201, {
    example: { name: 'Link Gardener', redirectUris: ['http://127.0.0.1:8400/cb'], scopes: ['read:links'] },
  })
  @Access('write:profile', { ...loginOnly, stepUp: 'always' })
  @Throws(PlanLimitReached, DestinationBlocked)
  @Price('write')
  @Mutation(() => OAuthAppSecretResponse, {
    description:
      'Register an OAuth application, at most 50. Only this answer contains the client secret. ' +
      'Requires a login session.',
  })
  createOauthApp(
    @Arg('input', () => CreateOauthAppInput, inputOptions) input: CreateOauthAppInput,
    @Ctx() context: RequestContext,
  ): Promise<OAuthAppSecretResponse> {
    return this.apps.register(context, input)
  }

  @Rest('PATCH /oauth/apps/{id}', 200)
  @Access('write:profile', { ...loginOnly, stepUp: 'always' })
  @Throws(OAuthAppNotFound, DestinationBlocked)
  @Price('write')
  @Mutation(() => OAuthApp, {
    description:
      'Change an OAuth application. Absent fields stay unchanged. Removing a scope ends every grant with that scope. ' +
      'Removing a redirect URI ends pending authorizations. Requires a login session.',
  })
  updateOauthApp(
    @Arg('id', () => ID, appIdOptions) id: string,
    @Arg('input', () => UpdateOauthAppInput, inputOptions) input: UpdateOauthAppInput,
    @Ctx() context: RequestContext,
  ): Promise<OAuthApp> {
    return this.apps.update(context, id, input)
  }

  @Rest('POST /oauth/apps/{id}/secret', 200)
  @Access('write:profile', { ...loginOnly, stepUp: 'always' })
  @Throws(OAuthAppNotFound, OAuthAppPublic)
  @Price('write')
  @Mutation(() => OAuthAppSecretResponse, {
    description:
      'Give an OAuth application a new client secret. The old one stops working immediately; grants and tokens stay. ' +
      'Requires a login session.',
  })
  rotateOauthAppSecret(
    @Arg('id', () => ID, appIdOptions) id: string,
    @Ctx() context: RequestContext,
  ): Promise<OAuthAppSecretResponse> {
    return this.apps.rotateSecret(context, id)
  }

  @Rest('DELETE /oauth/apps/{id}', 200)
  @Access('write:profile', loginOnly)
  @Throws(OAuthAppNotFound)
  @Price('write')
  @Mutation(() => SuccessResponse, {
    description:
      'Delete an OAuth application with all its grants, codes and tokens. The API keys and webhooks that it created end. ' +
      'Requires a login session.',
  })
  async deleteOauthApp(
    @Arg('id', () => ID, appIdOptions) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.apps.delete(context, id)
    return { success: true, deletedId: id }
  }

  @GraphqlOnly()
  @Price('count')
  @FieldResolver(() => Int, { description: 'Number of users with an active grant to the application.' })
  userCount(@Root() app: OAuthApp, @Ctx() context: RequestContext): Promise<number> {
    return this.grants.countUsers(context, app.id)
  }
}

@Resolver(() => OAuthGrant)
export class OAuthGrantResolver {
  constructor(private readonly grants: OAuthGrantService) {}

  @Rest('GET /oauth/grants', 200)
  @Access('read:profile', ofAccount)
  @Price('list')
  @Query(() => OAuthGrantConnection, { description: "The caller's active grants to OAuth applications, newest first." })
  oauthGrants(
    @Args(() => PagedConnectionArgs) page: PagedConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<OAuthGrantConnection> {
    return this.grants.list(context, page)
  }

  @Access('read:profile', ofAccount)
  @FindsNode('grt')
  @Throws(GrantNotFound)
  @Price('lookup')
  @Query(() => OAuthGrant, { description: 'One active grant of the caller to an OAuth application.' })
  oauthGrant(@Arg('id', () => ID, grantIdOptions) id: string, @Ctx() context: RequestContext): Promise<OAuthGrant> {
    return this.grants.get(context, id)
  }

  @Rest('DELETE /oauth/grants/{id}', 200)
  @Access('write:profile', ofAccount)
  @Throws(GrantNotFound)
  @Price('write')
  @Mutation(() => SuccessResponse, {
    description:
      'Withdraw a grant to an OAuth application. Its codes and tokens end immediately, its API keys are revoked, and its ' +
      'webhooks switched off.',
  })
  async withdrawOauthGrant(
    @Arg('id', () => ID, grantIdOptions) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.grants.withdraw(context, id)
    return { success: true, deletedId: id }
  }

  @Price('list')
  @FieldResolver(() => [OAuthGrantWorkspace], {
    description:
      'The workspaces that the application may use: the chosen workspaces in which the caller is still a member.',
  })
  workspaces(@Root() grant: OAuthGrant, @Ctx() context: RequestContext): Promise<OAuthGrantWorkspace[]> {
    return this.grants.listWorkspaces(context, grant)
  }
}
