import type { ExecutionSummary } from '../../../platform/audit-log/operations.types.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import {
  addToHistogramSql,
  averageDurationMs,
  bucketSql,
  countMeasurements,
  type HistogramBucket,
  percentile95DurationMs,
  readHistogram,
} from '../../../platform/database/duration-histogram.queries.ts'
import { executeUnlogged } from '../../../platform/database/statements.ts'
import { dayMs } from '../../../platform/shared/time.ts'
import { Webhook } from '../webhook.entity.ts'

/** Adds a settled delivery to the histogram of its webhook, in the transaction that settles it. */
export async function recordDeliveryMetrics(em: EntityManager, deliveryId: string): Promise<void> {
  await executeUnlogged(em, recordDeliveryMetricsSql, [deliveryId])
}

/** Measurements of settled deliveries: the duration of the last attempt by state, and the time from event to arrival. */
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

const recordDeliveryMetricsSql = addToHistogramSql('webhook_sum', `${measuresSql} and id = ?`)

/** The measurements of the deliveries of some webhooks between two instants. */
export const settledDeliveryMetricsSql = `${measuresSql} and webhook_id in (?) and settled_at >= ? and settled_at < ?`

/** Deliveries are complete for this time: events are kept for 30 days, and a delivery may take some of them. */
const deliveryRetentionMs = 20 * dayMs

/** What a webhook did in a period: deliveries that were settled in it, and those open now. */
export interface WebhookMetrics {
  readonly webhook: Webhook
  readonly executions: ExecutionSummary
  /** 95th percentile of the time from event to arrival, in milliseconds; null if none arrived. */
  readonly latencyP95Ms: number | null
}

/** Summarizes each webhook of an account since an instant. The cost does not grow with the number of deliveries. */
export async function getWebhookMetrics(
  em: EntityManager,
  ownerId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<WebhookMetrics[]> {
  const webhooks = await em.find(Webhook, { owner: ownerId }, { orderBy: { createdAt: 'desc', id: 'desc' } })
  const ids = webhooks.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = { sql: settledDeliveryMetricsSql, since: new Date(to.getTime() - deliveryRetentionMs) }
  const bucketsByWebhook = Map.groupBy(
    await readHistogram(em, 'webhook_sum', { subjectIds: ids, from, rows }),
    ({ subjectId }) => subjectId,
  )
  const openRows = await executeUnlogged<{ id: string; count: number }>(em, openDeliveriesSql, [ids])
  const openCounts = new Map(openRows.map(({ id, count }) => [id, count]))
  return webhooks.map((webhook) =>
    toWebhookMetrics(webhook, bucketsByWebhook.get(webhook.id) ?? [], openCounts.get(webhook.id) ?? 0, from),
  )
}

function toWebhookMetrics(
  webhook: Webhook,
  buckets: readonly HistogramBucket[],
  running: number,
  from: Date,
): WebhookMetrics {
  const bucketsOf = (measureName: string) => buckets.filter(({ measure }) => measure === measureName)
  const settled = buckets.filter(({ measure }) => measure !== 'latency')
  const succeeded = countMeasurements(bucketsOf('succeeded'))
  const failed = countMeasurements(bucketsOf('exhausted'))
  const { lastDeliveryAt, lastError, lastFailureAt } = webhook
  const executions = {
    executions: succeeded + failed + running,
    succeeded,
    failed,
    running,
    averageDurationMs: averageDurationMs(settled),
    p95DurationMs: percentile95DurationMs(settled),
    lastExecutionAt: lastDeliveryAt,
    lastError: lastFailureAt && lastFailureAt >= from ? lastError : null,
  }
  return { webhook, executions, latencyP95Ms: percentile95DurationMs(bucketsOf('latency')) }
}

/** The condition is that of `webhook_delivery_open_index`. */
const openDeliveriesSql = `
  select webhook_id as id, count(*)::int as count from webhook_delivery
   where webhook_id in (?) and state in ('pending', 'delivering', 'failed') group by webhook_id`

/** Deliveries of one webhook that are read, those exhausted last. */
const maxScannedDeliveries = 200

/**
 * Counts the events each webhook has missed since an instant. An event that arrived by another delivery, or still may
 * arrive, was not missed. The result leaves out webhooks that missed none.
 */
export async function countMissedEvents(
  em: EntityManager,
  webhookIds: readonly string[],
  from: Date,
): Promise<Map<string, number>> {
  if (webhookIds.length === 0) return new Map()
  const rows = await executeUnlogged<{ id: string; count: number }>(em, missedSql, [
    JSON.stringify(webhookIds),
    from,
    maxScannedDeliveries,
  ])
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/**
 * The condition is that of `webhook_delivery_exhausted_index`. With `limit 1` PostgreSQL looks up each event instead of
 * reading all deliveries.
 */
const missedSql = `
  select exhausted.webhook_id as id, count(distinct exhausted.event_id)::int as count
    from jsonb_array_elements_text(?::jsonb) as wanted (webhook_id)
   cross join lateral (
     select webhook_id, event_id from webhook_delivery
      where webhook_id = wanted.webhook_id and state = 'exhausted' and settled_at >= ?
      order by settled_at desc limit ?) as exhausted
    left join lateral (
      select true as found from webhook_delivery as other
       where other.event_id = exhausted.event_id and other.webhook_id = exhausted.webhook_id and other.state <> 'exhausted'
       limit 1) as another on true
   where another.found is null
   group by exhausted.webhook_id`
