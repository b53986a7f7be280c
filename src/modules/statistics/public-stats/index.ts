export type { PublicStatsModule } from './public-stats.module.ts'
export { PublicStatsCache } from './public-stats-cache.ts'
