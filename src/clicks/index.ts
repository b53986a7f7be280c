export { AnalyticsArgs } from './analytics.args.ts'
export { Analytics } from './analytics.ts'
export { Click, type Trigger } from './click.ts'
export type { ClicksModule } from './clicks.module.ts'
export { type EndedLink, endedInUse } from './ended.ts'
export { LinkClicksResolver } from './link.clicks.ts'
export { ClickFeed } from './live/feed.ts'
export { LiveClicksResolver } from './live/resolver.ts'
export { ClickPipeline } from './pipeline.ts'
export type { ClickRecorder } from './recorder.ts'
export { ClickResolver } from './resolver.ts'
export { prepare as prepareToCount } from './rollups/fold.ts'
export {
  clicksByHour,
  countriesByDay,
  countriesInHours,
  firstHours,
  type HourOfLink,
  linksClickedIn,
} from './rollups/hours.ts'
export { type ClickLag, clickLagOf } from './rollups/lag.ts'
export { AnalyticsSummary } from './summary.ts'
export { resumeTelling, tellClicks } from './telling.ts'
export { countByTrigger } from './trigger.counts.ts'
export { VisitorSalts } from './visitor/salts.ts'
export { readVisit, type Visit } from './visitor/visit.ts'
export { dayAt, isZone, type Reading, startOfDay } from './zone.ts'
