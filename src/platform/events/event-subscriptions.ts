import type { EntityManager } from '../database/database.ts'
import type { SubscribableEventKind } from './domain-events.ts'

/** What one listener of an account wants to be told. */
export interface EventSubscription {
  readonly listenerId: string
  readonly ownerId: string
  readonly kinds: readonly SubscribableEventKind[]
  /** Of which links; of all when there are none. */
  readonly linkIds: readonly string[]
}

/** Replaces what a listener wants. What it wanted before and still does goes on without a gap. */
export async function replaceEventSubscription(
  em: EntityManager,
  subscription: EventSubscription,
  now: Date,
): Promise<void> {
  const { listenerId, ownerId, kinds } = subscription
  const linkIds = subscription.linkIds.length > 0 ? subscription.linkIds : ['']
  const rowsJson = JSON.stringify(kinds.flatMap((kind) => linkIds.map((link) => ({ kind, link }))))
  await em.execute(deleteRemovedRowsSql, [listenerId, rowsJson])
  await em.execute(insertAddedRowsSql, [ownerId, listenerId, now, rowsJson])
}

/** The listener wants nothing any more. */
export async function deleteEventSubscription(em: EntityManager, listenerId: string): Promise<void> {
  await em.execute('delete from event_interest where listener_id = ?', [listenerId])
}

const subscriptionRowsSql = `select value->>'kind' as kind, value->>'link' as link_id from jsonb_array_elements(?::jsonb)`

const deleteRemovedRowsSql = `
  delete from event_interest where listener_id = ? and (kind, link_id) not in (${subscriptionRowsSql})`

const insertAddedRowsSql = `
  insert into event_interest (owner_id, listener_id, since, kind, link_id)
  select ?, ?, ?::timestamptz, kind, link_id from (${subscriptionRowsSql}) as wanted
  on conflict do nothing`
