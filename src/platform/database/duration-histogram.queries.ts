import { dayMs, hourMs } from '../shared/time.ts'
import type { EntityManager } from './database.ts'
import { executeUnlogged } from './statements.ts'

/** Histogram tables, each for one kind of subject: a webhook, a kind of job run, the clicks of a workspace. */
const histogramTables = ['webhook_sum', 'job_run_sum', 'click_sum'] as const
export type HistogramTable = (typeof histogramTables)[number]

/**
 * Each bucket is wider than the one before by this factor: the logarithmic buckets of DDSketch
 * (docs/decisions/command-center.md), so two values of one bucket differ by at most 2 %.
 */
export const bucketGrowth = 1.02

/** One bucket of one measure of a subject: the number of values in it, and their sum. */
export interface HistogramBucket {
  readonly subjectId: string
  readonly measure: string
  readonly bucket: number
  readonly count: number
  readonly totalMs: number
}

export interface HistogramQuery {
  readonly subjectIds: readonly string[]
  readonly from: Date
  /** A query of the raw measurements, kept since `since`, from one instant up to another. */
  readonly rows?: { readonly sql: string; readonly since: Date }
}

/** SQL for the bucket of a duration in milliseconds: bucket n has durations above growth^(n-1), up to growth^n. */
export const bucketSql = (ms: string) => `ceil(ln(greatest(${ms}, 1)::float8) / ln(${bucketGrowth}::float8))::int`

/** SQL that adds rows of subject_id, measure, at, bucket, count and total_ms to their hour and their day. */
export const addToHistogramSql = (table: HistogramTable, measurementsSql: string) => `
  insert into ${table} as histogram (subject_id, span, starts_at, measure, bucket, count, total_ms)
  select subject_id, span, starts_at, measure, bucket, sum(count), sum(total_ms)
    from (${measurementsSql}) as measurement
   cross join lateral (
     values ('hour', date_bin('1 hour', at, timestamptz 'epoch')), ('day', date_bin('1 day', at, timestamptz 'epoch'))
   ) as period (span, starts_at)
   group by subject_id, span, starts_at, measure, bucket
   order by subject_id, span, starts_at, measure, bucket
  on conflict (subject_id, span, starts_at, measure, bucket) do update
     set count = histogram.count + excluded.count, total_ms = histogram.total_ms + excluded.total_ms`

/**
 * The histogram since an instant. Reads whole days and hours from the histogram table, so the cost does not depend on
 * the number of measurements. The incomplete first hour is read from `rows` where they are kept since then; otherwise
 * the whole hour counts. `rows.sql` selects the columns that `addToHistogramSql` takes; its parameters are the ids, the
 * first instant and the end (exclusive).
 */
export async function readHistogram(
  em: EntityManager,
  table: HistogramTable,
  query: HistogramQuery,
): Promise<HistogramBucket[]> {
  const { subjectIds, from, rows } = query
  if (subjectIds.length === 0) return []
  const hasRows = rows !== undefined && from >= rows.since
  const hour = hasRows ? roundUp(from, hourMs) : new Date(from.getTime() - (from.getTime() % hourMs))
  const values = [[...subjectIds], hour, roundUp(hour, dayMs), roundUp(hour, dayMs)]
  const tail = hasRows
    ? ` union all select subject_id, measure, bucket, count, total_ms from (${rows.sql}) as recent`
    : ''
  return executeUnlogged<HistogramBucket>(
    em,
    histogramSql(table, tail),
    hasRows ? [...values, [...subjectIds], from, hour] : values,
  )
}

/** Deletes the histograms of the time before an instant. */
export async function deleteHistogramsBefore(em: EntityManager, before: Date): Promise<void> {
  for (const table of histogramTables) await executeUnlogged(em, `delete from ${table} where starts_at < ?`, [before])
}

export function countMeasurements(buckets: readonly HistogramBucket[]): number {
  return buckets.reduce((count, each) => count + each.count, 0)
}

/** The average in whole milliseconds; null without measurements. */
export function averageDurationMs(buckets: readonly HistogramBucket[]): number | null {
  return buckets.length === 0 ? null : Math.round(averageOf(buckets))
}

/**
 * The 95th percentile in whole milliseconds, exact to 2 %; null without measurements. It is the average of the values in
 * its bucket, so it is exact where all of them are equal. It is below the average of all values only if its whole bucket
 * is: otherwise two numbers that may differ by 2 % would contradict each other.
 */
export function percentile95DurationMs(buckets: readonly HistogramBucket[]): number | null {
  let remaining = Math.ceil(0.95 * countMeasurements(buckets))
  for (const [bucket, group] of groupByBucket(buckets)) {
    remaining -= countMeasurements(group)
    if (remaining > 0) continue
    const average = averageOf(buckets)
    return Math.round(average <= bucketGrowth ** bucket ? Math.max(averageOf(group), average) : averageOf(group))
  }
  return null
}

function averageOf(buckets: readonly HistogramBucket[]): number {
  return buckets.reduce((total, { totalMs }) => total + totalMs, 0) / countMeasurements(buckets)
}

/** The buckets of all measures together, in ascending order. */
function groupByBucket(buckets: readonly HistogramBucket[]): [number, HistogramBucket[]][] {
  return [...Map.groupBy(buckets, ({ bucket }) => bucket)].toSorted(([a], [b]) => a - b)
}

function roundUp(at: Date, lengthMs: number): Date {
  return new Date(Math.ceil(at.getTime() / lengthMs) * lengthMs)
}

const histogramSql = (table: HistogramTable, tail: string) => `
  select subject_id as "subjectId", measure, bucket, sum(count)::float8 as count, sum(total_ms)::float8 as "totalMs"
    from (select subject_id, measure, bucket, count, total_ms from ${table}
           where subject_id in (?)
             and ((span = 'hour' and starts_at >= ? and starts_at < ?) or (span = 'day' and starts_at >= ?))
          ${tail}) as bucket_row
   group by subject_id, measure, bucket`
