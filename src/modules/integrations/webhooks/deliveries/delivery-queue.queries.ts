import type { EntityManager } from '../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../platform/database/statements.ts'
import { purgeSliceSize } from '../../../../platform/jobs/workspace-purge.ts'
import { firstOwnerSql } from '../../../identity/workspaces/index.ts'
import type { WebhookFormat } from '../webhook-format.ts'

/** A delivery that this process alone attempts until its claim expires. */
export interface ClaimedDelivery {
  readonly id: string
  readonly webhookId: string
  readonly eventId: string
  /** The number of this attempt. */
  readonly attempt: number
  readonly payload: string
  readonly url: string
  readonly format: WebhookFormat
  /** A test has one attempt. A failed test does not count for the health of its webhook. */
  readonly isTest: boolean
  /** The newest first. For a day after a rotation there are two secrets. */
  readonly sealedSecrets: readonly Uint8Array[]
}

export interface NewDeliveryRow {
  readonly id: string
  readonly eventId: string
  readonly webhookId: string
  readonly isTest: boolean
  readonly createdAt: Date
  readonly dueAt: Date
}

/** Inserts deliveries. Skips deliveries of a webhook that has been deleted meanwhile. */
export async function insertDeliveries(em: EntityManager, rows: readonly NewDeliveryRow[]): Promise<void> {
  await executeUnlogged(em, insertDeliveriesSql, [JSON.stringify(rows)])
}

/** How many deliveries of a webhook may be claimed. */
export interface ClaimLimit {
  readonly webhookId: string
  readonly limit: number
  /** How many attempts may then run, on all nodes. */
  readonly maxRunning: number
}

/** Claims due deliveries of some webhooks until an instant, the longest due first. */
export async function claimDeliveries(
  em: EntityManager,
  limits: readonly ClaimLimit[],
  { now, claimedUntil }: { readonly now: Date; readonly claimedUntil: Date },
): Promise<ClaimedDelivery[]> {
  type ClaimedDeliveryRow = Omit<ClaimedDelivery, 'sealedSecrets'> & { secret: Uint8Array; previous: Uint8Array | null }
  const rows = await executeUnlogged<ClaimedDeliveryRow>(em, claimSql, [now, JSON.stringify(limits), now, claimedUntil])
  return rows.map(({ secret, previous, ...claimed }) => ({
    ...claimed,
    sealedSecrets: previous ? [secret, previous] : [secret],
  }))
}

/** Finds the webhooks that have a delivery to attempt now. */
export async function findWebhooksWithDueDeliveries(em: EntityManager, now: Date): Promise<string[]> {
  const rows = await executeUnlogged<{ id: string }>(em, findWebhooksSql, [now, now])
  return rows.map(({ id }) => id)
}

/**
 * Deliveries of all accounts that wait for an attempt. Deliveries of switched-off webhooks and of deleted workspaces
 * are not counted.
 */
export interface WaitingDeliveries {
  readonly count: number
  /** How long the oldest due delivery has waited; 0 if no delivery is due. */
  readonly oldestDueSeconds: number
}

export async function measureWaitingDeliveries(em: EntityManager, now: Date): Promise<WaitingDeliveries> {
  const [row] = await executeUnlogged<WaitingDeliveries>(em, waitingDeliveriesSql, [now])
  return row ?? { count: 0, oldestDueSeconds: 0 }
}

/** The account and the workspace that a webhook belongs to. */
export interface WebhookOwner {
  readonly webhookId: string
  readonly accountId: string
  readonly workspaceId: string
}

/** Finds the owners of webhooks. Deleted webhooks are missing. */
export function findWebhookOwners(em: EntityManager, webhookIds: readonly string[]): Promise<WebhookOwner[]> {
  return executeUnlogged<WebhookOwner>(em, findOwnersSql, [JSON.stringify(webhookIds)])
}

/** Makes deliveries due again whose claim expires up to an instant, because their process has ended. */
export async function releaseClaims(em: EntityManager, now: Date, expiredAt: Date): Promise<void> {
  await executeUnlogged(em, releaseClaimsSql, [now, expiredAt])
}

/** Deletes a slice of the deliveries of a workspace, and returns their number. */
export async function deleteDeliveriesOfWorkspace(em: EntityManager, workspaceId: string): Promise<number> {
  return (await executeUnlogged(em, deleteOfWorkspaceSql, [workspaceId])).length
}

const deleteOfWorkspaceSql = `
  delete from webhook_delivery
   where id in (
     select webhook_delivery.id from webhook join webhook_delivery on webhook_delivery.webhook_id = webhook.id
      where workspace_id = ?
      limit ${purgeSliceSize})
  returning id`

