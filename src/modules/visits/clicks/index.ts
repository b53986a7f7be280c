export { AnalyticsArgs } from './analytics/analytics.inputs.ts'
export { AnalyticsService, type ReportContext } from './analytics/analytics.service.ts'
export { AccountAnalytics, AnalyticsSummary, LinkStat } from './analytics/analytics.types.ts'
export { Click, DeviceType, Trigger } from './click.entity.ts'
export { analyticsPrice, ClickExportArgs } from './click.inputs.ts'
export { type ClicksModule, clicksModule } from './clicks.module.ts'
export { Continent, getContinent } from './continents.ts'
export { findCoordinates } from './country-coordinates.ts'
export { clickWriters } from './export/click-export.service.ts'
export { ClickFilter } from './filters/click-filter.inputs.ts'
export { type FilterValues, filterText, readFilterValues } from './filters/filter-text.ts'
export { countryCodes, filterVocabularies, findCountryCode } from './filters/filter-vocabularies.ts'
export type { PastClickImporter, PastClickOptions } from './importing/past-click-importer.ts'
export type { PastClick } from './importing/past-click-rows.ts'
export { ownerFile, segmentSuffix } from './journal/journal-folder.ts'
export { journalsFolder } from './journal/journal-place.ts'
export { publishClickEvents, repairEventWatermark } from './store/postgres/events/click-events.ts'
export { buildWhereClause } from './store/postgres/listing/click.queries.ts'
export { readClicks } from './store/postgres/listing/click-export.queries.ts'
export { prepareClickScan } from './store/postgres/rollups/fold.queries.ts'
export { readClickLag } from './store/postgres/rollups/fold-lag.queries.ts'
export {
  countClicksByCountry,
  countClicksByCountryAndDay,
  countClicksByHour,
  countClicksByTrigger,
  type ExpiredLinkInUse,
  findExpiredLinksInUse,
  findFirstClickHours,
  findLinksWithClicks,
  type LinkHourClicks,
} from './store/postgres/rollups/rollup.queries.ts'
export { countVisitorsByLink } from './store/postgres/rollups/visitor-count.queries.ts'
export { insertClicks } from './store/postgres/writing/click-insert.queries.ts'
export { Interval, intervals, resolveRange, type TimeRange } from './time-range.ts'
export type { ClickRecorder } from './tracking/click-recorder.ts'
export type { ClickRow } from './tracking/click-row.ts'
export type { CountryFinder, GeoLocation } from './tracking/country-finder.ts'
export { readVisit, type Visit } from './tracking/visit.ts'
export { VisitorSalts } from './tracking/visitor-salts.ts'
