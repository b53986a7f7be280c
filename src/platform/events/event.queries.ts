import { insertActivitiesSql } from '../audit-log/activity.queries.ts'
import type { EntityManager } from '../database/database.ts'
import { executePrepared } from '../database/prepared-statements.ts'
import { executeUnlogged, toArrayLiteral } from '../database/statements.ts'
import type { SubscribableEventKind } from './domain-events.ts'

/** A stored event and one of the listeners that subscribe to it. */
export interface EventRecipient {
  readonly eventId: string
  readonly listenerId: string
  /** The hour of a private event, ISO 8601: nobody may learn more about its moment. */
  readonly privateHour?: string | null
}

export interface NewEventRow {
  readonly id: string
  readonly kind: string
  readonly workspaceId: string
  readonly linkId: string | null
  readonly payload: string
  /** ISO 8601. */
  readonly at: string
  readonly isPrivate: boolean
  readonly isForItsLinkOnly: boolean
}

/** Whether a listener subscribes to one of the kinds. Records the activities in the same statement, to save one. */
export async function findSubscriber(
  em: EntityManager,
  workspaceId: string,
  kinds: readonly string[],
  activityRowsJson: string | null,
): Promise<boolean> {
  const values = [workspaceId, toArrayLiteral(kinds)]
  const rows = await (activityRowsJson === null
    ? executePrepared(em, anySubscriber, values)
    : executePrepared(em, recordAndFindSubscriber, [...values, activityRowsJson]))
  return rows.length > 0
}

/** Stores the events that have subscribers, and returns their recipients. */
export function insertSubscribedEvents(em: EntityManager, rows: readonly NewEventRow[]): Promise<EventRecipient[]> {
  return em.execute<EventRecipient[]>(insertEventsSql, [JSON.stringify(rows)])
}

const anySubscriber = {
  name: 'any_subscriber',
  text: 'select 1 from event_interest where workspace_id = $1 and kind = any($2::text[]) limit 1',
}

const recordAndFindSubscriber = {
  name: 'record_and_find_subscriber',
  text: `with recorded as (${insertActivitiesSql('$3')}) ${anySubscriber.text}`,
}

/** One statement for all events of a transaction, such as 500 clicks. */
const insertEventsSql = `
  with published as materialized (
    select value->>'id' as id, value->>'kind' as kind, value->>'workspaceId' as workspace_id, value->>'linkId' as link_id,
           value->>'payload' as payload, (value->>'at')::timestamptz as at,
           case when (value->>'isPrivate')::boolean then value->>'at' end as private_hour,
           (value->>'isForItsLinkOnly')::boolean as is_for_its_link_only
      from jsonb_array_elements(?::jsonb)),
  recipient as materialized (
    select distinct published.id, listener_id, private_hour
      from published join event_interest as subscription using (workspace_id, kind)
     where (subscription.link_id = '' and not is_for_its_link_only) or subscription.link_id = published.link_id),
  stored as (
    insert into event (id, kind, workspace_id, link_id, payload, created_at)
    select id, kind, workspace_id, link_id, payload, at from published where id in (select id from recipient))
  select id as "eventId", listener_id as "listenerId", private_hour as "privateHour" from recipient`

/** A subquery with the first transaction that someone subscribes to, as `tx`; null without a subscriber. */
export function firstSubscribedTxSql(...kinds: readonly SubscribableEventKind[]): string {
  return `select min(since_tx) as tx from event_interest where kind in ('${kinds.join("', '")}')`
}

/**
 * A query of who subscribes to kinds of events in workspaces, which are its value, a JSON array. `subject` is the id of a link, or
 * empty for all links.
 */
export const subscribersInSql = (...kinds: readonly SubscribableEventKind[]) => `
  select distinct kind, workspace_id as "workspaceId", link_id as subject
    from event_interest
   where kind in ('${kinds.join("', '")}') and workspace_id in (select jsonb_array_elements_text(?::jsonb))`

/** A condition on `link`: whether a listener subscribes to its events of a kind that a transaction has caused. */
export function isSubscribedSql(kind: SubscribableEventKind, tx: string): string {
  return `exists (
             select 1
               from event_interest as subscription
              where subscription.workspace_id = link.workspace_id
                and subscription.kind = '${kind}'
                and subscription.link_id in ('', link.id)
                and subscription.since_tx <= ${tx})`
}

/** Repairs subscriptions whose first transaction is above the transaction counter of this database. */
export async function repairSubscriptionStarts(em: EntityManager): Promise<void> {
  const nextTxSql = 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint'
  await executeUnlogged(em, `update event_interest set since_tx = 0 where since_tx > ${nextTxSql}`)
}
