export { AnalyticsArgs } from './analytics/analytics.inputs.ts'
export { AnalyticsService } from './analytics/analytics.service.ts'
export { Click, type Trigger } from './click.entity.ts'
export type { ClicksModule } from './clicks.module.ts'
export { type ExpiredLinkInUse, findExpiredLinksInUse } from './rollups/rollup.queries.ts'
export { LinkClicksResolver } from './click.resolver.ts'
export { ClickFeed } from './live/click-feed.ts'
export { LiveClicksResolver } from './live/live-clicks.resolver.ts'
export { ClickPipeline } from './click-pipeline.ts'
export type { ClickRecorder } from './tracking/click-recorder.ts'
export { ClickResolver } from './click.resolver.ts'
export { prepareClickScan as prepareClickScan } from './rollups/fold.queries.ts'
export {
  countClicksByHour,
  countClicksByCountryAndDay,
  countClicksByCountry,
  findFirstClickHours,
  type LinkHourClicks,
  findLinksWithClicks,
} from './rollups/rollup.queries.ts'
export { type ClickLag, readClickLag } from './rollups/fold-lag.queries.ts'
export { AnalyticsSummary } from './analytics/analytics.types.ts'
export { repairEventWatermark, publishClickEvents } from './click-events.ts'
export { countClicksByTrigger } from './rollups/rollup.queries.ts'
export { VisitorSalts } from './tracking/visitor-salts.ts'
export { readVisit, type Visit } from './tracking/visit.ts'
export { dayAt, isZone, type CalendarDate, startOfDay } from './time-zone.ts'
