import { FieldResolver, Resolver, Root } from 'type-graphql'
import { Access } from '../access/marks.ts'
import type { Context } from '../graphql/context.ts'
import { GraphOnly } from '../graphql/marks.ts'
import { Link } from '../links/index.ts'
import { LinkHealth } from './link.health.ts'
import { LinkHealths } from './service.ts'

/** The edge from a link to its health, added from here because links know nothing of it. */
@Resolver(() => Link)
export class UrlHealthResolver {
  readonly #links: LinkHealths

  constructor(context: Context) {
    this.#links = context.use(LinkHealths)
  }

  @GraphOnly()
  @Access('read:links')
  @FieldResolver(() => LinkHealth, {
    nullable: true,
    description: 'Whether its destination can be reached. Needs the scope `read:links`.',
  })
  health(@Root() link: Link): Promise<LinkHealth | null> {
    return this.#links.load(link.id)
  }
}
