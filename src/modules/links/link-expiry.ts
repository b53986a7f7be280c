import type { EntityManager, Orm } from '../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../platform/database/statements.ts'
import type { EventPublisher } from '../../platform/events/event-publisher.ts'
import type { Clock } from '../../platform/shared/clock.ts'
import { publishLinkExpiryEvents } from './link-events.ts'

/** Why a link no longer leads anywhere. Both are derived, so raising the date or the limit revives the link. */
export type ExpiryReason = 'date' | 'click_limit'

export interface Expirable {
  readonly expiresAt: Date | null
  readonly clickLimit: number | null
  readonly currentClicks: number
}

/** Why a link gives no destination at this instant, or null. */
export function getExpiryReason({ expiresAt, clickLimit, currentClicks }: Expirable, now: Date): ExpiryReason | null {
  if (expiresAt !== null && expiresAt <= now) return 'date'
  if (clickLimit !== null && currentClicks >= clickLimit) return 'click_limit'
  return null
}

export interface LinkExpiryDependencies {
  readonly orm: Orm
  readonly events: EventPublisher
  readonly clock: Clock
}

/** Links told of in one transaction. */
const batchSize = 200

/** How long the watermark may stay where it is while nothing expires: a write each second would be for nothing. */
const watermarkIntervalMs = 60_000

/**
 * Announces links that have expired, once for each date a link had. It follows the dates behind a watermark, so what had
 * expired before that was first set is never told. Any number of nodes may do so at once: of two that find the same link
 * one marks it as told. Answers how many there were.
 */
export async function publishExpiredLinks({ orm, events, clock }: LinkExpiryDependencies): Promise<number> {
  return orm.em.fork(withoutQueryLog()).transactional(async (em) => {
    const now = clock.now()
    const rows = await executeUnlogged<ExpiredLinkRow>(em, claimExpiredLinksSql, [now, batchSize])
    await moveWatermark(em, rows, now)
    const expiredLinks = rows.filter((row) => row.isMine)
    await publishLinkExpiryEvents(em, events, 'link.expired', expiredLinks, now)
    return expiredLinks.length
  }, withoutQueryLog())
}

/** A link whose date has passed, and whether it is this transaction's to tell; one row without a link when there is none. */
interface ExpiredLinkRow {
  readonly mark: string | Date
  readonly id: string
  readonly expiresAt: string | Date
  readonly isMine: boolean
}

/** Forward when it is time, and back with a clock that was set back: what expires then is not to be missed. */
async function moveWatermark(em: EntityManager, rows: readonly ExpiredLinkRow[], now: Date): Promise<void> {
  const last = rows.at(-1)
  if (!last) return
  const watermarkMs = new Date(last.mark).getTime()
  const isBatchFull = rows.length === batchSize
  const newWatermark = isBatchFull ? new Date(Math.max(watermarkMs, new Date(last.expiresAt).getTime())) : now
  const distanceMs = newWatermark.getTime() - watermarkMs
  if (distanceMs >= watermarkIntervalMs || distanceMs < 0)
    await executeUnlogged(em, 'update event_expiry_watermark set at = ?', [newWatermark])
}

/**
 * In the order of their dates, so that the watermark may follow when there are too many for one transaction. It looks
 * back a little behind the watermark, because clocks differ and a change may have been under way.
 */
const claimExpiredLinksSql = `
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
