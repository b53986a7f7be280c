import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../platform/auth/authorization.ts'
import { GraphqlOnly, Throws } from '../../platform/graphql/operations.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { Rest } from '../../platform/rest/rest.decorator.ts'
import { Link, LinkNotFound } from '../links/index.ts'
import { AnalyticsArgs } from './analytics/analytics.inputs.ts'
import type { AnalyticsService } from './analytics/analytics.service.ts'
import { AccountAnalytics, AnalyticsSummary } from './analytics/analytics.types.ts'
import { Click } from './click.entity.ts'
import { AccountClicksArgs, ClickExportArgs, ClickHistoryArgs, ClicksArgs, LinkClicksArgs } from './click.inputs.ts'
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
  @Query(() => AccountAnalytics, { description: "Analytics of all the caller's links together, and the top links." })
  accountAnalytics(
    @Args(() => AnalyticsArgs) args: AnalyticsArgs,
    @Ctx() context: RequestContext,
  ): Promise<AccountAnalytics> {
    return this.analyticsService.summarizeAll(context, args)
  }

  @Rest('GET /clicks', 200)
  @Access('read:analytics')
  @Query(() => [Click], { description: "Clicks on the caller's links, newest first, by page or cursor." })
  clicks(@Args(() => ClicksArgs) args: ClicksArgs, @Ctx() context: RequestContext): Promise<Click[]> {
    return this.clickService.list(context, args)
  }

  @Access('read:analytics')
  @Query(() => ClickConnection, { description: "Clicks on the caller's links, newest first, paged by cursor." })
  clickHistory(
    @Args(() => ClickHistoryArgs) args: ClickHistoryArgs,
    @Ctx() context: RequestContext,
  ): Promise<ClickConnection> {
    return this.clickService.paginate(context, args)
  }

  @Rest('GET /clicks/export', 200, { media: ['text/csv', 'application/json', 'application/geo+json'], isFile: true })
  @Access('read:analytics')
  @Query(() => ClickExport, {
    description: 'All matching clicks as a file: link by link, newest first. At most 10 downloads an hour.',
  })
  clickExport(@Args(() => ClickExportArgs) args: ClickExportArgs, @Ctx() context: RequestContext): ClickExport {
    return this.exports.createExport(context, args)
  }

  @Rest('GET /clicks/geojson', 200, { media: ['application/geo+json'], alternativeFor: '/clicks' })
  @Access('read:analytics')
  @Query(() => ClickMap, { description: "Clicks on the caller's links as a map with a point for each country." })
  clickMap(@Args(() => AccountClicksArgs) args: AccountClicksArgs, @Ctx() context: RequestContext): Promise<ClickMap> {
    return this.clickService.buildMap(context, args)
  }

  @GraphqlOnly()
  @Access('read:links')
  @FieldResolver(() => Link, {
    nullable: true,
    description: 'The link that was clicked; null when it was deleted meanwhile. Needs the scope `read:links`.',
  })
  url(@Root() click: Click): Promise<Link | null> {
    return click.url.load({ dataloader: true })
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
  @Access('read:analytics')
  @FieldResolver(() => AnalyticsSummary, {
    nullable: true,
    description: 'Analytics of the link. Needs the scope `read:analytics`.',
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
  @FieldResolver(() => ClickConnection, {
    nullable: true,
    description: 'Clicks on the link, newest first. Needs the scope `read:analytics`.',
  })
  clicks(
    @Root() link: Link,
    @Args(() => LinkClicksArgs) args: LinkClicksArgs,
    @Ctx() context: RequestContext,
  ): Promise<ClickConnection> {
    return this.clickService.paginateLink(context, link.id, args)
  }
}
