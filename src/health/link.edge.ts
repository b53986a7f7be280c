import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { Access } from '../access/marks.ts'
import type { Context } from '../graphql/context.ts'
import { GraphOnly } from '../graphql/marks.ts'
import { Link } from '../links/index.ts'
import { LinkHealth } from './link.health.ts'
import type { LinkHealths } from './service.ts'

/** The edge from a link to its health, added from here because links know nothing of it. */
@Resolver(() => Link)
export class UrlHealthResolver {
  readonly #links: LinkHealths

  constructor(links: LinkHealths) {
    this.#links = links
  }

  @GraphOnly()
  @Access('read:links')
  @FieldResolver(() => LinkHealth, {
    nullable: true,
    description: 'Whether its destination can be reached. Needs the scope `read:links`.',
  })
  health(@Root() link: Link, @Ctx() context: Context): Promise<LinkHealth | null> {
    return this.#links.load(context, link.id)
  }
}
