import { dayMs, hourMs } from '../shared/durations.ts'
import type { EntityManager } from './database.ts'
import { executeUnlogged } from './statements.ts'

/** Tables of sums. Each is about one kind of subject: a webhook, a kind of sweep, the clicks of an account. */
const histogramTables = ['webhook_sum', 'sweep_sum', 'click_sum'] as const
export type HistogramTable = (typeof histogramTables)[number]

/** How much wider each bucket of a measurement is than the one before: what is read from them is right to 5 %. */
const bucketGrowth = 1.1

/** What was measured of one subject in a time: how often a value of this bucket, and those values added up. */
export interface HistogramBucket {
  readonly subjectId: string
  readonly measure: string
  readonly bucket: number
  readonly count: number
  readonly totalMs: number
}

/** What is asked of a table of sums. */
export interface HistogramQuery {
  readonly subjectIds: readonly string[]
  readonly from: Date
  /** Statement over the measurements themselves, where they are still kept, of an instant and up to another. */
  readonly rows?: { readonly sql: string; readonly since: Date }
}

/** The bucket of a duration in milliseconds. */
export const bucketSql = (ms: string) => `floor(ln(greatest(${ms}, 1)::float8) / ln(${bucketGrowth}::float8))::int`

/**
 * Adds measurements to the sums of their hour and their day, in the transaction of what was measured. `given` is a query
 * of rows of subject_id, measure, at, bucket, count and total_ms.
 */
export const addToHistogramSql = (table: HistogramTable, measurementsSql: string) => `
  insert into ${table} as kept (subject_id, span, starts_at, measure, bucket, count, total_ms)
  select subject_id, span, starts_at, measure, bucket, sum(count), sum(total_ms)
    from (${measurementsSql}) as given
   cross join lateral (
     values ('hour', date_bin('1 hour', at, timestamptz 'epoch')), ('day', date_bin('1 day', at, timestamptz 'epoch'))
   ) as wider (span, starts_at)
   group by subject_id, span, starts_at, measure, bucket
   order by subject_id, span, starts_at, measure, bucket
  on conflict (subject_id, span, starts_at, measure, bucket) do update
     set count = kept.count + excluded.count, total_ms = kept.total_ms + excluded.total_ms`

/**
 * What was measured from an instant on. Whole days and hours are read from the sums, so it costs the same however much
 * was measured; the part of an hour it begins with is read from `rows` where they are kept since then, and else is the
 * whole hour. `rows.sql` gives what `addSumsSql` takes, for the ids, an instant and the one before which it ends.
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
    ? ` union all select subject_id, measure, bucket, count, total_ms from (${rows.sql}) as fresh`
    : ''
  return executeUnlogged<HistogramBucket>(
    em,
    histogramSql(table, tail),
    hasRows ? [...values, [...subjectIds], from, hour] : values,
  )
}

/** Forgets the sums of what was before an instant. */
export async function deleteHistogramsBefore(em: EntityManager, before: Date): Promise<void> {
  for (const table of histogramTables) await executeUnlogged(em, `delete from ${table} where starts_at < ?`, [before])
}

export function countMeasurements(buckets: readonly HistogramBucket[]): number {
  return buckets.reduce((count, each) => count + each.count, 0)
}

/** In whole milliseconds; null of nothing. */
export function averageDurationMs(buckets: readonly HistogramBucket[]): number | null {
  const count = countMeasurements(buckets)
  return count === 0 ? null : Math.round(buckets.reduce((total, { totalMs }) => total + totalMs, 0) / count)
}

/** The duration that 95 of 100 do not exceed, right to 5 %, in whole milliseconds; null of nothing. */
export function percentile95DurationMs(buckets: readonly HistogramBucket[]): number | null {
  let remaining = Math.ceil(0.95 * countMeasurements(buckets))
  for (const { bucket, count } of buckets.toSorted((a, b) => a.bucket - b.bucket)) {
    remaining -= count
    if (remaining <= 0) return Math.round(bucketGrowth ** (bucket + 0.5))
  }
  return null
}

function roundUp(at: Date, lengthMs: number): Date {
  return new Date(Math.ceil(at.getTime() / lengthMs) * lengthMs)
}

const histogramSql = (table: HistogramTable, tail: string) => `
  select subject_id as "subjectId", measure, bucket, sum(count)::float8 as count, sum(total_ms)::float8 as "totalMs"
    from (select subject_id, measure, bucket, count, total_ms from ${table}
           where subject_id in (?)
             and ((span = 'hour' and starts_at >= ? and starts_at < ?) or (span = 'day' and starts_at >= ?))
          ${tail}) as each
   group by subject_id, measure, bucket`
