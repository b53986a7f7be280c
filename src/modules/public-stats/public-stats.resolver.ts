import { Ctx, Query, Resolver } from 'type-graphql'
import { Open } from '../../platform/auth/authorization.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { Rest } from '../../platform/rest/rest.decorator.ts'
import { PublicStats } from './public-stats.entity.ts'
import { type PublicStatsCache, publicStatsTtlSeconds } from './public-stats-cache.ts'

/** Answers a request from the cache, with the age of the answer. */
export class PublicStatsService {
  readonly #publicStatsCache: PublicStatsCache

  constructor(publicStatsCache: PublicStatsCache) {
    this.#publicStatsCache = publicStatsCache
  }

  async read(context: RequestContext): Promise<PublicStats> {
    const stats = await this.#publicStatsCache.getStats()
    context.setAgeSeconds(this.#publicStatsCache.getAgeSeconds(stats))
    return stats
  }
}

@Resolver(() => PublicStats)
export class PublicStatsResolver {
  readonly #publicStats: PublicStatsService

  constructor(publicStats: PublicStatsService) {
    this.#publicStats = publicStats
  }

  @Rest('GET /public-stats', 200, { maxAgeSeconds: publicStatsTtlSeconds })
  @Open()
  @Query(() => PublicStats, { description: 'Totals of the whole installation. Public.' })
  publicStats(@Ctx() context: RequestContext): Promise<PublicStats> {
    return this.#publicStats.read(context)
  }
}
