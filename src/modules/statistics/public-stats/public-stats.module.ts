import { defineModule, type Module } from '../../../platform/module.ts'
import { clicksModule } from '../../visits/clicks/index.ts'
import { DeletedLinkClicks, PublicStats } from './public-stats.entity.ts'
import { PublicStatsResolver } from './public-stats.resolver.ts'
import { PublicStatsCache } from './public-stats-cache.ts'

export interface PublicStatsModule extends Module {
  readonly publicStatsCache: PublicStatsCache
}

/** Public totals of the installation. */
export const publicStatsModule = defineModule({
  entities: [PublicStats, DeletedLinkClicks],
  resolvers: [PublicStatsResolver],
  uses: [clicksModule],
  create({ orm, clock, log }, { store }): PublicStatsModule {
    const publicStatsCache = new PublicStatsCache(orm, store, clock, log)
    return {
      publicStatsCache,
      resolvers: [new PublicStatsResolver(publicStatsCache)],
      stop: () => publicStatsCache.close(),
    }
  },
})
