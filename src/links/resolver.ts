import { Arg, Args, ID, Mutation, Query, Resolver } from 'type-graphql'
import { Access, Open } from '../access/marks.ts'
import type { Context } from '../graphql/context.ts'
import { Fails } from '../graphql/marks.ts'
import { Rest } from '../rest/mark.ts'
import { CreateUrlArgs, ShortenUrlArgs, UpdateUrlArgs, UrlsArgs } from './args.ts'
import { LinkNotFound, OptionConflict, SlugTaken } from './failures.ts'
import { Link } from './link.ts'
import { DestinationLoop, DestinationNotAllowed, SlugNotAllowed, SlugReserved } from './rules/failures.ts'
import { Links } from './service.ts'
import { ShortUrlResponse } from './short.url.response.ts'
import { Shortening } from './shortening.ts'
import { SuccessResponse } from './success.response.ts'

/** What reading a slug and a destination can refuse, and claiming the slug. */
const addressing = [SlugReserved, SlugNotAllowed, SlugTaken, DestinationLoop, DestinationNotAllowed]

const linkId = { description: 'Identifier of the link.' }

@Resolver(() => Link)
export class LinkResolver {
  readonly #links: Links
  readonly #shortening: Shortening

  constructor(context: Context) {
    this.#links = context.use(Links)
    this.#shortening = context.use(Shortening)
  }

  @Rest('POST /free-urls/shorten', 201)
  @Open()
  @Fails(...addressing)
  @Mutation(() => ShortUrlResponse, { description: 'Shorten an address without an account, for 7 days.' })
  shortenUrl(@Args(() => ShortenUrlArgs) wish: ShortenUrlArgs): Promise<ShortUrlResponse> {
    return this.#shortening.shorten(wish)
  }

  @Rest('POST /urls', 201)
  @Access('write:links')
  @Fails(...addressing, OptionConflict)
  @Mutation(() => Link, { description: 'Shorten an address.' })
  createUrl(@Args(() => CreateUrlArgs) wish: CreateUrlArgs): Promise<Link> {
    return this.#links.create(wish)
  }

  @Rest('GET /urls', 200)
  @Access('read:links')
  @Query(() => [Link], { description: "The caller's links, newest first, a page at a time." })
  urls(@Args(() => UrlsArgs) wish: UrlsArgs): Promise<Link[]> {
    return this.#links.list(wish)
  }

  @Rest('GET /urls/{id}', 200)
  @Access('read:links')
  @Fails(LinkNotFound)
  @Query(() => Link, { description: 'One link of the caller.' })
  url(@Arg('id', () => ID, linkId) id: string): Promise<Link> {
    return this.#links.get(id)
  }

  @Rest('PATCH /urls/{id}', 200)
  @Access('write:links')
  @Fails(LinkNotFound, ...addressing, OptionConflict)
  @Mutation(() => Link, { description: 'Change a link: absent fields stay, null clears those that may be empty.' })
  updateUrl(@Args(() => UpdateUrlArgs) wish: UpdateUrlArgs): Promise<Link> {
    return this.#links.update(wish)
  }

  @Rest('DELETE /urls/{id}', 200)
  @Access('write:links')
  @Fails(LinkNotFound)
  @Mutation(() => SuccessResponse, { description: 'Delete a link and, for good, its click history.' })
  async deleteUrl(@Arg('id', () => ID, linkId) id: string): Promise<SuccessResponse> {
    await this.#links.delete(id)
    return { success: true }
  }
}
