import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import { Throws } from '../../../../platform/graphql/operations.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { SuccessResponse } from '../../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../../platform/rest/rest.decorator.ts'
import { AccountIdentity } from '../../accounts/index.ts'
import { IdentityNotFound, LastIdentity } from './identity.errors.ts'
import type { IdentityService } from './identity.service.ts'

@Resolver(() => AccountIdentity)
export class IdentityResolver {
  constructor(private readonly identityService: IdentityService) {}

  @Rest('GET /auth/identities', 200)
  @Access('read:profile', { sessionOnly: true })
  @Price('lookup')
  @Query(() => [AccountIdentity], {
    description:
      'The people at identity providers as whom the caller can log in, the first one first. They are connected in a browser, ' +
      'on the page /account/identities.',
  })
  identities(@Ctx() context: RequestContext): Promise<AccountIdentity[]> {
    return this.identityService.list(context)
  }

  @Rest('DELETE /auth/identities/{id}', 200)
  @Access('write:profile', { sessionOnly: true, stepUp: 'always' })
  @Throws(IdentityNotFound, LastIdentity)
  @Price('write')
  @Mutation(() => SuccessResponse, {
    description:
      'Remove an identity of the caller. This ends the sessions that it began, but for the one of the request.',
  })
  async removeIdentity(
    @Arg('id', () => ID, { description: 'Identifier of the identity, such as `idn_01k...`.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    return { success: true, deletedId: await this.identityService.remove(context, id) }
  }
}
