import type { CountRow, DeletedPeriod, VisitorSource } from '../store/click-query.ts'
import { bucketStarts, chooseUnit, findBucketEnd, overlaps } from '../time-range.ts'
import type { AnalyticsQuery } from './analytics.inputs.ts'
import type { Bucket, BucketVisitorsMissing } from './bucket.types.ts'
import { type CountedRange, findClickPeriods, findDeletedParts } from './deleted-clicks.ts'

/** The buckets of a series. */
export interface Series {
  readonly starts: readonly Date[]
  /** The end of the last bucket. */
  readonly end: Date
}

/**
 * The series of a query. Without a `from`, it begins at the first click; without a click before `to` it is empty. Throws
 * `InvalidParams` for too many buckets.
 */
export function createSeries({ range, now, timezone, unit }: AnalyticsQuery, firstClick: Date | null): Series {
  const from = range.from ?? firstClick
  if (from === null || (range.to && from >= range.to)) return { starts: [], end: now }
  // Includes the clicks of this millisecond.
  const to = range.to ?? new Date(Math.max(now.getTime(), from.getTime()) + 1)
  const bucketUnit = unit === 'auto' ? chooseUnit(to.getTime() - from.getTime()) : unit
  const starts = bucketStarts(bucketUnit, timezone, from, to)
  const last = starts.at(-1)
  return { starts, end: last ? findBucketEnd(bucketUnit, timezone, last) : to }
}

export interface BucketOptions extends CountedRange {
  readonly query: AnalyticsQuery
  readonly series: Series
  readonly visitorSource: VisitorSource
  readonly deleted: DeletedPeriod | null
}

/** All buckets of the series, including those without clicks, and why visitors are missing in some. */
export function buildBuckets(
  counts: readonly CountRow[],
  { query, range, totalDays, series: { starts, end }, visitorSource, deleted }: BucketOptions,
): { timeseries: Bucket[]; bucketVisitorsMissing: BucketVisitorsMissing | null } {
  const { now } = query
  const deletedParts = findDeletedParts(
    visitorSource === 'days' ? findClickPeriods({ range, totalDays }) : [range],
    deleted,
  )
  const timeseries = starts.map((timestamp, index): Bucket => {
    const bucketEnd = starts[index + 1] ?? end
    const isComplete =
      bucketEnd <= now && timestamp >= (range.from ?? timestamp) && bucketEnd <= (range.to ?? bucketEnd)
    const hasDeleted = deletedParts.some((part) => overlaps(part, { from: timestamp, to: bucketEnd }))
    const uniqueVisitors = visitorSource === null || hasDeleted ? null : 0
    return { timestamp, isPartial: !isComplete, clicks: 0, uniqueVisitors, botClicks: 0 }
  })
  for (const { grouping, value, clicks, visitors, botClicks } of counts) {
    const bucket = grouping === 'bucket' && timeseries[Math.max(Number(value), 1) - 1]
    if (!bucket) continue
    bucket.clicks += clicks
    bucket.botClicks += botClicks
    if (bucket.uniqueVisitors !== null) bucket.uniqueVisitors += visitors
  }
  const isMissing = timeseries.some(({ uniqueVisitors }) => uniqueVisitors === null)
  const reason = visitorSource === null ? 'too_many_clicks' : 'clicks_deleted'
  return { timeseries, bucketVisitorsMissing: isMissing ? reason : null }
}
