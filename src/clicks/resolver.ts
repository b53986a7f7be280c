import { Arg, Args, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../access/marks.ts'
import type { Context } from '../graphql/context.ts'
import { Fails, GraphOnly } from '../graphql/marks.ts'
import { Link, LinkNotFound } from '../links/index.ts'
import { Rest } from '../rest/mark.ts'
import { AnalyticsArgs } from './analytics.args.ts'
import { Analytics } from './analytics.ts'
import { ClicksArgs } from './args.ts'
import { Click } from './click.ts'
import { AccountAnalytics, AnalyticsSummary } from './summary.ts'

@Resolver(() => Click)
export class ClickResolver {
  readonly #analytics: Analytics

  constructor(context: Context) {
    this.#analytics = context.use(Analytics)
  }

  @Rest('GET /clicks/analytics/{urlId}', 200)
  @Access('read:analytics')
  @Fails(LinkNotFound)
  @Query(() => AnalyticsSummary, { description: 'The clicks of one link of the caller, summed up.' })
  clickAnalytics(
    @Arg('urlId', () => ID, { description: 'Identifier of the link.' }) urlId: string,
    @Args(() => AnalyticsArgs) wish: AnalyticsArgs,
  ): Promise<AnalyticsSummary> {
    return this.#analytics.summarize(urlId, wish)
  }

  @Rest('GET /clicks/analytics', 200)
  @Access('read:analytics')
  @Query(() => AccountAnalytics, {
    description: 'The clicks on all links of the caller, summed up, and its top links.',
  })
  accountAnalytics(@Args(() => AnalyticsArgs) wish: AnalyticsArgs): Promise<AccountAnalytics> {
    return this.#analytics.summarizeAll(wish)
  }

  @Rest('GET /clicks', 200)
  @Access('read:analytics')
  @Query(() => [Click], { description: "Clicks on all the caller's links, newest first, a page at a time." })
  clicks(@Args(() => ClicksArgs) wish: ClicksArgs): Promise<Click[]> {
    return this.#analytics.list(wish)
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
