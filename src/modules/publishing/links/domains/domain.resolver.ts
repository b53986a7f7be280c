import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { DestinationBlocked } from '../../../../platform/addresses/block-list.ts'
import { Access, Open } from '../../../../platform/auth/authorization.ts'
import type { ReadOnly } from '../../../../platform/database/read-only.ts'
import { GraphqlOnly, InWorkspace, inputOptions, Throws } from '../../../../platform/graphql/operations.ts'
import { NamedListArgs } from '../../../../platform/graphql/pagination/named-list.ts'
import { FindsNode } from '../../../../platform/graphql/pagination/node.resolver.ts'
import { ConnectionArgs, OptionallyPagedConnectionArgs } from '../../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { deletionOf, SuccessResponse } from '../../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../../../platform/shared/general.errors.ts'
import { Workspace } from '../../../identity/workspaces/index.ts'
import { Link } from '../link.entity.ts'
import { DestinationLoop, DestinationNotAllowed } from '../link.errors.ts'
import { Domain, DomainConnection } from './domain.entity.ts'
import { DomainExists, DomainHasLinks, DomainNotFound, DomainNotVerified, DomainTaken } from './domain.errors.ts'
import { AllowedDomainArgs, CreateDomainInput, MissingCodesArgs, UpdateDomainInput } from './domain.inputs.ts'
import { type DomainService, loadDomain } from './domain.service.ts'
import { AllowedDomain } from './domain.types.ts'
import { DomainCheck } from './domain-check.types.ts'
import { MissingCode } from './missing-code.entity.ts'
import { findMissingCodes } from './missing-codes.ts'

const domainIdOptions = { description: 'Identifier of the domain.' }
const addressErrors = [DestinationLoop, DestinationNotAllowed, DestinationBlocked]

@Resolver(() => Domain)
export class DomainResolver {
  constructor(private readonly domainService: DomainService) {}

  @Rest('GET /domains', 200)
  @Access('read:links')
  @InWorkspace()
  @Price('list')
  @Query(() => DomainConnection, {
    description: "The caller's domains for short links, with search and sorting; by default newest first.",
  })
  domains(
    @Args(() => OptionallyPagedConnectionArgs) page: OptionallyPagedConnectionArgs,
    @Args(() => NamedListArgs) search: NamedListArgs,
    @Ctx() context: RequestContext,
  ): Promise<DomainConnection> {
    return this.domainService.list(context, { page, search })
  }

  @Rest('GET /domains/allowed', 200)
  @Open()
  @Throws(DomainNotFound)
  @Price('lookup')
  @Query(() => AllowedDomain, {
    description:
      'Whether this service serves a host, for a proxy that obtains certificates on demand: 200 for a verified domain and for the hosts of the service itself, 404 for any other.',
  })
  allowedDomain(@Args(() => AllowedDomainArgs) { domain }: AllowedDomainArgs): AllowedDomain {
    return this.domainService.readAllowed(domain)
  }

  @Rest('GET /domains/{id}', 200)
  @Access('read:links')
  @FindsNode('dom')
  @Throws(DomainNotFound)
  @Price('lookup')
  @Query(() => Domain, { description: 'A domain of the caller by its id.' })
  domain(@Arg('id', () => ID, domainIdOptions) id: string, @Ctx() context: RequestContext): Promise<Domain> {
    return this.domainService.get(context, id)
  }

  @Rest('GET /domains/{id}/check', 200)
  @Access('read:links')
  @Throws(DomainNotFound)
  @Price('outbound')
  @Query(() => DomainCheck, {
    description:
      'What name servers say about a domain now and who answers there, beside what is wanted. Changes nothing; `verifyDomain` does. At most 10 times per minute, together with `verifyDomain`.',
  })
  domainCheck(@Arg('id', () => ID, domainIdOptions) id: string, @Ctx() context: RequestContext): Promise<DomainCheck> {
    return this.domainService.check(context, id)
  }

