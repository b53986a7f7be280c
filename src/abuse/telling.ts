import type { EntityManager } from '../database/open.ts'
import { noteActivity } from '../events/activity/note.ts'
import { nameOfLink } from '../events/activity/words.ts'
import type { Events } from '../events/events.ts'
import type { Happening } from '../events/kinds.ts'
import { factsOfEach } from '../links/index.ts'

/** What it takes to tell owners of what becomes of their links. */
export interface Telling {
  readonly events: Events
  readonly now: Date
}

/** A link whose causes have changed: why it is blocked, null when it no longer is. */
export interface Settled {
  readonly id: string
  readonly code: string
  readonly reason: string | null
  readonly wasBlocked: boolean
}

/**
 * Tells the owners of links that were blocked, and notes those that are open again, in the transaction that did so. Who
 * decided is not told, nor who reported: to the owner it is the service.
 */
export async function tellSettled(em: EntityManager, settled: readonly Settled[], told: Telling): Promise<void> {
  // Another reason for what was blocked before changes nothing for its owner.
  const changed = new Map(settled.filter(({ reason, wasBlocked }) => wasBlocked === (reason === null)).map(byId))
  if (changed.size === 0) return
  const common = { actor: 'system', at: told.now }
  const owned = (await factsOfEach(em, [...changed.keys()])).map(({ ownerId, link }) => ({
    ...{ ...common, ownerId, link },
    reason: changed.get(link.id)?.reason ?? null,
  }))
  const blocked = owned.flatMap(({ link, reason, ...rest }): Happening[] =>
    reason === null ? [] : [{ ...rest, kind: 'link.blocked', linkId: link.id, data: { link, reason } }],
  )
  await told.events.announce(em, ...blocked)
  const released = owned.filter(({ reason }) => reason === null)
  await noteActivity(
    em,
    ...released.map(({ link, ownerId }) => ({
      ...{ ...common, ownerId, type: 'link.unblocked', subjectType: 'link', subjectId: link.id },
      ...({ summary: `${nameOfLink(link)} is no longer blocked.`, severity: 'info', source: 'lifecycle' } as const),
    })),
  )
}

function byId(settled: Settled): [string, Settled] {
  return [settled.id, settled]
}
