import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { DestinationBlocked } from '../../../platform/addresses/block-list.ts'
import { Access, Open } from '../../../platform/auth/authorization.ts'
import type { ReadOnly } from '../../../platform/database/read-only.ts'
import { FormerName } from '../../../platform/graphql/deprecation.ts'
import { GraphqlOnly, InWorkspace, inputOptions, ReadsReplica, Throws } from '../../../platform/graphql/operations.ts'
import { FindsNode } from '../../../platform/graphql/pagination/node.resolver.ts'
import { ConnectionArgs, CountedConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { Price, type PriceKind } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Url } from '../../../platform/graphql/scalars.ts'
import { deletionOf, SuccessResponse } from '../../../platform/graphql/success-response.types.ts'
import { Rest, RestName } from '../../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../../platform/shared/general.errors.ts'
import { Account, loadAccount } from '../../identity/accounts/index.ts'
import { loadWorkspace, Workspace } from '../../identity/workspaces/index.ts'
import type { AnonymousLinkService } from './anonymous-link.service.ts'
import { Link } from './link.entity.ts'
import {
  DestinationLoop,
  DestinationNotAllowed,
  LinkChanged,
  LinkNotFound,
  OptionConflict,
  SlugNotAllowed,
  SlugReserved,
  SlugTaken,
} from './link.errors.ts'
import { CreateUrlInput, LinkSearchArgs, ShortenUrlInput, UpdateUrlInput } from './link.inputs.ts'
import type { LinkService } from './link.service.ts'
import { buildShortUrl, ShortUrlResponse, UrlConnection } from './link.types.ts'
import { type LinkListService, loadOwnedLink } from './listing/link-list.service.ts'

/** Errors of parsing a slug and a destination, and of claiming the slug. */
export const addressErrors = [
  SlugReserved,
  SlugNotAllowed,
  SlugTaken,
  DestinationLoop,
  DestinationNotAllowed,
  DestinationBlocked,
]

const linkIdOptions = { description: 'Identifier of the link.' }

/** The cost is higher because a password is hashed. */
function writePrice({ input }: { readonly input?: { readonly password?: string | null } }): PriceKind {
  return input?.password ? 'password' : 'write'
}

@Resolver(() => Link)
export class LinkResolver {
  constructor(
    private readonly linkService: LinkService,
    private readonly linkListService: LinkListService,
    private readonly anonymousLinkService: AnonymousLinkService,
  ) {}

  @Rest('POST /free-urls/shorten', 201, { example: { longUrl: 'https://example.com/hello' } })
  @Open()
  @Throws(...addressErrors)
  @Price('write')
  @Mutation(() => ShortUrlResponse, { description: 'Shorten an address without an account, for 7 days.' })
  shortenUrl(
    @Arg('input', () => ShortenUrlInput, inputOptions) input: ShortenUrlInput,
    @Ctx() context: RequestContext,
  ): Promise<ShortUrlResponse> {
    return this.anonymousLinkService.shorten(context, input)
  }

  @Rest('POST /urls', 201, { example: { longUrl: 'https://example.com/launch', title: 'Launch day' } })
  @Access('write:links')
  @InWorkspace()
  @Throws(...addressErrors, OptionConflict, PlanLimitReached)
  @Price(writePrice)
  @Mutation(() => Link, { description: 'Create a short link.' })
  createUrl(
    @Arg('input', () => CreateUrlInput, inputOptions) input: CreateUrlInput,
    @Ctx() context: RequestContext,
  ): Promise<Link> {
    return this.linkService.create(context, input)
  }

  @Rest('GET /urls', 200)
  @Access('read:links')
  @InWorkspace()
  @Price('list')
  @ReadsReplica()
  @Query(() => UrlConnection, {
    description: "The caller's links, with search and sorting; by default newest first.",
  })
  urls(
    @Args(() => CountedConnectionArgs) page: CountedConnectionArgs,
    @Args(() => LinkSearchArgs) search: LinkSearchArgs,
    @Ctx() context: RequestContext,
  ): Promise<UrlConnection> {
    return this.linkListService.list(context, { page, search })
  }

  @Rest('GET /urls/{id}', 200)
  @Access('read:links')
  @FindsNode('lnk')
  @Throws(LinkNotFound)
  @Price('lookup')
  @Query(() => Link, { description: 'A link of the caller by its id.' })
  url(@Arg('id', () => ID, linkIdOptions) id: string, @Ctx() context: RequestContext): Promise<ReadOnly<Link>> {
    return this.linkService.get(context, id)
  }

