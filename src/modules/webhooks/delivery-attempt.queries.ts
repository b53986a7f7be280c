import type { EntityManager } from '../../platform/database/database.ts'
import { executeUnlogged } from '../../platform/database/statements.ts'
import { deleteEventSubscription } from '../../platform/events/event-subscriptions.ts'
import type { DeliveryState } from './delivery.types.ts'
import { recordDeliveryMetrics } from './delivery-metrics.queries.ts'
import type { DisabledReason } from './webhook.entity.ts'

/** A delivery that this process alone may attempt now. */
export interface ClaimedDelivery {
  readonly id: string
  readonly webhookId: string
  readonly eventId: string
  /** The number of this attempt. */
  readonly attempt: number
  readonly payload: string
  readonly url: string
  /** A delivery that was asked for to see whether it arrives: one attempt, and it says nothing of the endpoint. */
  readonly isTest: boolean
  /** The newest first; two for a day after a rotation. */
  readonly sealedSecrets: readonly Uint8Array[]
}

export interface AttemptOutcome {
  readonly state: DeliveryState
  readonly httpStatus: number | null
  readonly durationMs: number
  readonly responseBody: string | null
  readonly error: string | null
  readonly nextAttemptAt: Date | null
}

/** How an endpoint stands after an attempt. */
export interface EndpointHealth {
  readonly webhookId: string
  readonly ownerId: string
  readonly name: string
  /** Failed attempts in a row, and how many there were before this one. */
  readonly failures: number
  readonly failuresBefore: number
  /** Since when it has been failing; null when it is not. */
  readonly since: Date | null
}

/**
 * Takes a delivery that is due, so that no other process attempts it meanwhile; null when it is none any more. One whose
 * webhook was switched off leaves the queue, and is taken up again when it is switched on.
 */
export async function claimDelivery(
  em: EntityManager,
  id: string,
  now: Date,
  claimedUntil: Date,
): Promise<ClaimedDelivery | null> {
  type ClaimedDeliveryRow = Omit<ClaimedDelivery, 'sealedSecrets'> & { secret: Uint8Array; previous: Uint8Array | null }
  const [row] = await executeUnlogged<ClaimedDeliveryRow>(em, claimSql, [claimedUntil, now, id, now])
  if (!row) {
    await executeUnlogged(
      em,
      `update webhook_delivery set is_queued = false where id = ? and state in ('pending', 'failed')`,
      [id],
    )
    return null
  }
  const { secret, previous, ...claimed } = row
  return { ...claimed, sealedSecrets: previous ? [secret, previous] : [secret] }
}

/**
 * Writes down what came of an attempt. Answers how the endpoint stands; null for a test, which says nothing of it, and
 * if the claim was over before.
 */
export async function recordAttempt(
  em: EntityManager,
  claimed: ClaimedDelivery,
  startedAt: Date,
  outcome: AttemptOutcome,
): Promise<EndpointHealth | null> {
  const { id, attempt, webhookId, isTest } = claimed
  const { state, httpStatus, durationMs, responseBody, error, nextAttemptAt } = outcome
  const attemptResult = [httpStatus, durationMs, responseBody, error]
  const isSettled = nextAttemptAt === null && !isTest
  const settledAt = isSettled ? new Date(startedAt.getTime() + durationMs) : null
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
  if (isTest) return null
  const isSuccess = state === 'succeeded'
  const [health] = await executeUnlogged<Omit<EndpointHealth, 'since'> & { since: string | null }>(
    em,
    updateEndpointHealthSql,
    [...[webhookId, isSuccess, isSuccess, startedAt], ...[startedAt, httpStatus, error, isSuccess, startedAt]],
  )
  // After the webhook's row, which is the lock: two that settle at once take turns.
  if (isSettled) await recordDeliveryMetrics(em, id)
  return health ? { ...health, since: health.since === null ? null : new Date(health.since) } : null
}

/**
 * Ends an endpoint that nobody is behind any more. What waits for it stays, should its owner switch it on again. Answers
 * whether it was not ended before.
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

const claimSql = `
  update webhook_delivery d
     set state = 'delivering', attempt = d.attempt + 1, claimed_until = ?, next_attempt_at = null
    from webhook w, event e
   cross join lateral (select ?::timestamptz as now) as present
   where d.id = ? and w.id = d.webhook_id and e.id = d.event_id and d.state in ('pending', 'failed')
     and d.next_attempt_at <= ?::timestamptz and (w.is_active or e.kind = 'webhook.test')
  returning d.id, d.webhook_id as "webhookId", d.event_id as "eventId", d.attempt, e.payload, w.url,
            e.kind = 'webhook.test' as "isTest", w.sealed_secret as secret,
            case when w.previous_secret_until > present.now then w.sealed_previous_secret end as previous`

/** Holds the webhook before the delivery, as who deletes it does: the other way round each would wait for the other. */
const settleDeliverySql = `
  with held as materialized (select id from webhook where id = ? for no key update)
  update webhook_delivery as delivery
     set state = ?, http_status = ?, duration_ms = ?, response_body = ?, error = ?, next_attempt_at = ?,
         settled_at = ?, claimed_until = null, is_queued = false
    from held
   where delivery.webhook_id = held.id and delivery.id = ? and attempt = ? and state = 'delivering'
  returning delivery.id`

const insertAttemptSql = `
  insert into webhook_attempt (delivery_id, number, started_at, http_status, duration_ms, response_body, error)
  values (?, ?, ?, ?, ?, ?, ?)`

const updateEndpointHealthSql = `
  with before as (select id, failure_count from webhook where id = ? for no key update)
  update webhook
     set failure_count = case when ? then 0 else webhook.failure_count + 1 end,
         failing_since = case when ? then null else coalesce(failing_since, ?) end,
         last_delivery_at = ?, last_status = ?, last_error = coalesce(?, last_error),
         last_failure_at = case when ? then last_failure_at else ? end
    from before where webhook.id = before.id
  returning webhook.id as "webhookId", owner_id as "ownerId", name, webhook.failure_count as failures,
            before.failure_count as "failuresBefore", failing_since as since`
