export { type PublicStatsModule, publicStatsModule } from './public-stats.module.ts'
export { PublicStatsCache } from './public-stats-cache.ts'
