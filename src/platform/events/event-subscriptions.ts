import type { EntityManager } from '../database/database.ts'
import type { SubscribableEventKind } from './domain-events.ts'
import { EventSubscription } from './event.entity.ts'

/** The events of one workspace that one listener subscribes to. */
export interface EventSubscriptionOptions {
  readonly listenerId: string
  readonly workspaceId: string
  readonly kinds: readonly SubscribableEventKind[]
  /** Only events of these links; of all links if empty. */
  readonly linkIds: readonly string[]
}

/**
 * Replaces the subscription of a listener, in the transaction of the caller, who locks the listener. Kinds and links of
 * the former subscription that remain keep their start.
 */
export async function replaceEventSubscription(
  em: EntityManager,
  { listenerId, workspaceId, kinds, linkIds }: EventSubscriptionOptions,
  now: Date,
): Promise<void> {
  const rowsByKey = new Map(
    (await em.find(EventSubscription, { listenerId })).map((row) => [keyOf(row.kind, row.linkId), row]),
  )
  for (const kind of kinds) {
    for (const linkId of linkIds.length > 0 ? linkIds : ['']) {
      const key = keyOf(kind, linkId)
      if (!rowsByKey.delete(key))
        em.persist(em.create(EventSubscription, { workspaceId, listenerId, kind, linkId, since: now }))
    }
  }
  for (const removed of rowsByKey.values()) em.remove(removed)
  await em.flush()
}

/** Ends the subscription of a listener. */
export async function deleteEventSubscription(em: EntityManager, listenerId: string): Promise<void> {
  await em.nativeDelete(EventSubscription, { listenerId })
}

function keyOf(kind: SubscribableEventKind, linkId: string): string {
  return `${kind} ${linkId}`
}
