import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { addToHistogramSql, bucketSql } from '../../../../../../platform/database/duration-histogram.queries.ts'
import { executeUnlogged } from '../../../../../../platform/database/statements.ts'
import { spanStartSql } from './dimensions.queries.ts'
import { type FoldStep, stepClicksSql } from './watermark.queries.ts'

/** Adds the lag of the clicks of a step to the histogram, in the transaction that folds them. */
export async function recordLag(em: EntityManager, step: FoldStep, now: Date): Promise<void> {
  await executeUnlogged(em, recordLagSql, [now, now, step.from, step.upto])
}

/**
 * Without imported clicks, without clicks in privacy mode, whose time is truncated to the hour, and without clicks on
 * anonymous links. Clicks on one link in the same millisecond are computed together.
 */
const recordLagSql = addToHistogramSql(
  'click_sum',
  `
  select workspace_id as subject_id, 'lag' as measure, ?::timestamptz as at, bucket, sum(link_lag.count) as count,
         sum(link_lag.total_ms) as total_ms
    from (select url_id, ${bucketSql('ms')} as bucket, sum(clicks) as count, round(sum(ms * clicks))::bigint as total_ms
            from (select url_id, greatest(date_part('epoch', ?::timestamptz - created_at) * 1000, 0) as ms, clicks
                    from (select url_id, created_at, count(*) as clicks
                            from click
                           where ${stepClicksSql} and import_id is null
                           group by url_id, created_at) as instant
                   where created_at <> ${spanStartSql.hour('created_at')}) as click_lag
           group by url_id, bucket) as link_lag
    join link on link.id = link_lag.url_id
   where workspace_id is not null
   group by workspace_id, bucket`,
)
