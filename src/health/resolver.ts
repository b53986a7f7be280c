import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { Access } from '../access/marks.ts'
import type { Context } from '../graphql/context.ts'
import { Fails } from '../graphql/marks.ts'
import { LinkNotFound } from '../links/index.ts'
import { Rest } from '../rest/mark.ts'
import { type AccountHealth, LinkHealthSetting } from './account.health.ts'
import { UpdateLinkHealthArgs, UpdateUrlHealthArgs } from './args.ts'
import { LinkNotWatched } from './failures.ts'
import { LinkHealth } from './link.health.ts'
import type { LinkHealths } from './service.ts'

const linkId = { description: 'Identifier of the link.' }

@Resolver(() => LinkHealth)
export class LinkHealthResolver {
  readonly #account: AccountHealth
  readonly #links: LinkHealths

  constructor(account: AccountHealth, links: LinkHealths) {
    this.#account = account
    this.#links = links
  }

  @Rest('GET /link-health', 200)
  @Access('read:links')
  @Query(() => LinkHealthSetting, { description: "Whether the destinations of the caller's links are watched." })
  linkHealth(@Ctx() context: Context): Promise<LinkHealthSetting> {
    return this.#account.get(context)
  }

  @Rest('PATCH /link-health', 200)
  @Access('write:links')
  @Mutation(() => LinkHealthSetting, {
    description:
      'Have the destinations of all links watched, those made later too, or no longer. Watched destinations are called every 6 hours.',
  })
  updateLinkHealth(
    @Args(() => UpdateLinkHealthArgs) wish: UpdateLinkHealthArgs,
    @Ctx() context: Context,
  ): Promise<LinkHealthSetting> {
    return this.#account.update(context, wish)
  }

  @Rest('GET /urls/{id}/health', 200)
  @Access('read:links')
  @Fails(LinkNotFound)
  @Query(() => LinkHealth, { description: 'Whether the destination of one link of the caller can be reached.' })
  urlHealth(@Arg('id', () => ID, linkId) id: string, @Ctx() context: Context): Promise<LinkHealth> {
    return this.#links.get(context, id)
  }

  @Rest('PATCH /urls/{id}/health', 200)
  @Access('write:links')
  @Fails(LinkNotFound)
  @Mutation(() => LinkHealth, {
    description:
      'Have the destination of one link watched or not, whatever is set for the account. Links that are switched off, blocked or expired are left alone meanwhile.',
  })
  updateUrlHealth(
    @Args(() => UpdateUrlHealthArgs) wish: UpdateUrlHealthArgs,
    @Ctx() context: Context,
  ): Promise<LinkHealth> {
    return this.#links.update(context, wish)
  }

  @Rest('POST /urls/{id}/health/check', 202)
  @Access('write:links')
  @Fails(LinkNotFound, LinkNotWatched)
  @Mutation(() => LinkHealth, {
    description:
      'Have a watched destination checked now, or as soon as its host may be called: once a minute for a link, 10 times for an account. The answer tells what is known so far.',
  })
  checkUrlHealth(@Arg('id', () => ID, linkId) id: string, @Ctx() context: Context): Promise<LinkHealth> {
    return this.#links.check(context, id)
  }
}
