import type { EntityManager } from '../database/open.ts'
import { run } from '../database/quiet.ts'
import { addSumsSql, bucketSql } from '../database/sums.ts'

/** Adds a delivery that has just been settled to the sums of its webhook, in the transaction that settles it. */
export async function sumUp(em: EntityManager, deliveryId: string): Promise<void> {
  await run(em, sumUpSql, [deliveryId])
}

/**
 * What is measured of settled deliveries: how long the last attempt of each took, by how it ended, and how long after its
 * event one arrived.
 */
const measuresSql = `
  select webhook_id as subject_id, measure, settled_at as at, ${bucketSql('ms')} as bucket, 1 as count,
         round(ms)::bigint as total_ms
    from webhook_delivery
   cross join lateral (
     values (state, duration_ms::float8),
            ('latency', case when state = 'succeeded'
                             then extract(epoch from settled_at - created_at)::float8 * 1000 end)
   ) as measured (measure, ms)
   where settled_at is not null and ms is not null`

const sumUpSql = addSumsSql('webhook_sum', `${measuresSql} and id = ?`)

/** The same of the deliveries of some webhooks from an instant on and up to another, from their rows. */
export const settledSql = `${measuresSql} and webhook_id in (?) and settled_at >= ? and settled_at < ?`
