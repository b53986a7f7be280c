import type { EntityManager } from './open.ts'
import { run } from './quiet.ts'

/** Tables of sums. Each is about one kind of subject: a webhook, a kind of sweep, the clicks of an account. */
const tables = ['webhook_sum', 'sweep_sum', 'click_sum'] as const
export type SumTable = (typeof tables)[number]

/** How much wider each bucket of a measurement is than the one before: what is read from them is right to 5 %. */
const growth = 1.1

const hourMs = 3600 * 1000
const dayMs = 24 * hourMs

/** What was measured of one subject in a time: how often a value of this bucket, and those values added up. */
export interface Sum {
  readonly subjectId: string
  readonly measure: string
  readonly bucket: number
  readonly count: number
  readonly totalMs: number
}

/** What is asked of a table of sums. */
export interface SumsWish {
  readonly subjectIds: readonly string[]
  readonly from: Date
  /** Statement over the measurements themselves, where they are still kept, of an instant and up to another. */
  readonly rows?: { readonly sql: string; readonly since: Date }
}

/** The bucket of a duration in milliseconds. */
export const bucketSql = (ms: string) => `floor(ln(greatest(${ms}, 1)::float8) / ln(${growth}::float8))::int`

/**
 * Adds measurements to the sums of their hour and their day, in the transaction of what was measured. `given` is a query
 * of rows of subject_id, measure, at, bucket, count and total_ms.
 */
export const addSumsSql = (table: SumTable, given: string) => `
  insert into ${table} as kept (subject_id, span, starts_at, measure, bucket, count, total_ms)
  select subject_id, span, starts_at, measure, bucket, sum(count), sum(total_ms)
    from (${given}) as given
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
export async function readSums(em: EntityManager, table: SumTable, wish: SumsWish): Promise<Sum[]> {
  const { subjectIds, from, rows } = wish
  if (subjectIds.length === 0) return []
  const isKept = rows !== undefined && from >= rows.since
  const hour = isKept ? ceiling(from, hourMs) : new Date(from.getTime() - (from.getTime() % hourMs))
  const values = [[...subjectIds], hour, ceiling(hour, dayMs), ceiling(hour, dayMs)]
  const tail = isKept
    ? ` union all select subject_id, measure, bucket, count, total_ms from (${rows.sql}) as fresh`
    : ''
  return run<Sum>(em, readSql(table, tail), isKept ? [...values, [...subjectIds], from, hour] : values)
}

/** Forgets the sums of what was before an instant. */
export async function forgetSums(em: EntityManager, before: Date): Promise<void> {
  for (const table of tables) await run(em, `delete from ${table} where starts_at < ?`, [before])
}

export function countOf(sums: readonly Sum[]): number {
  return sums.reduce((count, sum) => count + sum.count, 0)
}

/** In whole milliseconds; null of nothing. */
export function averageOf(sums: readonly Sum[]): number | null {
  const count = countOf(sums)
  return count === 0 ? null : Math.round(sums.reduce((total, { totalMs }) => total + totalMs, 0) / count)
}

/** The duration that 95 of 100 do not exceed, right to 5 %, in whole milliseconds; null of nothing. */
export function percentile95Of(sums: readonly Sum[]): number | null {
  let left = Math.ceil(0.95 * countOf(sums))
  for (const { bucket, count } of sums.toSorted((a, b) => a.bucket - b.bucket)) {
    left -= count
    if (left <= 0) return Math.round(growth ** (bucket + 0.5))
  }
  return null
}

function ceiling(at: Date, lengthMs: number): Date {
  return new Date(Math.ceil(at.getTime() / lengthMs) * lengthMs)
}

const readSql = (table: SumTable, tail: string) => `
  select subject_id as "subjectId", measure, bucket, sum(count)::float8 as count, sum(total_ms)::float8 as "totalMs"
    from (select subject_id, measure, bucket, count, total_ms from ${table}
           where subject_id in (?)
             and ((span = 'hour' and starts_at >= ? and starts_at < ?) or (span = 'day' and starts_at >= ?))
          ${tail}) as each
   group by subject_id, measure, bucket`
