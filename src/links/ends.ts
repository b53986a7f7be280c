import type { EntityManager } from '../database/open.ts'
import { quietly } from '../database/quiet.ts'
import type { Events } from '../events/events.ts'
import type { Happening, LinkFacts } from '../events/kinds.ts'
import { Link } from './link.ts'
import { factsOf } from './telling.ts'

/** A link as events tell of it, and whose it is. */
export interface OwnedFacts {
  readonly ownerId: string
  readonly link: LinkFacts
}

/** The facts of those of the links that somebody owns, for what the service itself does to them. */
export async function factsOfEach(em: EntityManager, ids: readonly string[]): Promise<OwnedFacts[]> {
  // What was changed by SQL alone is not to be mixed up with what the request has read before.
  const links = await em.find(Link, { id: { $in: [...ids] } }, { ...quietly(), disableIdentityMap: true })
  return links.flatMap((link) => (link.owner ? [{ ownerId: link.owner.id, link: factsOf(link) }] : []))
}

/** Announces that these links have come to an end, in the transaction in which that was noted. */
export async function announceEnds(
  em: EntityManager,
  events: Events,
  kind: 'link.expired' | 'link.limit_reached',
  ended: readonly { readonly id: string }[],
  at: Date,
): Promise<void> {
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  const happenings = (await factsOfEach(em, ids)).map(
    ({ ownerId, link }): Happening => ({ kind, ownerId, actor: 'system', linkId: link.id, at, data: { link } }),
  )
  await events.announce(em, ...happenings)
}
