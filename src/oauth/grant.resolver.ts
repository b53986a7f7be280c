import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { Access } from '../access/marks.ts'
import type { Context } from '../graphql/context.ts'
import { Fails } from '../graphql/marks.ts'
import { PageArgs } from '../graphql/page.args.ts'
import { SuccessResponse } from '../graphql/success.response.ts'
import { Rest } from '../rest/mark.ts'
import { GrantNotFound } from './failures.ts'
import { OAuthGrant } from './grant.ts'
import type { OAuthGrants } from './grants.ts'

@Resolver(() => OAuthGrant)
export class OAuthGrantResolver {
  readonly #grants: OAuthGrants

  constructor(grants: OAuthGrants) {
    this.#grants = grants
  }

  @Rest('GET /oauth/grants', 200)
  @Access('read:profile')
  @Query(() => [OAuthGrant], {
    description: 'The access the caller gave OAuth applications and that still holds, newest first, a page at a time.',
  })
  oauthGrants(@Args(() => PageArgs) wish: PageArgs, @Ctx() context: Context): Promise<OAuthGrant[]> {
    return this.#grants.list(context, wish)
  }

  @Rest('DELETE /oauth/grants/{id}', 200)
  @Access('write:profile')
  @Fails(GrantNotFound)
  @Mutation(() => SuccessResponse, {
    description: 'Withdraw access given to an OAuth application: every code and token given under it ends at once.',
  })
  async withdrawOauthGrant(
    @Arg('id', () => ID, { description: 'Identifier of the grant.' }) id: string,
    @Ctx() context: Context,
  ): Promise<SuccessResponse> {
    await this.#grants.withdraw(context, id)
    return { success: true }
  }
}