  @Rest('GET /domains/{id}/missing-codes', 200)
  @Access('read:links')
  @Throws(DomainNotFound)
  @Price('list', ({ limit }: MissingCodesArgs) => limit)
  @Query(() => [MissingCode], {
    description:
      'Codes that people ask for on a domain and no link has, the most visited first: misprints, and links that are gone. A visit is counted within seconds; the 1000 most visited codes are kept, each until 90 days after its latest visit.',
  })
  async missingCodes(
    @Arg('id', () => ID, domainIdOptions) id: string,
    @Args(() => MissingCodesArgs) { limit }: MissingCodesArgs,
    @Ctx() context: RequestContext,
  ): Promise<readonly MissingCode[]> {
    await this.domainService.get(context, id)
    return findMissingCodes(context, id, limit)
  }

  @Rest('POST /domains', 201, { example: { host: 'go.example.com' } })
  @Access('write:links', { workspaceRole: 'admin' })
  @InWorkspace()
  @Throws(PlanLimitReached, DomainExists, ...addressErrors)
  @Price('write')
  @Mutation(() => Domain, {
    description:
      'Add a domain for short links, at most 50 per workspace. It can have links when its DNS record is set and `verifyDomain` has found it.',
  })
  createDomain(
    @Arg('input', () => CreateDomainInput, inputOptions) input: CreateDomainInput,
    @Ctx() context: RequestContext,
  ): Promise<Domain> {
    return this.domainService.create(context, input)
  }

  @Rest('PATCH /domains/{id}', 200)
  @Access('write:links', { workspaceRole: 'admin' })
  @Throws(DomainNotFound, ...addressErrors)
  @Price('write')
  @Mutation(() => Domain, {
    description:
      'Change where visitors of expired and unknown links go, and whether new links are on the domain by default. Absent fields keep their value; null clears an address.',
  })
  updateDomain(
    @Arg('id', () => ID, domainIdOptions) id: string,
    @Arg('input', () => UpdateDomainInput, inputOptions) input: UpdateDomainInput,
    @Ctx() context: RequestContext,
  ): Promise<Domain> {
    return this.domainService.update(context, id, input)
  }

  @Rest('POST /domains/{id}/verify', 200)
  @Access('write:links', { workspaceRole: 'admin' })
  @Throws(DomainNotFound, DomainNotVerified, DomainTaken)
  @Price('outbound')
  @Mutation(() => Domain, {
    description:
      'Look for the DNS record of a domain and, if it is there, make the domain ready for links. At most 10 times per minute.',
  })
  verifyDomain(@Arg('id', () => ID, domainIdOptions) id: string, @Ctx() context: RequestContext): Promise<Domain> {
    return this.domainService.verify(context, id)
  }

  @Rest('DELETE /domains/{id}', 200)
  @Access('write:links', { workspaceRole: 'admin' })
  @Throws(DomainNotFound, DomainHasLinks)
  @Price('write')
  @Mutation(() => SuccessResponse, { description: 'Delete a domain that has no links.' })
  async deleteDomain(
    @Arg('id', () => ID, domainIdOptions) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    return deletionOf(id, await this.domainService.delete(context, id))
  }
}

/** Adds `domain` to a link. */
@Resolver(() => Link)
export class LinkDomainResolver {
  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => Domain, {
    nullable: true,
    description: 'The domain of the link; null for the short addresses of the service itself.',
  })
  async domain(@Root() { domain }: ReadOnly<Link>, @Ctx() context: RequestContext): Promise<ReadOnly<Domain> | null> {
    return domain && loadDomain(context, domain.id)
  }
}

/** Adds `domains` to a workspace, because the workspaces module does not import this one. */
@Resolver(() => Workspace)
export class WorkspaceDomainsResolver {
  constructor(private readonly domainService: DomainService) {}

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => DomainConnection, {
    description: 'Domains of the workspace for short links, with search and sorting; by default newest first.',
  })
  domains(
    @Root() { id }: Workspace,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Args(() => NamedListArgs) search: NamedListArgs,
    @Ctx() context: RequestContext,
  ): Promise<DomainConnection> {
    return this.domainService.list(context.inWorkspace(id), { page, search })
  }
}
