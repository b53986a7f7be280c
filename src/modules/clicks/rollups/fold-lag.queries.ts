import type { EntityManager } from '../../../platform/database/database.ts'
import {
  addToHistogramSql,
  bucketSql,
  countMeasurements,
  percentile95DurationMs,
  readHistogram,
} from '../../../platform/database/duration-histogram.queries.ts'
import { executeUnlogged } from '../../../platform/database/statements.ts'
import { spanStartSql } from './dimensions.ts'

/** How long clicks took until they were in the sums. */
export interface ClickLag {
  /** What 95 of 100 clicks did not exceed, in milliseconds; null where there were none. */
  readonly p95Ms: number | null
  readonly clicks: number
}

/** The lag of the clicks of an account that were folded from an instant on, the whole hour of it included. */
export async function readClickLag(em: EntityManager, ownerId: string, from: Date): Promise<ClickLag> {
  const sums = await readHistogram(em, 'click_sum', { subjectIds: [ownerId], from })
  return { p95Ms: percentile95DurationMs(sums), clicks: countMeasurements(sums) }
}

/** Notes how late the clicks of a step come into the sums, in the transaction that folds them. */
export async function recordLag(em: EntityManager, step: { from: string; upto: string }, now: Date): Promise<void> {
  await executeUnlogged(em, recordLagSql, [now, now, step.from, step.upto])
}

/** A click in privacy tells its hour only, which says nothing of how late it is; and nobody asks of anonymous links. */
const recordLagSql = addToHistogramSql(
  'click_sum',
  `select owner_id as subject_id, 'lag' as measure, ?::timestamptz as at, bucket, sum(late.count) as count,
          sum(late.total_ms) as total_ms
     from (select url_id, ${bucketSql('ms')} as bucket, count(*) as count, round(sum(ms))::bigint as total_ms
             from (select url_id, greatest(extract(epoch from ?::timestamptz - created_at)::float8 * 1000, 0) as ms
                     from click
                    where tx >= ?::bigint and tx < ?::bigint and created_at <> ${spanStartSql.hour('created_at')}) as click
            group by url_id, bucket) as late
     join link on link.id = late.url_id
    where owner_id is not null
    group by owner_id, bucket`,
)
