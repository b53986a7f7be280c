export { SharedStatsPage } from './shared-stats-page.entity.ts'
export { sharedStatsPlanLimit } from './shared-stats-page.service.ts'
