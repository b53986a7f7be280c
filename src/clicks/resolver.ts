import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../access/marks.ts'
import type { Context } from '../graphql/context.ts'
import { Fails, GraphOnly } from '../graphql/marks.ts'
import { Link, LinkNotFound } from '../links/index.ts'
import { Rest } from '../rest/mark.ts'
import { AnalyticsArgs } from './analytics.args.ts'
import type { Analytics } from './analytics.ts'
import { AccountClicksArgs, ClickExportArgs, ClickHistoryArgs, ClicksArgs } from './args.ts'
import { ClickMap } from './click.map.ts'
import { Click } from './click.ts'
import { ClickConnection } from './connection.ts'
import { ClickExport } from './export/click.export.ts'
import type { ClickExports } from './export/exports.ts'
import type { ClickListing } from './listing.ts'
import type { ClickMaps } from './map.ts'
import { AccountAnalytics, AnalyticsSummary } from './summary.ts'

interface ClickResolverDependencies {
  readonly analytics: Analytics
  readonly listing: ClickListing
  readonly exports: ClickExports
  readonly maps: ClickMaps
}

@Resolver(() => Click)
export class ClickResolver {
  readonly #analytics: Analytics
  readonly #listing: ClickListing
  readonly #exports: ClickExports
  readonly #maps: ClickMaps

  constructor({ analytics, listing, exports, maps }: ClickResolverDependencies) {
    this.#analytics = analytics
    this.#listing = listing
    this.#exports = exports
    this.#maps = maps
  }

  @Rest('GET /clicks/analytics/{urlId}', 200)
  @Access('read:analytics')
  @Fails(LinkNotFound)
  @Query(() => AnalyticsSummary, { description: 'The clicks of one link of the caller, summed up.' })
  clickAnalytics(
    @Arg('urlId', () => ID, { description: 'Identifier of the link.' }) urlId: string,
    @Args(() => AnalyticsArgs) wish: AnalyticsArgs,
    @Ctx() context: Context,
  ): Promise<AnalyticsSummary> {
    return this.#analytics.summarize(context, urlId, wish)
  }

  @Rest('GET /clicks/analytics', 200)
  @Access('read:analytics')
  @Query(() => AccountAnalytics, {
    description: 'The clicks on all links of the caller, summed up, and its top links.',
  })
  accountAnalytics(@Args(() => AnalyticsArgs) wish: AnalyticsArgs, @Ctx() context: Context): Promise<AccountAnalytics> {
    return this.#analytics.summarizeAll(context, wish)
  }

  @Rest('GET /clicks', 200)
  @Access('read:analytics')
  @Query(() => [Click], { description: "Clicks on all the caller's links, newest first, a page at a time." })
  clicks(@Args(() => ClicksArgs) wish: ClicksArgs, @Ctx() context: Context): Promise<Click[]> {
    return this.#listing.list(context, wish)
  }

  @Access('read:analytics')
  @Query(() => ClickConnection, { description: "Clicks on all the caller's links, newest first, paged by cursor." })
  clickHistory(
    @Args(() => ClickHistoryArgs) wish: ClickHistoryArgs,
    @Ctx() context: Context,
  ): Promise<ClickConnection> {
    return this.#listing.browse(context, wish)
  }

  @Rest('GET /clicks/export', 200, { media: ['text/csv', 'application/json', 'application/geo+json'], isFile: true })
  @Access('read:analytics')
  @Query(() => ClickExport, {
    description: 'All clicks that fit, as a file: link by link, the newest first. At most 10 an hour are begun.',
  })
  clickExport(@Args(() => ClickExportArgs) wish: ClickExportArgs, @Ctx() context: Context): ClickExport {
    return this.#exports.offer(context, wish)
  }

  @Rest('GET /clicks/geojson', 200, { media: ['application/geo+json'], alsoAt: '/clicks' })
  @Access('read:analytics')
  @Query(() => ClickMap, { description: "Clicks on the caller's links on a map: a point for each country." })
  clickMap(@Args(() => AccountClicksArgs) wish: AccountClicksArgs, @Ctx() context: Context): Promise<ClickMap> {
    return this.#maps.draw(context, wish)
  }

  @GraphOnly()
  @Access('read:links')
  @FieldResolver(() => Link, {
    nullable: true,
    description: 'The link that was clicked; null when it was deleted just now. Needs the scope `read:links`.',
  })
  url(@Root() click: Click): Promise<Link | null> {
    return click.url.load({ dataloader: true })
  }
}
