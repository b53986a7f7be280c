import type { InsightRow } from './insight.types.ts'
import { createRow, roundToTenths } from './insight-row.ts'
import type { BucketRow, QueryResult } from './query-result.ts'
import { type Cycle, cycleParts, type Plan } from './question-plan.ts'

/**
 * Sums the buckets of a series by hour of the day, weekday or kind of day, in the time zone of the plan. Rows of
 * weekdays have the average per day.
 */
export function createCycleRows(
  { cycle, cycleIndexes, timezone }: Plan,
  { summary, part2, part3 }: QueryResult,
): InsightRow[] {
  if (cycle === null) return []
  const findIndex = createIndexer(cycle, timezone)
  const buckets = [summary, part2, part3].flatMap((part) => part?.timeseries ?? [])
  const bucketsByIndex = Map.groupBy(buckets, ({ timestamp }) => findIndex(new Date(timestamp)))
  return cycleParts[cycle].flatMap((name, index) => {
    if (cycleIndexes && !cycleIndexes.includes(index)) return []
    const ownBuckets = bucketsByIndex.get(index) ?? []
    const clicks = sumClicks(ownBuckets)
    // Buckets are days, except for the hours of the day.
    const average = cycle === 'hour' || ownBuckets.length === 0 ? null : roundToTenths(clicks / ownBuckets.length)
    return [createRow({ name, clicks, average })]
  })
}

function sumClicks(buckets: readonly BucketRow[]): number {
  return buckets.reduce((sum, { clicks }) => sum + clicks, 0)
}

/** Finds the part of the cycle to which an instant belongs. */
function createIndexer(cycle: Cycle, timeZone: string): (at: Date) => number {
  if (cycle === 'hour') {
    const format = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' })
    return (at) => Number(format.format(at))
  }
  const format = new Intl.DateTimeFormat('en', { timeZone, weekday: 'long' })
  const findWeekday = (at: Date) => cycleParts.weekday.indexOf(format.format(at))
  return cycle === 'weekday' ? findWeekday : (at) => (findWeekday(at) < 5 ? 0 : 1)
}
