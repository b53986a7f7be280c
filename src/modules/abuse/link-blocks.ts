import { recordActivities } from '../../platform/audit-log/activity.queries.ts'
import type { EntityManager } from '../../platform/database/database.ts'
import type { DomainEvent } from '../../platform/events/domain-events.ts'
import { formatLinkName } from '../../platform/events/event-activities.ts'
import type { EventPublisher } from '../../platform/events/event-publisher.ts'
import { findOwnedLinkFacts } from '../links/index.ts'

/** What it takes to tell owners of what becomes of their links. */
export interface BlockPublishContext {
  readonly events: EventPublisher
  readonly now: Date
}

/** A link whose causes have changed: why it is blocked, null when it no longer is. */
export interface LinkBlockChange {
  readonly id: string
  readonly code: string
  readonly reason: string | null
  readonly wasBlocked: boolean
}

/**
 * Tells the owners of links that were blocked, and notes those that are open again, in the transaction that did so. Who
 * decided is not told, nor who reported: to the owner it is the service.
 */
export async function publishBlockChanges(
  em: EntityManager,
  changes: readonly LinkBlockChange[],
  publishContext: BlockPublishContext,
): Promise<void> {
  // Another reason for what was blocked before changes nothing for its owner.
  const changed = new Map(changes.filter(({ reason, wasBlocked }) => wasBlocked === (reason === null)).map(toIdEntry))
  if (changed.size === 0) return
  const common = { actor: 'system', at: publishContext.now }
  const owned = (await findOwnedLinkFacts(em, [...changed.keys()])).map(({ ownerId, link }) => ({
    ...{ ...common, ownerId, link },
    reason: changed.get(link.id)?.reason ?? null,
  }))
  const blocked = owned.flatMap(({ link, reason, ...rest }): DomainEvent[] =>
    reason === null ? [] : [{ ...rest, kind: 'link.blocked', linkId: link.id, data: { link, reason } }],
  )
  await publishContext.events.publish(em, ...blocked)
  const released = owned.filter(({ reason }) => reason === null)
  await recordActivities(
    em,
    ...released.map(({ link, ownerId }) => ({
      ...{ ...common, ownerId, type: 'link.unblocked', subjectType: 'link', subjectId: link.id },
      ...({ summary: `${formatLinkName(link)} is no longer blocked.`, severity: 'info', source: 'lifecycle' } as const),
    })),
  )
}

function toIdEntry(change: LinkBlockChange): [string, LinkBlockChange] {
  return [change.id, change]
}

/** What changes about the causes that hold links back, given the ids of the links that are there, locked. */
type CauseChange = (lockedIds: readonly string[]) => Promise<unknown>

const idListSql = 'select value from jsonb_array_elements_text(?::jsonb)'

/**
 * Changes the causes of some links and then makes each link say what its causes come to: blocked since the first of
 * them, for its reason, or not at all. Whoever changes causes holds the links first, in the order of their ids as whoever
 * counts clicks does, so that two changes take turns and nobody waits for each other. Their owners are told. Answers the
 * codes of the links that are blocked now and were not, or the other way round.
 */
export async function changeBlockCauses(
  em: EntityManager,
  linkIds: readonly string[],
  change: CauseChange,
  publishContext: BlockPublishContext,
): Promise<string[]> {
  const lockedLinks = await em.execute<{ id: string }[]>(
    `select id from link where id in (${idListSql}) order by id for no key update`,
    [JSON.stringify(linkIds)],
  )
  const ids = lockedLinks.map(({ id }) => id)
  if (ids.length === 0) return []
  await change(ids)
  const changed = await em.execute<LinkBlockChange[]>(applyCausesSql, [JSON.stringify(ids)])
  await publishBlockChanges(em, changed, publishContext)
  return changed.map(({ code }) => code)
}

/** Adds a cause to links that do not have it; one that was lifted from a link stays lifted. Answers how many had none. */
export async function addBlockCause(
  em: EntityManager,
  linkIds: readonly string[],
  cause: { readonly destinationId: string | null; readonly reason: string; readonly now: Date },
): Promise<number> {
  const added = await em.execute(
    `insert into link_block (link_id, destination_id, reason, blocked_at)
     select value, ?::text, ?::text, ?::timestamptz from jsonb_array_elements_text(?::jsonb)
     on conflict (link_id, destination_id) do nothing returning link_id`,
    [cause.destinationId, cause.reason, cause.now, JSON.stringify(linkIds)],
  )
  return added.length
}

/**
 * Takes every cause from one link. That a person blocked it is forgotten; that the block list does is kept as lifted, so
 * that the next sweep does not block it again.
 */
export async function liftBlockCauses(em: EntityManager, linkId: string, now: Date): Promise<void> {
  await em.execute('delete from link_block where link_id = ? and destination_id is null', [linkId])
  await em.execute('update link_block set lifted_at = coalesce(lifted_at, ?) where link_id = ?', [now, linkId])
}

const applyCausesSql = `
  update link set blocked_at = first.blocked_at, blocked_reason = first.reason
    from (select id as link_id, blocked_at is not null as was_blocked from link where id in (${idListSql})) as held
    left join lateral (
      select blocked_at, reason from link_block
       where link_block.link_id = held.link_id and lifted_at is null
       order by blocked_at, destination_id nulls first limit 1) as first on true
   where link.id = held.link_id
     and (link.blocked_at, link.blocked_reason) is distinct from (first.blocked_at, first.reason)
  returning link.id, link.code, link.blocked_reason as reason, held.was_blocked as "wasBlocked"`