/** The deliveries of a deleted or suspended workspace wait until it is restored. */
const isAvailableSql =
  '(select coalesce(deleted_at, suspended_at) from workspace where workspace.id = webhook.workspace_id) is null'

/**
 * One statement for many events. Because of the lock, the insert of a delivery waits for the deletion of its webhook,
 * and is then skipped.
 */
const insertDeliveriesSql = `
  insert into webhook_delivery (id, webhook_id, event_id, is_test, state, next_attempt_at, created_at)
  select value->>'id', webhook.id, event.id, (value->>'isTest')::boolean, 'pending', (value->>'dueAt')::timestamptz,
         (value->>'createdAt')::timestamptz
    from jsonb_array_elements(?::jsonb)
    join webhook on webhook.id = value->>'webhookId'
    join event on event.id = value->>'eventId'
     for key share of webhook`

/**
 * SKIP LOCKED lets any number of processes claim at once. The running attempts of all processes are counted. Two
 * processes that claim in the same instant do not see each other's claims, and may exceed the limit by these claims.
 */
const claimSql = `
  with due as materialized (
    select next.id, next.event_id, webhook.url, webhook.format, webhook.sealed_secret,
           case when webhook.previous_secret_until > ?::timestamptz then webhook.sealed_previous_secret end
             as sealed_previous_secret
      from jsonb_to_recordset(?::jsonb) as claim ("webhookId" text, "limit" int, "maxRunning" int)
      join webhook on webhook.id = claim."webhookId"
     cross join lateral (
       select count(*) as count from webhook_delivery
        where webhook_id = webhook.id and state = 'delivering') as running
     cross join lateral (
       select id, event_id from webhook_delivery
        where webhook_id = webhook.id and state in ('pending', 'failed') and next_attempt_at <= ?::timestamptz
          and (webhook.is_active or is_test)
          and ${isAvailableSql}
        order by next_attempt_at
        limit greatest(0, least(claim."limit", claim."maxRunning" - running.count))
          for update skip locked) as next)
  update webhook_delivery as delivery
     set state = 'delivering', attempt = delivery.attempt + 1, claimed_until = ?::timestamptz, next_attempt_at = null
    from due join event on event.id = due.event_id
   where delivery.id = due.id
  returning delivery.id, delivery.webhook_id as "webhookId", event.id as "eventId", delivery.attempt,
            delivery.is_test as "isTest", event.payload, due.url, due.format, due.sealed_secret as secret,
            due.sealed_previous_secret as previous`

/**
 * Reads one entry of the index for each webhook with waiting deliveries, however many wait: a switched-off webhook may
 * have thousands. Tests are sent to switched-off webhooks as well.
 */
const findWebhooksSql = `
  with recursive waiting as (
    (select webhook_id from webhook_delivery where state in ('pending', 'failed') order by webhook_id limit 1)
    union all
    select (select webhook_id from webhook_delivery
             where state in ('pending', 'failed') and webhook_id > waiting.webhook_id
             order by webhook_id limit 1)
      from waiting where waiting.webhook_id is not null)
  select webhook.id
    from waiting join webhook on webhook.id = waiting.webhook_id and webhook.is_active
   where ${isAvailableSql}
     and exists (
     select 1 from webhook_delivery
      where webhook_id = webhook.id and state in ('pending', 'failed') and next_attempt_at <= ?::timestamptz)
  union
  select webhook_id from webhook_delivery
   where is_test and state in ('pending', 'failed') and next_attempt_at <= ?::timestamptz`

const findOwnersSql = `
  select webhook.id as "webhookId", workspace_id as "workspaceId",
         coalesce(${firstOwnerSql('webhook.workspace_id')}, workspace_id) as "accountId"
    from webhook where id in (select jsonb_array_elements_text(?::jsonb))`

/** Reads `webhook_delivery_due_index` alone, without the rows of the deliveries. */
const waitingDeliveriesSql = `
  select count(*)::int as count,
         greatest(0, coalesce(extract(epoch from ?::timestamptz - min(delivery.next_attempt_at)), 0))::float
           as "oldestDueSeconds"
    from webhook_delivery as delivery join webhook on webhook.id = delivery.webhook_id and webhook.is_active
   where delivery.state in ('pending', 'failed') and ${isAvailableSql}`

const releaseClaimsSql = `
  update webhook_delivery
     set state = 'failed', claimed_until = null, next_attempt_at = ?::timestamptz,
         error = 'the service ended during the attempt'
   where state = 'delivering' and claimed_until <= ?::timestamptz`
