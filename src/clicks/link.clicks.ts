import { Args, FieldResolver, Resolver, Root } from 'type-graphql'
import { Access } from '../access/marks.ts'
import type { Context } from '../graphql/context.ts'
import { GraphOnly } from '../graphql/marks.ts'
import { Link } from '../links/index.ts'
import { AnalyticsArgs } from './analytics.args.ts'
import { Analytics } from './analytics.ts'
import { LinkClicksArgs } from './args.ts'
import { ClickConnection } from './connection.ts'
import { ClickListing } from './listing.ts'
import { AnalyticsSummary } from './summary.ts'

/** The edges from a link to its clicks, added from here because links know nothing of clicks. */
@Resolver(() => Link)
export class LinkClicksResolver {
  readonly #analytics: Analytics
  readonly #listing: ClickListing

  constructor(context: Context) {
    this.#analytics = context.use(Analytics)
    this.#listing = context.use(ClickListing)
  }

  @GraphOnly()
  @Access('read:analytics')
  @FieldResolver(() => AnalyticsSummary, {
    nullable: true,
    description: 'The clicks of the link, summed up. Needs the scope `read:analytics`.',
  })
  analytics(@Root() link: Link, @Args(() => AnalyticsArgs) wish: AnalyticsArgs): Promise<AnalyticsSummary> {
    return this.#analytics.summarize(link.id, wish)
  }

  @GraphOnly()
  @Access('read:analytics')
  @FieldResolver(() => ClickConnection, {
    nullable: true,
    description: 'The clicks of the link, newest first. Needs the scope `read:analytics`.',
  })
  clicks(@Root() link: Link, @Args(() => LinkClicksArgs) wish: LinkClicksArgs): Promise<ClickConnection> {
    return this.#listing.browseLink(link.id, wish)
  }
}
