import type { Clock } from '../base/clock.ts'
import type { EntityManager, Orm } from '../database/open.ts'
import { quietly, run } from '../database/quiet.ts'
import type { Events } from '../events/events.ts'
import { announceEnds } from './ends.ts'

export interface TellingParts {
  readonly orm: Orm
  readonly events: Events
  readonly clock: Clock
}

/** Links told of in one transaction. */
const mostAtOnce = 200

/** How long the watermark may stay where it is while nothing expires: a write each second would be for nothing. */
const restMs = 60_000

/**
 * Announces links that have expired, once for each date a link had. It follows the dates behind a watermark, so what had
 * expired before that was first set is never told. Any number of nodes may do so at once: of two that find the same link
 * one marks it as told. Answers how many there were.
 */
export async function tellExpired({ orm, events, clock }: TellingParts): Promise<number> {
  return orm.em.fork(quietly()).transactional(async (em) => {
    const now = clock.now()
    const looked = await run<Looked>(em, expiredSql, [now, mostAtOnce])
    await moveMark(em, looked, now)
    const ended = looked.filter((row) => row.isMine)
    await announceEnds(em, events, 'link.expired', ended, now)
    return ended.length
  }, quietly())
}

/** A link whose date has passed, and whether it is this transaction's to tell; one row without a link when there is none. */
interface Looked {
  readonly mark: string | Date
  readonly id: string
  readonly expiresAt: string | Date
  readonly isMine: boolean
}

/** Forward when it is time, and back with a clock that was set back: what expires then is not to be missed. */
async function moveMark(em: EntityManager, looked: readonly Looked[], now: Date): Promise<void> {
  const last = looked.at(-1)
  if (!last) return
  const mark = new Date(last.mark).getTime()
  const isCut = looked.length === mostAtOnce
  const to = isCut ? new Date(Math.max(mark, new Date(last.expiresAt).getTime())) : now
  const distance = to.getTime() - mark
  if (distance >= restMs || distance < 0) await run(em, 'update event_expiry_watermark set at = ?', [to])
}

/**
 * In the order of their dates, so that the watermark may follow when there are too many for one transaction. It looks
 * back a little behind the watermark, because clocks differ and a change may have been under way.
 */
const expiredSql = `
  with mark as (select at from event_expiry_watermark),
  due as materialized (
    select id, expires_at from link
     where expires_at > (select at - interval '5 minutes' from mark) and expires_at <= ? and owner_id is not null
       and not exists (
         select 1 from event_link_end as told
          where told.link_id = link.id and told.kind = 'link.expired'
            and told.mark = extract(epoch from link.expires_at)::text)
     order by expires_at limit ?),
  marked as (
    insert into event_link_end (link_id, kind, mark)
    select id, 'link.expired', extract(epoch from expires_at)::text from due
    on conflict do nothing
    returning link_id)
  select mark.at as mark, due.id, due.expires_at as "expiresAt", marked.link_id is not null as "isMine"
    from mark left join due on true left join marked on marked.link_id = due.id
   order by due.expires_at`
