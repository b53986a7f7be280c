import { type Activity, recordActivities } from '../../platform/audit-log/activity.queries.ts'
import type { EntityManager } from '../../platform/database/database.ts'
import type { DomainEvent } from '../../platform/events/domain-events.ts'
import { formatLinkName } from '../../platform/events/event-activities.ts'
import type { EventPublisher } from '../../platform/events/event-publisher.ts'
import { newId } from '../../platform/shared/ids.ts'
import { type AbuseReason, findOwnedLinkFacts } from '../links/index.ts'
import { applyBlockCauses, type LinkBlockChange, lockLinks } from './block-list.queries.ts'
import { LinkBlock } from './blocked-destination.entity.ts'

/** What is needed to inform the owners of links. */
export interface BlockPublishContext {
  readonly events: EventPublisher
  readonly now: Date
}

/**
 * Changes the causes of some links, then blocks or releases each link accordingly, and informs the owners. Returns the
 * codes of the links that have changed.
 *
 * `changeCauses` gets the ids of the links that exist. They are locked, so that two changes of one link take turns.
 */
export async function changeBlockCauses(
  em: EntityManager,
  linkIds: readonly string[],
  changeCauses: (lockedIds: readonly string[]) => Promise<unknown>,
  publishContext: BlockPublishContext,
): Promise<string[]> {
  const lockedIds = await lockLinks(em, linkIds)
  if (lockedIds.length === 0) return []
  await changeCauses(lockedIds)
  const changes = await applyBlockCauses(em, lockedIds)
  await publishBlockChanges(em, changes, publishContext)
  return changes.map(({ code }) => code)
}

/**
 * Adds a cause to the links that do not have it. A cause that was lifted from a link stays lifted. Returns how many
 * links did not have it.
 */
export async function addBlockCause(
  em: EntityManager,
  linkIds: readonly string[],
  cause: { readonly destinationId: string | null; readonly reason: AbuseReason; readonly now: Date },
): Promise<number> {
  if (linkIds.length === 0) return 0
  const { destinationId: destination, reason, now } = cause
  const blocks = linkIds.map((link) => ({ id: newId('blk', now), link, destination, reason, blockedAt: now }))
  const added = await em
    .createQueryBuilder(LinkBlock)
    .insert(blocks)
    .onConflict(['link', 'destination'])
    .ignore()
    .returning('id')
    .execute<object[]>('all')
  return added.length
}

/**
 * Removes the cause that a reviewer added to a link, and lifts the causes of the block list. They stay as lifted, so
 * that the next sweep does not add them again.
 */
export async function liftBlockCauses(em: EntityManager, linkId: string, now: Date): Promise<void> {
  await em.nativeDelete(LinkBlock, { link: linkId, destination: null })
  await em.nativeUpdate(LinkBlock, { link: linkId, liftedAt: null }, { liftedAt: now })
}

/**
 * Informs the owners in the transaction of the change: `link.blocked` as an event, and `link.unblocked` as an activity.
 * The actor is `system`: owners do not learn which reviewer decided, nor who reported.
 */
async function publishBlockChanges(
  em: EntityManager,
  changes: readonly LinkBlockChange[],
  { events, now }: BlockPublishContext,
): Promise<void> {
  // A link that stays blocked for another reason is no change for its owner.
  const reasonById = new Map(
    changes.filter(({ reason, wasBlocked }) => wasBlocked === (reason === null)).map(({ id, reason }) => [id, reason]),
  )
  if (reasonById.size === 0) return
  const blockedEvents: DomainEvent[] = []
  const releases: Activity[] = []
  for (const { ownerId, link } of await findOwnedLinkFacts(em, [...reasonById.keys()])) {
    const reason = reasonById.get(link.id) ?? null
    const common = { ownerId, actor: 'system', at: now }
    if (reason !== null) {
      blockedEvents.push({ ...common, kind: 'link.blocked', linkId: link.id, data: { link, reason } })
      continue
    }
    releases.push({
      ...common,
      type: 'link.unblocked',
      subjectType: 'link',
      subjectId: link.id,
      summary: `${formatLinkName(link)} is no longer blocked.`,
      severity: 'info',
      source: 'lifecycle',
    })
  }
  await events.publish(em, ...blockedEvents)
  await recordActivities(em, ...releases)
}
