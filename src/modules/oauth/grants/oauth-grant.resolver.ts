import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { Throws } from '../../../platform/graphql/operations.ts'
import { PageArgs } from '../../../platform/graphql/pagination.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { SuccessResponse } from '../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { GrantNotFound } from '../oauth.errors.ts'
import type { OAuthGrantService } from './oauth-grant.service.ts'
import { OAuthGrant } from './oauth-grant.types.ts'

@Resolver(() => OAuthGrant)
export class OAuthGrantResolver {
  readonly #grants: OAuthGrantService

  constructor(grants: OAuthGrantService) {
    this.#grants = grants
  }

  @Rest('GET /oauth/grants', 200)
  @Access('read:profile')
  @Query(() => [OAuthGrant], {
    description: "The caller's active grants to OAuth applications, newest first, paginated.",
  })
  oauthGrants(@Args(() => PageArgs) args: PageArgs, @Ctx() context: RequestContext): Promise<OAuthGrant[]> {
    return this.#grants.list(context, args)
  }

  @Rest('DELETE /oauth/grants/{id}', 200)
  @Access('write:profile')
  @Throws(GrantNotFound)
  @Mutation(() => SuccessResponse, {
    description: 'Withdraw a grant to an OAuth application. Its codes and tokens end immediately.',
  })
  async withdrawOauthGrant(
    @Arg('id', () => ID, { description: 'Identifier of the grant.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.#grants.withdraw(context, id)
    return { success: true }
  }
}
