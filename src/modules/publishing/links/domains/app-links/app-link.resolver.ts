import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql'
import { Access } from '../../../../../platform/auth/authorization.ts'
import { inputOptions, Throws } from '../../../../../platform/graphql/operations.ts'
import { Price } from '../../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../../platform/graphql/request-context.ts'
import { Rest } from '../../../../../platform/rest/rest.decorator.ts'
import { Domain } from '../domain.entity.ts'
import { DomainNotFound } from '../domain.errors.ts'
import { SetDomainAppsInput } from './app-link.inputs.ts'
import type { AppLinkService } from './app-link.service.ts'

@Resolver(() => Domain)
export class AppLinkResolver {
  constructor(private readonly appLinks: AppLinkService) {}

  // A login, whose owner has just proved who they are: an app of somebody else would receive every visitor with it.
  @Rest('PUT /domains/{id}/apps', 200)
  @Access('write:links', { workspaceRole: 'admin', sessionOnly: true, stepUp: 'always' })
  @Throws(DomainNotFound)
  @Price('write')
  @Mutation(() => Domain, {
    description:
      'Set all apps that open links of a domain on phones. Needs a login with a proof of identity from the last 10 minutes.',
  })
  setDomainApps(
    @Arg('id', () => ID, { description: 'Identifier of the domain.' }) id: string,
    @Arg('input', () => SetDomainAppsInput, inputOptions) input: SetDomainAppsInput,
    @Ctx() context: RequestContext,
  ): Promise<Domain> {
    return this.appLinks.set(context, id, input)
  }
}
