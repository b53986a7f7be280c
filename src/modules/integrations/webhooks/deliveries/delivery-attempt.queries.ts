import type { EntityManager } from '../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../platform/database/statements.ts'
import { deleteEventSubscription } from '../../../../platform/events/event-subscriptions.ts'
import type { DisabledReason } from '../webhook.entity.ts'
import type { DeliveryState } from './delivery.entity.ts'
import { recordDeliveryMetrics } from './delivery-metrics.queries.ts'
import type { ClaimedDelivery } from './delivery-queue.queries.ts'

export interface AttemptOutcome {
  readonly state: DeliveryState
  readonly httpStatus: number | null
  readonly durationMs: number
  readonly responseBody: string | null
  readonly error: string | null
  readonly nextAttemptAt: Date | null
}

/** The state of a webhook after an attempt. */
export interface EndpointHealth {
  readonly webhookId: string
  readonly workspaceId: string
  readonly name: string
  /** Consecutive failed attempts. */
  readonly failures: number
  /** Consecutive failed attempts before this one. */
  readonly failuresBefore: number
  /** Since when the webhook has failed; null after a success. */
  readonly since: Date | null
}

/**
 * Records the outcome of an attempt. Returns the state of the webhook; null for a failed test, and when the claim has
 * expired or the webhook was deleted meanwhile.
 */
export async function recordAttempt(
  em: EntityManager,
  claimed: Pick<ClaimedDelivery, 'id' | 'webhookId' | 'attempt' | 'isTest'>,
  startedAt: Date,
  outcome: AttemptOutcome,
): Promise<EndpointHealth | null> {
  const { id, attempt, webhookId, isTest } = claimed
  const { state, httpStatus, durationMs, responseBody, error, nextAttemptAt } = outcome
  const attemptResult = [httpStatus, durationMs, responseBody, error]
  const isSettled = nextAttemptAt === null && !isTest
  const endedAt = new Date(startedAt.getTime() + durationMs)
  const settledAt = isSettled ? endedAt : null
  const updated = await executeUnlogged(em, settleDeliverySql, [
    webhookId,
    state,
    ...attemptResult,
    nextAttemptAt,
    settledAt,
    id,
    attempt,
  ])
  if (updated.length === 0) return null
  await executeUnlogged(em, insertAttemptSql, [id, attempt, startedAt, ...attemptResult])
  const isSuccess = state === 'succeeded'
  if (isTest) return isSuccess ? recoverEndpoint(em, webhookId, endedAt) : null
  const [health] = await executeUnlogged<EndpointHealthRow>(em, updateEndpointHealthSql, [
    ...[webhookId, isSuccess, isSuccess, startedAt, startedAt, httpStatus, error, isSuccess, startedAt],
  ])
  // After the update of the webhook, whose row lock orders concurrent attempts.
  if (isSettled) await recordDeliveryMetrics(em, id)
  if (!health) return null
  const { hasFailed, ...endpoint } = health
  if (isSuccess && hasFailed && (await isRedelivery(em, id))) await recoverEndpoint(em, webhookId, endedAt)
  return toEndpointHealth(endpoint)
}

interface EndpointHealthRow extends Omit<EndpointHealth, 'since'> {
  readonly since: string | null
  /** Whether an attempt has failed since the last recovery. */
  readonly hasFailed: boolean
}

function toEndpointHealth({ since, ...endpoint }: Omit<EndpointHealthRow, 'hasFailed'>): EndpointHealth {
  return { ...endpoint, since: since === null ? null : new Date(since) }
}

/** Records that an endpoint accepts events again: earlier failures no longer count for the state of the endpoint. */
async function recoverEndpoint(em: EntityManager, webhookId: string, at: Date): Promise<EndpointHealth | null> {
  const [health] = await executeUnlogged<Omit<EndpointHealthRow, 'hasFailed'>>(em, recoverSql, [webhookId, at])
  return health ? toEndpointHealth(health) : null
}

/** Whether the event of a delivery was sent to the webhook before. */
async function isRedelivery(em: EntityManager, deliveryId: string): Promise<boolean> {
  const rows = await executeUnlogged(em, earlierDeliverySql, [deliveryId])
  return rows.length > 0
}

/**
 * Switches a webhook off. The waiting deliveries stay, because the owner may switch the webhook on again. Returns false
 * if the webhook was off already.
 */
export async function disableWebhook(
  em: EntityManager,
  webhookId: string,
  reason: DisabledReason,
  now: Date,
): Promise<boolean> {
  const disabledRows = await executeUnlogged(
    em,
    'update webhook set is_active = false, disabled_at = ?, disabled_reason = ? where id = ? and is_active returning id',
    [now, reason, webhookId],
  )
  if (disabledRows.length > 0) await deleteEventSubscription(em, webhookId)
  return disabledRows.length > 0
}

/** Locks the webhook before the delivery, in the order of a deletion. The other order would lead to deadlocks. */
const settleDeliverySql = `
  with locked as materialized (select id from webhook where id = ? for no key update)
  update webhook_delivery as delivery
     set state = ?, http_status = ?, duration_ms = ?, response_body = ?, error = ?, next_attempt_at = ?,
         settled_at = ?, claimed_until = null
    from locked
   where delivery.webhook_id = locked.id and delivery.id = ? and attempt = ? and state = 'delivering'
  returning delivery.id`

const insertAttemptSql = `
  insert into webhook_attempt (delivery_id, number, started_at, http_status, duration_ms, response_body, error)
  values (?, ?, ?, ?, ?, ?, ?)`

const earlierDeliverySql = `
  select 1 from webhook_delivery as delivery
    join webhook_delivery as earlier on earlier.event_id = delivery.event_id and earlier.webhook_id = delivery.webhook_id
   where delivery.id = ? and earlier.id <> delivery.id and earlier.created_at <= delivery.created_at
   limit 1`

/** The time is not before the last recorded failure, because the clocks of two nodes may differ. */
const recoverSql = `
  with before as (select id, failure_count from webhook where id = ? for no key update)
  update webhook
     set failure_count = 0, failing_since = null,
         recovered_at = greatest(?::timestamptz, (
           select max(settled_at) from webhook_delivery where webhook_id = webhook.id and state = 'exhausted'))
    from before where webhook.id = before.id
  returning webhook.id as "webhookId", workspace_id as "workspaceId", name, 0 as failures,
            before.failure_count as "failuresBefore", failing_since as since`

/** One statement, because two attempts of a webhook may end at the same time. */
const updateEndpointHealthSql = `
  with before as (select id, failure_count from webhook where id = ? for no key update)
  update webhook
     set failure_count = case when ? then 0 else webhook.failure_count + 1 end,
         failing_since = case when ? then null else coalesce(failing_since, ?) end,
         last_delivery_at = ?, last_status = ?, last_error = coalesce(?, last_error),
         last_failure_at = case when ? then last_failure_at else ? end
    from before where webhook.id = before.id
  returning webhook.id as "webhookId", workspace_id as "workspaceId", name, webhook.failure_count as failures,
            before.failure_count as "failuresBefore", failing_since as since,
            coalesce(last_failure_at > coalesce(recovered_at, '-infinity'), false) as "hasFailed"`
