import type { EntityManager } from '../../../../platform/database/database.ts'
import { addToHistogramSql } from '../../../../platform/database/duration-histogram.queries.ts'
import { executeUnlogged } from '../../../../platform/database/statements.ts'
import { measuresSql } from './delivery-metrics.queries.ts'

// Raw SQL, because one statement writes all changes of many successful attempts.

/** An attempt that its receiver has accepted. */
export interface SuccessfulAttempt {
  readonly id: string
  readonly webhookId: string
  readonly attempt: number
  readonly startedAt: Date
  readonly endedAt: Date
  readonly httpStatus: number | null
  readonly durationMs: number
  readonly responseBody: string
}

/**
 * Records successful attempts of webhooks that have not failed since their last recovery: for them, nothing else has to
 * be reported. Returns the ids of the recorded deliveries. The other deliveries belong to webhooks that have failed, or
 * their claim has expired.
 */
export async function recordSuccesses(
  em: EntityManager,
  attempts: readonly SuccessfulAttempt[],
): Promise<ReadonlySet<string>> {
  const rows = await executeUnlogged<{ id: string }>(em, recordSuccessesSql, [JSON.stringify(attempts)])
  return new Set(rows.map(({ id }) => id))
}

/** Locks the webhooks before their deliveries, in the order of their ids, so that no two batches deadlock. */
const recordSuccessesSql = `
  with successful_attempt as materialized (
    select *
      from jsonb_to_recordset(?::jsonb) as attempt (
             id text, "webhookId" text, attempt int, "startedAt" timestamptz, "endedAt" timestamptz,
             "httpStatus" int, "durationMs" int, "responseBody" text)),
  healthy_webhook as materialized (
    select id
      from webhook
     where id in (select "webhookId" from successful_attempt)
       and failure_count = 0
       and failing_since is null
       and coalesce(last_failure_at <= coalesce(recovered_at, '-infinity'), true)
     order by id
       for no key update),
  settled as (
    update webhook_delivery as delivery
       set state = 'succeeded', http_status = "httpStatus", duration_ms = "durationMs", response_body = "responseBody",
           error = null, next_attempt_at = null, settled_at = "endedAt", claimed_until = null
      from successful_attempt
      join healthy_webhook on healthy_webhook.id = "webhookId"
     where delivery.id = successful_attempt.id
       and delivery.webhook_id = "webhookId"
       and delivery.attempt = successful_attempt.attempt
       and state = 'delivering'
       and not is_test
    returning delivery.id, webhook_id, state, duration_ms, delivery.created_at, settled_at, "startedAt", http_status),
  attempt_row as (
    insert into webhook_attempt (delivery_id, number, started_at, http_status, duration_ms, response_body)
    select id, attempt, "startedAt", "httpStatus", "durationMs", "responseBody"
      from successful_attempt
     where id in (select id from settled)),
  updated_webhook as (
    update webhook
       set last_delivery_at = "startedAt", last_status = http_status
      from (select distinct on (webhook_id) webhook_id, "startedAt", http_status
              from settled
             order by webhook_id, "startedAt" desc) as last_attempt
     where webhook.id = webhook_id),
  measured as (${addToHistogramSql('webhook_sum', measuresSql('settled'))})
  select id from settled`
