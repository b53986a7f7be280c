import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access, Open } from '../../platform/auth/authorization.ts'
import { GraphqlOnly, Throws } from '../../platform/graphql/operations.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { SuccessResponse } from '../../platform/graphql/success-response.types.ts'
import { Rest } from '../../platform/rest/rest.decorator.ts'
import { Account } from '../accounts/index.ts'
import type { AnonymousLinkService } from './anonymous-link.service.ts'
import { Link } from './link.entity.ts'
import {
  DestinationBlocked,
  DestinationLoop,
  DestinationNotAllowed,
  LinkNotFound,
  OptionConflict,
  SlugNotAllowed,
  SlugReserved,
  SlugTaken,
} from './link.errors.ts'
import { CreateUrlArgs, LinksArgs, ShortenUrlArgs, UpdateUrlArgs, UrlsArgs } from './link.inputs.ts'
import type { LinkService } from './link.service.ts'
import { ShortUrlResponse, UrlConnection } from './link.types.ts'
import type { LinkListService } from './link-list.service.ts'

/** Errors of parsing a slug and a destination, and of claiming the slug. */
const addressErrors = [
  SlugReserved,
  SlugNotAllowed,
  SlugTaken,
  DestinationLoop,
  DestinationNotAllowed,
  DestinationBlocked,
]

const linkIdOptions = { description: 'Identifier of the link.' }

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
  @Mutation(() => ShortUrlResponse, { description: 'Shorten an address without an account, for 7 days.' })
  shortenUrl(
    @Args(() => ShortenUrlArgs) input: ShortenUrlArgs,
    @Ctx() context: RequestContext,
  ): Promise<ShortUrlResponse> {
    return this.anonymousLinkService.shorten(context, input)
  }

  @Rest('POST /urls', 201, { example: { longUrl: 'https://example.com/launch', title: 'Launch day' } })
  @Access('write:links')
  @Throws(...addressErrors, OptionConflict)
  @Mutation(() => Link, { description: 'Create a short link.' })
  createUrl(@Args(() => CreateUrlArgs) input: CreateUrlArgs, @Ctx() context: RequestContext): Promise<Link> {
    return this.linkService.create(context, input)
  }

  @Rest('GET /urls', 200)
  @Access('read:links')
  @Query(() => [Link], {
    description: "A page of the caller's links, with search and sorting; by default newest first.",
  })
  urls(@Args(() => UrlsArgs) query: UrlsArgs, @Ctx() context: RequestContext): Promise<Link[]> {
    return this.linkListService.list(context, query)
  }

  @Access('read:links')
  @Query(() => UrlConnection, { description: "The caller's links with search, sorting and cursor pagination." })
  links(@Args(() => LinksArgs) query: LinksArgs, @Ctx() context: RequestContext): Promise<UrlConnection> {
    return this.linkListService.findPage(context, query)
  }

  @Rest('GET /urls/{id}', 200)
  @Access('read:links')
  @Throws(LinkNotFound)
  @Query(() => Link, { description: 'A link of the caller by its id.' })
  url(@Arg('id', () => ID, linkIdOptions) id: string, @Ctx() context: RequestContext): Promise<Link> {
    return this.linkService.get(context, id)
  }

  @Rest('PATCH /urls/{id}', 200, { example: { title: 'Launch day, moved', clickLimit: 100 } })
  @Access('write:links')
  @Throws(LinkNotFound, ...addressErrors, OptionConflict)
  @Mutation(() => Link, { description: 'Update a link. Absent fields keep their value; null clears an optional one.' })
  updateUrl(@Args(() => UpdateUrlArgs) input: UpdateUrlArgs, @Ctx() context: RequestContext): Promise<Link> {
    return this.linkService.update(context, input)
  }

  @Rest('DELETE /urls/{id}', 200)
  @Access('write:links')
  @Throws(LinkNotFound)
  @Mutation(() => SuccessResponse, { description: 'Delete a link and its click history. This cannot be undone.' })
  async deleteUrl(
    @Arg('id', () => ID, linkIdOptions) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.linkService.delete(context, id)
    return { success: true }
  }

  @GraphqlOnly()
  @Access('read:profile')
  @FieldResolver(() => Account, {
    nullable: true,
    description: 'Owner of the link. Null for an anonymous link. Needs the scope `read:profile`.',
  })
  async owner(@Root() link: Link): Promise<Account | null> {
    return link.owner?.loadOrFail({ dataloader: true }) ?? null
  }
}

/** Adds `links` to an account, because the accounts module does not import this one. */
@Resolver(() => Account)
export class AccountLinksResolver {
  constructor(private readonly linkListService: LinkListService) {}

  @GraphqlOnly()
  @Access('read:links')
  @FieldResolver(() => UrlConnection, {
    nullable: true,
    description: 'Links of this user. Null unless the user is the caller. Needs the scope `read:links`.',
  })
  links(
    @Root() account: Account,
    @Args(() => LinksArgs) query: LinksArgs,
    @Ctx() context: RequestContext,
  ): Promise<UrlConnection | null> {
    return this.linkListService.findPageForAccount(context, account, query)
  }
}
