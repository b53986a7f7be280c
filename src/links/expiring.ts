import type { Clock } from '../base/clock.ts'
import type { EntityManager, Orm } from '../database/open.ts'
import { quietly, run } from '../database/quiet.ts'
import type { Events } from '../events/events.ts'
import type { EventKind } from '../events/kinds.ts'
import { Link } from './link.ts'
import { factsOf } from './telling.ts'

export interface TellingParts {
  readonly orm: Orm
  readonly events: Events
  readonly clock: Clock
}

/** Links told of in one transaction. */
const mostAtOnce = 200

/**
 * Announces links that have expired since somebody listens, once for each date a link had. Any number of nodes may do
 * so at once. Answers how many there were.
 */
export async function tellExpired({ orm, events, clock }: TellingParts): Promise<number> {
  return orm.em.fork(quietly()).transactional(async (em) => {
    const now = clock.now()
    const ended = await run<{ id: string }>(em, expiredSql, [now, mostAtOnce])
    return announceEnds(em, events, 'link.expired', ended, now)
  }, quietly())
}

/** Announces that these links have come to an end, in the transaction in which that was noted. */
export async function announceEnds(
  em: EntityManager,
  events: Events,
  kind: EventKind & ('link.expired' | 'link.limit_reached'),
  ended: readonly { readonly id: string }[],
  at: Date,
): Promise<number> {
  if (ended.length === 0) return 0
  const links = await em.find(Link, { id: { $in: ended.map(({ id }) => id) } }, quietly())
  const owned = links.flatMap((link) => (link.owner ? [{ link, ownerId: link.owner.id }] : []))
  const ends = owned.map(({ link, ownerId }) => ({ kind, ownerId, linkId: link.id, at, data: { link: factsOf(link) } }))
  return events.announce(em, ...ends)
}

const expiredSql = `
  insert into event_link_end (link_id, kind, mark)
  select distinct link.id, 'link.expired', extract(epoch from link.expires_at)::text
    from event_interest as interest
    join link on link.owner_id = interest.owner_id and interest.link_id in ('', link.id)
   where interest.kind = 'link.expired' and link.expires_at > interest.since and link.expires_at <= ?
     and not exists (
       select 1 from event_link_end as told
        where told.link_id = link.id and told.kind = 'link.expired'
          and told.mark = extract(epoch from link.expires_at)::text)
   limit ?
  on conflict do nothing
  returning link_id as id`
