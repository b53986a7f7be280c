import { computeFailureRate, type ExecutionSummary } from '../../../../platform/audit-log/operations.types.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import {
  addToHistogramSql,
  averageDurationMs,
  bucketSql,
  countMeasurements,
  type HistogramBucket,
  percentile95DurationMs,
  readHistogram,
} from '../../../../platform/database/duration-histogram.queries.ts'
import { executeUnlogged } from '../../../../platform/database/statements.ts'
import { dayMs, hourMs, secondMs } from '../../../../platform/shared/time.ts'
import { Webhook } from '../webhook.entity.ts'

/** Adds a settled delivery to the histogram of its webhook, in the transaction that settles it. */
export async function recordDeliveryMetrics(em: EntityManager, deliveryId: string): Promise<void> {
  await executeUnlogged(em, recordDeliveryMetricsSql, [deliveryId])
}

/** Measurements of settled deliveries: the duration of the last attempt by state, and the time from event to arrival. */
export const measuresSql = (deliveries: string) => `
  select webhook_id as subject_id, measure, settled_at as at, ${bucketSql('ms')} as bucket, 1 as count,
         round(ms)::bigint as total_ms
    from ${deliveries}
   cross join lateral (
     values (state, duration_ms::float8),
            ('latency', case when state = 'succeeded'
                             then extract(epoch from settled_at - created_at)::float8 * 1000 end)
   ) as measured (measure, ms)
   where settled_at is not null and ms is not null`

const recordDeliveryMetricsSql = addToHistogramSql('webhook_sum', `${measuresSql('webhook_delivery')} and id = ?`)

/** The measurements of the deliveries of some webhooks between two instants. */
export const settledDeliveryMetricsSql = `${measuresSql('webhook_delivery')} and webhook_id in (?) and settled_at >= ? and settled_at < ?`

/** For this time the table has all deliveries: events are kept for 30 days, and a delivery may take several days. */
const deliveryRetentionMs = 20 * dayMs

/**
 * After this time, the latency of a delivery that has not arrived is its present age. When its attempts have failed for
 * `overdueMs`, it counts as a failure. Otherwise nothing would be measured while an endpoint is down.
 */
const lateMs = 10 * secondMs
const overdueMs = hourMs

/** What a webhook did in a period: deliveries that were settled in the period, and deliveries that are open now. */
export interface WebhookMetrics {
  readonly webhook: Webhook
  /** Overdue deliveries count as failed. */
  readonly executions: ExecutionSummary
  /** Failed deliveries since the endpoint last recovered, divided by the failed and the successful ones. */
  readonly currentFailureRate: number
  /** 95th percentile of the time from event to arrival, or until now, in milliseconds; null if there was none. */
  readonly latencyP95Ms: number | null
  readonly latencySamples: number
}

/**
 * Summarizes each webhook of an account since an instant. The cost does not grow with the number of settled deliveries.
 */
