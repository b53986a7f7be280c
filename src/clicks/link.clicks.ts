import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { Access } from '../access/marks.ts'
import type { Context } from '../graphql/context.ts'
import { GraphOnly } from '../graphql/marks.ts'
import { Link } from '../links/index.ts'
import { AnalyticsArgs } from './analytics.args.ts'
import type { Analytics } from './analytics.ts'
import { LinkClicksArgs } from './args.ts'
import { ClickConnection } from './connection.ts'
import type { ClickListing } from './listing.ts'
import { AnalyticsSummary } from './summary.ts'

/** The edges from a link to its clicks, added from here because links know nothing of clicks. */
@Resolver(() => Link)
export class LinkClicksResolver {
  readonly #analytics: Analytics
  readonly #listing: ClickListing

  constructor(analytics: Analytics, listing: ClickListing) {
    this.#analytics = analytics
    this.#listing = listing
  }

  @GraphOnly()
  @Access('read:analytics')
  @FieldResolver(() => AnalyticsSummary, {
    nullable: true,
    description: 'The clicks of the link, summed up. Needs the scope `read:analytics`.',
  })
  analytics(
    @Root() link: Link,
    @Args(() => AnalyticsArgs) wish: AnalyticsArgs,
    @Ctx() context: Context,
  ): Promise<AnalyticsSummary> {
    return this.#analytics.summarize(context, link.id, wish)
  }

  @GraphOnly()
  @Access('read:analytics')
  @FieldResolver(() => ClickConnection, {
    nullable: true,
    description: 'The clicks of the link, newest first. Needs the scope `read:analytics`.',
  })
  clicks(
    @Root() link: Link,
    @Args(() => LinkClicksArgs) wish: LinkClicksArgs,
    @Ctx() context: Context,
  ): Promise<ClickConnection> {
    return this.#listing.browseLink(context, link.id, wish)
  }
}
