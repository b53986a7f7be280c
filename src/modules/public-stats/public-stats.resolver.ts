import { Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql'
import { Open } from '../../platform/auth/authorization.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { SafeInt } from '../../platform/graphql/scalars.ts'
import { Rest } from '../../platform/rest/rest.decorator.ts'
import { type PublicStatsCache, publicStatsTtlSeconds } from './public-stats-cache.ts'

@ObjectType({ description: 'What the whole service holds, computed once in five minutes.' })
export class PublicStats {
  @Field(() => SafeInt, { description: 'Short links there are, those made without an account included.' })
  totalLinks!: number

  @Field(() => SafeInt, {
    description: 'Clicks by people, ever: those of links that have been deleted meanwhile are not taken off.',
  })
  totalClicks!: number

  @Field(() => SafeInt, { description: 'Accounts there are.' })
  totalUsers!: number

  @Field(() => SafeInt, {
    description: 'Accounts, each a workspace of its own, of whose links one was made, changed or clicked in 30 days.',
  })
  activeWorkspaces!: number
}

/** The public statistics for one request, which also tells how old they are. */
export class PublicStatsService {
  readonly #publicStatsCache: PublicStatsCache

  constructor(publicStatsCache: PublicStatsCache) {
    this.#publicStatsCache = publicStatsCache
  }

  async read(context: RequestContext): Promise<PublicStats> {
    const cache = this.#publicStatsCache
    const stats = await cache.getStats()
    context.setAgeSeconds(cache.getAgeSeconds(stats))
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
  @Query(() => PublicStats, { description: 'What the whole service holds, in numbers. For anyone.' })
  publicStats(@Ctx() context: RequestContext): Promise<PublicStats> {
    return this.#publicStats.read(context)
  }
}
