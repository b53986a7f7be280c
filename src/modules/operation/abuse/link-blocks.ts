import { listCoveringPatterns } from '../../../platform/addresses/block-list.ts'
import { type Activity, recordActivities } from '../../../platform/audit-log/activity.queries.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { DomainEvent } from '../../../platform/events/domain-events.ts'
import { formatLinkName } from '../../../platform/events/event-activities.ts'
import type { EventPublisher } from '../../../platform/events/event-publisher.ts'
import type { MovedLinks } from '../../../platform/events/transaction-hook.ts'
import { newId } from '../../../platform/shared/ids.ts'
import { type AbuseReason, findOwnedLinkFacts } from '../../publishing/links/index.ts'
import { endAppeals, forgetAppeals } from './appeals/appeal.service.ts'
import { applyBlockCauses, type LinkBlockChange, type LockedLinkRow, lockLinks } from './block-list.queries.ts'
import { LinkBlock } from './blocked-destination.entity.ts'
import type { BlockMails } from './mails/block-mails.ts'

/** The dependencies for informing the owners of links. */
export interface BlockPublishContext {
  readonly events: EventPublisher
  readonly mails: Pick<BlockMails, 'sendBlocked'>
  readonly now: Date
  /** Why links are no longer blocked, as a clause; absent for a decision about the link or the block list. */
  readonly releaseCause?: string
}

/**
 * Changes the causes of some links, then blocks or releases each link accordingly, and informs the owners. Returns the
 * keys of the routes that have changed.
 *
 * `changeCauses` gets the links that exist. The links are locked, so that two changes of one link run one after the
 * other.
 */
export async function changeBlockCauses(
  em: EntityManager,
  linkIds: readonly string[],
  changeCauses: (lockedLinks: readonly LockedLinkRow[]) => Promise<unknown>,
  publishContext: BlockPublishContext,
): Promise<string[]> {
  const lockedLinks = linkIds.length === 0 ? [] : await lockLinks(em, linkIds)
  if (lockedLinks.length === 0) return []
  await changeCauses(lockedLinks)
  const changes = await applyBlockCauses(
    em,
    lockedLinks.map(({ id }) => id),
  )
  await publishBlockChanges(em, changes, publishContext)
  return changes.map(({ routeKey }) => routeKey)
}

/**
 * Adds a cause to the links that do not have it. A cause that was lifted from a link stays lifted. Returns how many
 * links did not have the cause.
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
 * Removes the cause that a reviewer added to a link, and lifts the causes of the block list. The lifted causes stay
 * stored, so that the next sweep does not add them again.
 */
export async function liftBlockCauses(em: EntityManager, linkId: string, now: Date): Promise<void> {
  await em.nativeDelete(LinkBlock, { link: linkId, destination: null })
  await em.nativeUpdate(LinkBlock, { link: linkId, liftedAt: null }, { liftedAt: now })
}

/**
 * Informs the owners in the transaction of the change: `link.blocked` as an event and by mail, and `link.unblocked` as an
 * activity.
 * Appeals end with the block that they are about. The actor is `system`: owners do not learn which reviewer decided, nor who reported.
 */
async function publishBlockChanges(
  em: EntityManager,
  changes: readonly LinkBlockChange[],
  { events, mails, now, releaseCause }: BlockPublishContext,
): Promise<void> {
  // For the owner, a link that stays blocked for another reason has not changed.
  const reasonById = new Map(
    changes.filter(({ reason, wasBlocked }) => wasBlocked === (reason === null)).map(({ id, reason }) => [id, reason]),
  )
  if (reasonById.size === 0) return
  const changedIds = [...reasonById.keys()]
  const releasedIds = changedIds.filter((id) => reasonById.get(id) === null)
  const blockedIds = changedIds.filter((id) => reasonById.get(id) !== null)
  if (releasedIds.length > 0) await endAppeals(em, releasedIds, now)
  if (blockedIds.length > 0) await forgetAppeals(em, blockedIds)
  const blockedEvents: DomainEvent[] = []
  const releases: Activity[] = []
  const links = await findOwnedLinkFacts(em, changedIds)
  for (const { workspaceId, link } of links) {
    const reason = reasonById.get(link.id) ?? null
    const common = { workspaceId, actor: 'system', at: now }
    if (reason !== null) {
      blockedEvents.push({ ...common, kind: 'link.blocked', linkId: link.id, data: { link, reason } })
      continue
    }
    releases.push({
      ...common,
      type: 'link.unblocked',
      subjectType: 'link',
      subjectId: link.id,
      summary: `${formatLinkName(link)} is no longer blocked${releaseCause ? `: ${releaseCause}` : ''}.`,
      severity: 'info',
      source: 'lifecycle',
    })
  }
  await events.publish(em, ...blockedEvents)
  await recordActivities(em, ...releases)
  await mails.sendBlocked(
    em,
    links.filter(({ link }) => reasonById.get(link.id) !== null),
  )
}

/** Every pattern of the block list that would cover one of the addresses of a link. */
export function listLinkPatterns({ addresses }: LockedLinkRow): ReadonlySet<string> {
  return new Set(addresses.flatMap(listCoveringPatterns))
}

/**
 * Removes the causes of the block list that cover no address of a changed link any more, including lifted causes.
 * Informs the owners if this ends the block. A decision of a reviewer stays. It runs in the transaction of the change.
 */
export async function releaseMovedLinks(
  em: EntityManager,
  { linkIds, at }: MovedLinks,
  publishers: Pick<BlockPublishContext, 'events' | 'mails'>,
): Promise<void> {
  const listed = await em.find(
    LinkBlock,
    { link: { $in: [...linkIds] }, destination: { $ne: null } },
    { populate: ['destination'], strategy: 'joined', disableIdentityMap: true },
  )
  const removeFormerCauses = (locked: readonly LockedLinkRow[]) => {
    const patterns = new Map(locked.map((link) => [link.id, listLinkPatterns(link)]))
    const former = listed.filter(
      ({ link, destination }) => destination && !patterns.get(link.id)?.has(destination.getEntity().pattern),
    )
    return em.nativeDelete(LinkBlock, { id: { $in: former.map(({ id }) => id) } })
  }
  const publishContext = { ...publishers, now: at, releaseCause: 'it has another destination' }
  const listedIds = [...new Set(listed.map(({ link }) => link.id))]
  await changeBlockCauses(em, listedIds, removeFormerCauses, publishContext)
}