export async function getWebhookMetrics(
  em: EntityManager,
  workspaceId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<WebhookMetrics[]> {
  const webhooks = await findWebhooks(em, workspaceId)
  const ids = webhooks.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = { sql: settledDeliveryMetricsSql, since: new Date(to.getTime() - deliveryRetentionMs) }
  const settledByWebhook = Map.groupBy(
    await readHistogram(em, 'webhook_sum', { subjectIds: ids, from, rows }),
    ({ subjectId }) => subjectId,
  )
  const overdueBefore = new Date(to.getTime() - overdueMs)
  const openRows = await executeUnlogged<OpenBucket>(em, openDeliveriesSql, [to, overdueBefore, ids])
  const openByWebhook = Map.groupBy(openRows, ({ subjectId }) => subjectId)
  const exhaustedRows = await executeUnlogged<{ id: string; count: number }>(em, exhaustedSinceRecoverySql, [ids, from])
  const exhaustedCounts = new Map(exhaustedRows.map(({ id, count }) => [id, count]))
  return webhooks.map((webhook) =>
    toWebhookMetrics(webhook, from, {
      settled: settledByWebhook.get(webhook.id) ?? [],
      open: openByWebhook.get(webhook.id) ?? [],
      exhaustedSinceRecovery: exhaustedCounts.get(webhook.id) ?? 0,
    }),
  )
}

/** The webhooks of a workspace, newest first. */
export function findWebhooks(em: EntityManager, workspaceId: string): Promise<Webhook[]> {
  return em.find(Webhook, { workspace: workspaceId }, { orderBy: { createdAt: 'desc', id: 'desc' } })
}

/** Open deliveries by the time since their event. */
interface OpenBucket extends HistogramBucket {
  readonly overdue: number
  readonly overdueSinceRecovery: number
}

interface DeliveryCounts {
  readonly settled: readonly HistogramBucket[]
  readonly open: readonly OpenBucket[]
  readonly exhaustedSinceRecovery: number
}

function toWebhookMetrics(
  webhook: Webhook,
  from: Date,
  { settled, open, exhaustedSinceRecovery }: DeliveryCounts,
): WebhookMetrics {
  const bucketsOf = (measureName: string) => settled.filter(({ measure }) => measure === measureName)
  const ended = settled.filter(({ measure }) => measure !== 'latency')
  const latencies = [...bucketsOf('latency'), ...open.filter(({ measure }) => measure === 'late')]
  const succeeded = countMeasurements(bucketsOf('succeeded'))
  const exhausted = countMeasurements(bucketsOf('exhausted'))
  const overdue = open.reduce((sum, bucket) => sum + bucket.overdue, 0)
  const overdueSinceRecovery = open.reduce((sum, bucket) => sum + bucket.overdueSinceRecovery, 0)
  const failed = exhausted + overdue
  // A webhook that is switched off sends nothing.
  const running = webhook.isActive ? countMeasurements(open) - overdue : 0
  const hasRecovered = webhook.recoveredAt !== null && webhook.recoveredAt >= from
  const failedSinceRecovery = (hasRecovered ? exhaustedSinceRecovery : exhausted) + overdueSinceRecovery
  const { lastDeliveryAt, lastError, lastFailureAt } = webhook
  const executions = {
    executions: succeeded + failed + running,
    succeeded,
    failed,
    running,
    averageDurationMs: averageDurationMs(ended),
    p95DurationMs: percentile95DurationMs(ended),
    lastExecutionAt: lastDeliveryAt,
    lastError: lastFailureAt && lastFailureAt >= from ? lastError : null,
  }
  return {
    webhook,
    executions,
    currentFailureRate: computeFailureRate({ succeeded, failed: failedSinceRecovery }),
    latencyP95Ms: percentile95DurationMs(latencies),
    latencySamples: countMeasurements(latencies),
  }
}

/**
 * The first condition is the same as in `webhook_delivery_open_index`. When the owner has switched a webhook off, its
 * deliveries wait on purpose. Tests are left out, like in the histogram.
 */
const openDeliveriesSql = `
  select webhook_id as "subjectId", case when ms > ${lateMs} then 'late' else 'open' end as measure,
         ${bucketSql('ms')} as bucket, count(*)::int as count, sum(ms)::float8 as "totalMs",
         count(*) filter (where is_overdue)::int as overdue,
         count(*) filter (where is_overdue and created_at > coalesce(recovered_at, '-infinity'))::int
           as "overdueSinceRecovery"
    from (select webhook_id, delivery.created_at, webhook.recovered_at,
                 greatest(extract(epoch from ?::timestamptz - delivery.created_at)::float8 * 1000, 0) as ms,
                 (state = 'failed' or attempt > 1) and delivery.created_at <= ?::timestamptz as is_overdue
            from webhook_delivery as delivery join webhook on webhook.id = delivery.webhook_id
           where state in ('pending', 'delivering', 'failed') and webhook_id in (?) and not is_test
             and (webhook.is_active or webhook.disabled_at is not null)) as open
   group by 1, 2, 3`

/** The condition is the same as in `webhook_delivery_exhausted_index`. */
const exhaustedSinceRecoverySql = `
  select webhook_id as id, count(*)::int as count
    from webhook_delivery join webhook on webhook.id = webhook_delivery.webhook_id
   where webhook_id in (?) and webhook.recovered_at >= ?
     and state = 'exhausted' and settled_at > webhook.recovered_at
   group by webhook_id`

/** The most deliveries of one webhook that are read: the deliveries that were exhausted last. */
const maxScannedDeliveries = 2_000

/** Events that a bulk redelivery sends again. */
export interface FailedEvents {
  /** Events whose last attempt failed, and that have not arrived in another delivery and can no longer arrive. */
  readonly missed: number
  /** Events that wait for another attempt. */
  readonly waiting: number
}

/** Counts the events that each webhook has not received although attempts were made. */
export async function countFailedEvents(
  em: EntityManager,
  webhookIds: readonly string[],
): Promise<Map<string, FailedEvents>> {
  if (webhookIds.length === 0) return new Map()
  const parameters = [JSON.stringify(webhookIds), maxScannedDeliveries]
  const rows = await executeUnlogged<FailedEvents & { id: string }>(em, failedEventsSql, parameters)
  return new Map(rows.map(({ id, ...events }) => [id, events]))
}

/**
 * The conditions are the same as in `webhook_delivery_exhausted_index` and `webhook_delivery_due_index`. With `limit 1`
 * PostgreSQL looks up each event instead of reading all deliveries.
 */
const failedEventsSql = `
  select webhook.id, missed.count as missed, waiting.count as waiting
    from jsonb_array_elements_text(?::jsonb) as webhook (id)
   cross join lateral (
     select count(distinct exhausted.event_id)::int as count
       from (select event_id from webhook_delivery
              where webhook_id = webhook.id and state = 'exhausted' and not is_test
              order by settled_at desc limit ?) as exhausted
       left join lateral (
         select true as found from webhook_delivery as other
          where other.event_id = exhausted.event_id and other.webhook_id = webhook.id and other.state <> 'exhausted'
          limit 1) as another on true
      where another.found is null) as missed
   cross join lateral (
     select count(*)::int as count from webhook_delivery
      where webhook_id = webhook.id and state = 'failed' and not is_test) as waiting`
