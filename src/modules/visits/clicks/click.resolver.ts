import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Args, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { selectedFieldsOf } from '../../../platform/graphql/inputs/selected-fields.ts'
import { GraphqlOnly, InWorkspace, ReadsReplica, Throws } from '../../../platform/graphql/operations.ts'
import { FindsNode } from '../../../platform/graphql/pagination/node.resolver.ts'
import { ConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { SafeInt } from '../../../platform/graphql/scalars.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { Link, LinkNotFound, LinkPlacementArgs, loadOwnedLink } from '../../publishing/links/index.ts'
import { AnalyticsArgs, DailyClicksArgs, LeastClickedArgs, PlacementStatsArgs } from './analytics/analytics.inputs.ts'
import type { AnalyticsService } from './analytics/analytics.service.ts'
import { AccountAnalytics, AnalyticsSummary, LeastClickedLinks, LinkStat } from './analytics/analytics.types.ts'
import { PlacementStat } from './analytics/placement-stats.types.ts'
import { Click } from './click.entity.ts'
import { ClickNotFound } from './click.errors.ts'
import {
  AccountClicksArgs,
  analyticsPrice,
  ClickExportArgs,
  ClickFilterArgs,
  ClickPageArgs,
  clickListPrice,
} from './click.inputs.ts'
import type { ClickService } from './click.service.ts'
import { ClickConnection, ClickExport, ClickMap } from './click.types.ts'
import type { ClickExportService } from './export/click-export.service.ts'

@Resolver(() => Click)
export class ClickResolver {
  constructor(
    private readonly analyticsService: AnalyticsService,
    private readonly clickService: ClickService,
    private readonly exports: ClickExportService,
  ) {}

  @Rest('GET /clicks/analytics/{urlId}', 200)
  @Access('read:analytics')
  @Throws(LinkNotFound)
  @Price(analyticsPrice)
  @ReadsReplica()
  @Query(() => AnalyticsSummary, { description: 'Analytics of one link of the caller.' })
  clickAnalytics(
    @Arg('urlId', () => ID, { description: 'Identifier of the link.' }) urlId: string,
    @Args(() => AnalyticsArgs) args: AnalyticsArgs,
    @Ctx() context: RequestContext,
  ): Promise<AnalyticsSummary> {
    return this.analyticsService.summarize(context, urlId, args)
  }

  @Rest('GET /clicks/analytics', 200)
  @Access('read:analytics')
  @InWorkspace()
  @Price(analyticsPrice)
  @ReadsReplica()
  @Query(() => AccountAnalytics, { description: "Analytics of all the caller's links together, and the top links." })
  accountAnalytics(
    @Args(() => AnalyticsArgs) args: AnalyticsArgs,
    @Args(() => LinkPlacementArgs) placement: LinkPlacementArgs,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AccountAnalytics> {
    return this.analyticsService.summarizeAll(context, args, placement, selectedFieldsOf(context, info))
  }

  @Rest('GET /clicks', 200)
  @Access('read:analytics')
  @InWorkspace()
  @Price(clickListPrice)
  @ReadsReplica()
  @Query(() => ClickConnection, { description: "Clicks on the caller's links, newest first." })
  clicks(
    @Args(() => ClickPageArgs) page: ClickPageArgs,
    @Args(() => AccountClicksArgs) selection: AccountClicksArgs,
    @Args(() => LinkPlacementArgs) placement: LinkPlacementArgs,
    @Ctx() context: RequestContext,
  ): Promise<ClickConnection> {
    return this.clickService.list(context, page, { ...selection, ...placement })
  }

  @Access('read:analytics')
  @FindsNode('clk')
  @Throws(ClickNotFound)
  @Price('lookup')
  @Query(() => Click, { description: "A click on one of the caller's links by its id." })
  click(
    @Arg('id', () => ID, { description: 'Identifier of the click.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<Click> {
    return this.clickService.get(context, id)
  }

  @Rest('GET /clicks/export', 200, { media: ['text/csv', 'application/json', 'application/geo+json'], isFile: true })
  @Access('read:analytics')
  @InWorkspace()
  @Price('free')
  @ReadsReplica()
  @Query(() => ClickExport, {
    description: 'All matching clicks as a file: link by link, newest first. At most 10 downloads an hour.',
  })
  clickExport(
    @Args(() => ClickExportArgs) args: ClickExportArgs,
    @Args(() => LinkPlacementArgs) placement: LinkPlacementArgs,
    @Ctx() context: RequestContext,
  ): ClickExport {
    return this.exports.createExport(context, { ...args, ...placement })
  }

  @Rest('GET /clicks/geojson', 200, { media: ['application/geo+json'], alternativeFor: '/clicks' })
  @Access('read:analytics')
  @InWorkspace()
  @Price(analyticsPrice)
  @ReadsReplica()
  @Query(() => ClickMap, { description: "Clicks on the caller's links as a map with a point for each country." })
  clickMap(
    @Args(() => AccountClicksArgs) args: AccountClicksArgs,
    @Args(() => LinkPlacementArgs) placement: LinkPlacementArgs,
    @Ctx() context: RequestContext,
  ): Promise<ClickMap> {
    return this.clickService.buildMap(context, { ...args, ...placement })
  }

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => Link, {
    nullable: true,
    description: 'The link that was clicked; null when it was deleted meanwhile.',
  })
  url(@Root() { urlId }: Click, @Ctx() context: RequestContext): Promise<Link | null> {
    return loadOwnedLink(context, urlId)
  }
}

@Resolver(() => AccountAnalytics)
export class AccountAnalyticsResolver {
  constructor(private readonly analyticsService: AnalyticsService) {}

  @GraphqlOnly()
  @Price('report')
  @FieldResolver(() => LeastClickedLinks, { description: 'The links with the fewest clicks.' })
  leastClickedLinks(
    @Root() analytics: AccountAnalytics,
    @Args(() => LeastClickedArgs) args: LeastClickedArgs,
    @Ctx() context: RequestContext,
  ): Promise<LeastClickedLinks> {
    return this.analyticsService.findLeastClicked(context, analytics, args)
  }

  @GraphqlOnly()
  @Access('read:links')
  @Price('report')
  @FieldResolver(() => [PlacementStat], {
    nullable: true,
    description: 'Clicks by folder or by tag, most clicks first. Clicks on links without one are left out.',
  })
  placementStats(
    @Root() analytics: AccountAnalytics,
    @Args(() => PlacementStatsArgs) { kind }: PlacementStatsArgs,
    @Ctx() context: RequestContext,
  ): Promise<PlacementStat[]> {
    return this.analyticsService.countByPlacement(context, analytics, kind)
  }
}

@Resolver(() => LinkStat)
export class LinkStatResolver {
  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => Link, {
    nullable: true,
    description: 'The link, or the link of a dynamic QR code; null when it was deleted meanwhile.',
  })
  url(@Root() { urlId }: LinkStat, @Ctx() context: RequestContext): Promise<Link | null> {
    return loadOwnedLink(context, urlId)
  }
}

/** The fields of `Link` that this module adds. */
@Resolver(() => Link)
export class LinkClicksResolver {
  constructor(
    private readonly analyticsService: AnalyticsService,
    private readonly clickService: ClickService,
  ) {}

  @GraphqlOnly()
  @Price(analyticsPrice)
  @FieldResolver(() => AnalyticsSummary, {
    nullable: true,
    description: 'Analytics of the link.',
  })
  analytics(
    @Root() link: Link,
    @Args(() => AnalyticsArgs) args: AnalyticsArgs,
    @Ctx() context: RequestContext,
  ): Promise<AnalyticsSummary> {
    return this.analyticsService.summarize(context, link.id, args)
  }

  @GraphqlOnly()
  @Access('read:analytics')
  @Price('count')
  @FieldResolver(() => [SafeInt], {
    nullable: true,
    description:
      'Clicks by people on each of the last UTC days, the oldest first; the last number is today. For sparklines: one statement for all links of a page.',
  })
  dailyClicks(
    @Root() link: Link,
    @Args(() => DailyClicksArgs) { days }: DailyClicksArgs,
    @Ctx() context: RequestContext,
  ): Promise<number[]> {
    return this.analyticsService.loadDailyClicks(context, { urlId: link.id, days })
  }

  @GraphqlOnly()
  @Price(clickListPrice)
  @FieldResolver(() => ClickConnection, {
    nullable: true,
    description: 'Clicks on the link, newest first.',
  })
  clicks(
    @Root() link: Link,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Args(() => ClickFilterArgs) selection: ClickFilterArgs,
    @Ctx() context: RequestContext,
  ): Promise<ClickConnection> {
    return this.clickService.listForLink(context, link.id, page, selection)
  }
}
