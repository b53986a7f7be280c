import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access, Open } from '../access/marks.ts'
import { Account } from '../accounts/index.ts'
import type { Context } from '../graphql/context.ts'
import { Fails, GraphOnly } from '../graphql/marks.ts'
import { PageArgs } from '../graphql/page.args.ts'
import { SuccessResponse } from '../graphql/success.response.ts'
import { Rest } from '../rest/mark.ts'
import { CreateUrlArgs, LinksArgs, ShortenUrlArgs, UpdateUrlArgs } from './args.ts'
import type { Browsing } from './browsing.ts'
import { UrlConnection } from './connection.ts'
import { LinkNotFound, OptionConflict, SlugTaken } from './failures.ts'
import { Link } from './link.ts'
import {
  DestinationBlocked,
  DestinationLoop,
  DestinationNotAllowed,
  SlugNotAllowed,
  SlugReserved,
} from './rules/failures.ts'
import type { Links } from './service.ts'
import { ShortUrlResponse } from './short.url.response.ts'
import type { Shortening } from './shortening.ts'

/** What reading a slug and a destination can refuse, and claiming the slug. */
const addressing = [
  ...[SlugReserved, SlugNotAllowed, SlugTaken],
  ...[DestinationLoop, DestinationNotAllowed, DestinationBlocked],
]

const linkId = { description: 'Identifier of the link.' }

@Resolver(() => Link)
export class LinkResolver {
  readonly #links: Links
  readonly #browsing: Browsing
  readonly #shortening: Shortening

  constructor(links: Links, browsing: Browsing, shortening: Shortening) {
    this.#links = links
    this.#browsing = browsing
    this.#shortening = shortening
  }

  @Rest('POST /free-urls/shorten', 201, { example: { longUrl: 'https://example.com/hello' } })
  @Open()
  @Fails(...addressing)
  @Mutation(() => ShortUrlResponse, { description: 'Shorten an address without an account, for 7 days.' })
  shortenUrl(@Args(() => ShortenUrlArgs) wish: ShortenUrlArgs, @Ctx() context: Context): Promise<ShortUrlResponse> {
    return this.#shortening.shorten(context, wish)
  }

  @Rest('POST /urls', 201, { example: { longUrl: 'https://example.com/launch', title: 'Launch day' } })
  @Access('write:links')
  @Fails(...addressing, OptionConflict)
  @Mutation(() => Link, { description: 'Shorten an address.' })
  createUrl(@Args(() => CreateUrlArgs) wish: CreateUrlArgs, @Ctx() context: Context): Promise<Link> {
    return this.#links.create(context, wish)
  }

  @Rest('GET /urls', 200)
  @Access('read:links')
  @Query(() => [Link], { description: "The caller's links, newest first, a page at a time." })
  urls(@Args(() => PageArgs) wish: PageArgs, @Ctx() context: Context): Promise<Link[]> {
    return this.#links.list(context, wish)
  }

  @Access('read:links')
  @Query(() => UrlConnection, {
    description: "The caller's links, searched and sorted, a page after a cursor at a time.",
  })
  links(@Args(() => LinksArgs) wish: LinksArgs, @Ctx() context: Context): Promise<UrlConnection> {
    return this.#browsing.browse(context, wish)
  }

  @Rest('GET /urls/{id}', 200)
  @Access('read:links')
  @Fails(LinkNotFound)
  @Query(() => Link, { description: 'One link of the caller.' })
  url(@Arg('id', () => ID, linkId) id: string, @Ctx() context: Context): Promise<Link> {
    return this.#links.get(context, id)
  }

  @Rest('PATCH /urls/{id}', 200, { example: { title: 'Launch day, moved', clickLimit: 100 } })
  @Access('write:links')
  @Fails(LinkNotFound, ...addressing, OptionConflict)
  @Mutation(() => Link, { description: 'Change a link: absent fields stay, null clears those that may be empty.' })
  updateUrl(@Args(() => UpdateUrlArgs) wish: UpdateUrlArgs, @Ctx() context: Context): Promise<Link> {
    return this.#links.update(context, wish)
  }

  @Rest('DELETE /urls/{id}', 200)
  @Access('write:links')
  @Fails(LinkNotFound)
  @Mutation(() => SuccessResponse, { description: 'Delete a link and, for good, its click history.' })
  async deleteUrl(@Arg('id', () => ID, linkId) id: string, @Ctx() context: Context): Promise<SuccessResponse> {
    await this.#links.delete(context, id)
    return { success: true }
  }

  @GraphOnly()
  @Access('read:profile')
  @FieldResolver(() => Account, {
    nullable: true,
    description: 'Who made the link; null when nobody was logged in. Needs the scope `read:profile`.',
  })
  async owner(@Root() link: Link): Promise<Account | null> {
    return link.owner?.loadOrFail({ dataloader: true }) ?? null
  }
}