  @Rest('GET /urls/lookup', 200)
  @Access('read:links')
  @Throws(LinkNotFound)
  @Price('lookup')
  @Query(() => Link, { description: 'A link of the caller by its short address.' })
  urlByAddress(
    @Arg('shortUrl', () => String, {
      description: 'Full short address, or the code of a link on the host of the service.',
    })
    shortUrl: string,
    @Ctx() context: RequestContext,
  ): Promise<ReadOnly<Link>> {
    return this.linkService.find(context, shortUrl)
  }

  @Rest('PATCH /urls/{id}', 200, { example: { title: 'Launch day, moved', clickLimit: 100 } })
  @Access('write:links')
  @Throws(LinkNotFound, LinkChanged, ...addressErrors, OptionConflict)
  @Price(writePrice)
  @Mutation(() => Link, { description: 'Update a link. Absent fields keep their value; null clears an optional one.' })
  updateUrl(
    @Arg('id', () => ID, linkIdOptions) id: string,
    @Arg('input', () => UpdateUrlInput, inputOptions) input: UpdateUrlInput,
    @Ctx() context: RequestContext,
  ): Promise<Link> {
    return this.linkService.update(context, id, input)
  }

  @Rest('DELETE /urls/{id}', 200)
  @Access('write:links')
  @Throws(LinkNotFound)
  @Price('write')
  @Mutation(() => SuccessResponse, { description: 'Delete a link and its click history. This cannot be undone.' })
  async deleteUrl(
    @Arg('id', () => ID, linkIdOptions) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    return deletionOf(id, await this.linkService.delete(context, id))
  }

  @RestName('address')
  @Price('free')
  @FieldResolver(() => Url, { description: 'Full short address.' })
  shortUrl(@Root() link: Link, @Ctx() context: RequestContext): string {
    return buildShortUrl(context, link)
  }

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => Account, {
    nullable: true,
    description: 'Who created the link. Null when the account was deleted.',
  })
  async creator(
    @Root() { creator }: ReadOnly<Link>,
    @Ctx() context: RequestContext,
  ): Promise<ReadOnly<Account> | null> {
    return creator && loadAccount(context, creator.id)
  }

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => Workspace, { nullable: true, description: 'The workspace that has the link.' })
  async workspace(
    @Root() { workspace }: ReadOnly<Link>,
    @Ctx() context: RequestContext,
  ): Promise<ReadOnly<Workspace> | null> {
    return workspace && loadWorkspace(context, workspace.id)
  }
}

/** Adds the link to the answer of a deletion. */
@Resolver(() => SuccessResponse)
export class DeletionLinkResolver {
  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => Link, { nullable: true, description: 'The link that had the deleted rule. Null for none.' })
  async url(@Root() { parentIds }: SuccessResponse, @Ctx() context: RequestContext): Promise<Link | null> {
    return parentIds?.linkId ? loadOwnedLink(context, parentIds.linkId) : null
  }
}

/** Adds `urls` to an account, because the accounts module does not import this one. */
@Resolver(() => Account)
export class AccountLinksResolver {
  constructor(private readonly linkListService: LinkListService) {}

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => UrlConnection, {
    nullable: true,
    description: 'Links of this user. Null unless the user is the caller.',
  })
  urls(
    @Root() account: Account,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Args(() => LinkSearchArgs) search: LinkSearchArgs,
    @Ctx() context: RequestContext,
  ): Promise<UrlConnection | null> {
    return this.linkListService.listForAccount(context, account, { page, search })
  }
}

/** Adds `urls` to a workspace, because the workspaces module does not import this one. */
@Resolver(() => Workspace)
export class WorkspaceLinksResolver {
  constructor(private readonly linkListService: LinkListService) {}

  @GraphqlOnly()
  @FormerName('links')
  @Price('list')
  @FieldResolver(() => UrlConnection, { description: 'Links of the workspace.' })
  urls(
    @Root() { id }: Workspace,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Args(() => LinkSearchArgs) search: LinkSearchArgs,
    @Ctx() context: RequestContext,
  ): Promise<UrlConnection> {
    return this.linkListService.list(context.inWorkspace(id), { page, search })
  }
}
