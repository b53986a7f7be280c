import type { EntityManager } from '../database/open.ts'
import { run } from '../database/quiet.ts'
import { averageOf, countOf, percentile95Of, readSums, type Sum } from '../database/sums.ts'
import type { Executions } from '../events/operations.ts'
import { settledSql } from './sums.ts'
import { Webhook } from './webhook.ts'

/** How long deliveries are all there: events are kept for 30 days, and one is on its way for some of them. */
const rowsKeptMs = 20 * 24 * 3600 * 1000

/** What a webhook did in a time. Those deliveries count that arrived or were given up in it, and those on their way now. */
export interface WebhookWork {
  readonly webhook: Webhook
  readonly executions: Executions
  /** The time from an event to its arrival that 95 of 100 did not exceed, in milliseconds; null where none arrived. */
  readonly latencyP95Ms: number | null
}

/** What each webhook of an account has done from an instant on, by statements whose cost does not grow with the log. */
export async function workOfWebhooks(
  em: EntityManager,
  ownerId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<WebhookWork[]> {
  const webhooks = await em.find(Webhook, { owner: ownerId }, { orderBy: { createdAt: 'desc', id: 'desc' } })
  const ids = webhooks.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = { sql: settledSql, since: new Date(to.getTime() - rowsKeptMs) }
  const sums = Map.groupBy(
    await readSums(em, 'webhook_sum', { subjectIds: ids, from, rows }),
    ({ subjectId }) => subjectId,
  )
  const open = new Map((await run<Open>(em, openSql, [ids])).map(({ id, count }) => [id, count]))
  return webhooks.map((webhook) => workOf(webhook, sums.get(webhook.id) ?? [], open.get(webhook.id) ?? 0, from))
}

interface Open {
  readonly id: string
  readonly count: number
}

function workOf(webhook: Webhook, sums: readonly Sum[], running: number, from: Date): WebhookWork {
  const of = (wanted: string) => sums.filter(({ measure }) => measure === wanted)
  const ended = sums.filter(({ measure }) => measure !== 'latency')
  const [succeeded, failed] = [countOf(of('succeeded')), countOf(of('exhausted'))]
  const { lastDeliveryAt, lastError, lastFailureAt } = webhook
  const executions = {
    ...{ executions: succeeded + failed + running, succeeded, failed, running },
    ...{ averageDurationMs: averageOf(ended), p95DurationMs: percentile95Of(ended) },
    lastExecutionAt: lastDeliveryAt,
    lastError: lastFailureAt && lastFailureAt >= from ? lastError : null,
  }
  return { webhook, executions, latencyP95Ms: percentile95Of(of('latency')) }
}

/** In the words of its index. */
const openSql = `
  select webhook_id as id, count(*)::int as count from webhook_delivery
   where webhook_id in (?) and state in ('pending', 'delivering', 'failed') group by webhook_id`
