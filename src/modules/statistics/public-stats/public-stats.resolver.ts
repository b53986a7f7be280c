import { Ctx, Query, Resolver } from 'type-graphql'
import { Open } from '../../../platform/auth/authorization.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { PublicStats } from './public-stats.entity.ts'
import { type PublicStatsCache, publicStatsTtlSeconds } from './public-stats-cache.ts'

@Resolver(() => PublicStats)
export class PublicStatsResolver {
  constructor(private readonly publicStatsCache: PublicStatsCache) {}

  @Rest('GET /public-stats', 200, { maxAgeSeconds: publicStatsTtlSeconds })
  @Open()
  @Price('lookup')
  @Query(() => PublicStats, { description: 'Totals of the whole installation. Public.' })
  publicStats(@Ctx() context: RequestContext): Promise<PublicStats> {
    return this.publicStatsCache.answer(context)
  }
}
