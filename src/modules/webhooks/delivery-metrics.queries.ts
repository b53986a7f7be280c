import type { ExecutionSummary } from '../../platform/audit-log/operations.types.ts'
import type { EntityManager } from '../../platform/database/database.ts'
import {
  addToHistogramSql,
  averageDurationMs,
  bucketSql,
  countMeasurements,
  type HistogramBucket,
  percentile95DurationMs,
  readHistogram,
} from '../../platform/database/duration-histogram.queries.ts'
import { executeUnlogged } from '../../platform/database/statements.ts'
import { Webhook } from './webhook.entity.ts'

/** Adds a delivery that has just been settled to the sums of its webhook, in the transaction that settles it. */
export async function recordDeliveryMetrics(em: EntityManager, deliveryId: string): Promise<void> {
  await executeUnlogged(em, recordDeliveryMetricsSql, [deliveryId])
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

const recordDeliveryMetricsSql = addToHistogramSql('webhook_sum', `${measuresSql} and id = ?`)

/** The same of the deliveries of some webhooks from an instant on and up to another, from their rows. */
export const settledDeliveryMetricsSql = `${measuresSql} and webhook_id in (?) and settled_at >= ? and settled_at < ?`

/** How long deliveries are all there: events are kept for 30 days, and one is on its way for some of them. */
const deliveryRetentionMs = 20 * 24 * 3600 * 1000

/** What a webhook did in a time. Those deliveries count that arrived or were given up in it, and those on their way now. */
export interface WebhookMetrics {
  readonly webhook: Webhook
  readonly executions: ExecutionSummary
  /** The time from an event to its arrival that 95 of 100 did not exceed, in milliseconds; null where none arrived. */
  readonly latencyP95Ms: number | null
}

/** What each webhook of an account has done from an instant on, by statements whose cost does not grow with the log. */
export async function getWebhookMetrics(
  em: EntityManager,
  ownerId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<WebhookMetrics[]> {
  const webhooks = await em.find(Webhook, { owner: ownerId }, { orderBy: { createdAt: 'desc', id: 'desc' } })
  const ids = webhooks.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = { sql: settledDeliveryMetricsSql, since: new Date(to.getTime() - deliveryRetentionMs) }
  const sums = Map.groupBy(
    await readHistogram(em, 'webhook_sum', { subjectIds: ids, from, rows }),
    ({ subjectId }) => subjectId,
  )
  const openCounts = new Map(
    (await executeUnlogged<OpenDeliveriesRow>(em, openDeliveriesSql, [ids])).map(({ id, count }) => [id, count]),
  )
  return webhooks.map((webhook) =>
    toWebhookMetrics(webhook, sums.get(webhook.id) ?? [], openCounts.get(webhook.id) ?? 0, from),
  )
}

interface OpenDeliveriesRow {
  readonly id: string
  readonly count: number
}

function toWebhookMetrics(
  webhook: Webhook,
  sums: readonly HistogramBucket[],
  running: number,
  from: Date,
): WebhookMetrics {
  const sumsOf = (measureName: string) => sums.filter(({ measure }) => measure === measureName)
  const ended = sums.filter(({ measure }) => measure !== 'latency')
  const [succeeded, failed] = [countMeasurements(sumsOf('succeeded')), countMeasurements(sumsOf('exhausted'))]
  const { lastDeliveryAt, lastError, lastFailureAt } = webhook
  const executions = {
    ...{ executions: succeeded + failed + running, succeeded, failed, running },
    ...{ averageDurationMs: averageDurationMs(ended), p95DurationMs: percentile95DurationMs(ended) },
    lastExecutionAt: lastDeliveryAt,
    lastError: lastFailureAt && lastFailureAt >= from ? lastError : null,
  }
  return { webhook, executions, latencyP95Ms: percentile95DurationMs(sumsOf('latency')) }
}

/** In the words of its index. */
const openDeliveriesSql = `
  select webhook_id as id, count(*)::int as count from webhook_delivery
   where webhook_id in (?) and state in ('pending', 'delivering', 'failed') group by webhook_id`

/** Deliveries of one webhook that are looked at, those given up last. */
const maxScannedDeliveries = 200

/**
 * How many events each of some webhooks has missed of those given up from an instant on. One that arrived in the end, or
 * is on its way again, was not missed. Webhooks that missed none are left out.
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

/** In the words of its index. The limit of 1 has each event looked up by itself, and not all deliveries read at once. */
const missedSql = `
  select given_up.webhook_id as id, count(distinct given_up.event_id)::int as count
    from jsonb_array_elements_text(?::jsonb) as asked
   cross join lateral (
     select webhook_id, event_id from webhook_delivery
      where webhook_id = asked and state = 'exhausted' and settled_at >= ?
      order by settled_at desc limit ?) as given_up
    left join lateral (
      select true as there from webhook_delivery as other
       where other.event_id = given_up.event_id and other.webhook_id = given_up.webhook_id and other.state <> 'exhausted'
       limit 1) as another on true
   where another.there is null
   group by given_up.webhook_id`
