import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import type { EntityManager, Orm } from '../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../platform/database/statements.ts'
import type { EventPublisher } from '../../../platform/events/event-publisher.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { type Clock, minuteMs, startOfHour } from '../../../platform/shared/time.ts'
import { claimExpiredLinks, claimReachedLimits, type ExpiredLinkRow } from './link.queries.ts'
import { findOwnedLinkFacts, type LinkEndEventKind } from './link-events.ts'

/** Why a link has expired. It is computed, so a later date or a higher limit reactivates the link. */
export type ExpiryReason = 'date' | 'click_limit'
export const ExpiryReason = createEnumType<ExpiryReason>('ExpiryReason', 'Why a link has expired.', {
  date: 'Its date has passed.',
  click_limit: 'It has reached its click limit.',
})

export interface Expirable {
  readonly expiresAt: Date | null
  readonly clickLimit: number | null
  readonly currentClicks: number
  /** Clicks that use up no limit: imported clicks. They are part of `currentClicks`. */
  readonly pastClicks: number
}

/** Why a link has expired at this time, or null. */
export function getExpiryReason(
  { expiresAt, clickLimit, currentClicks, pastClicks }: Expirable,
  now: Date,
): ExpiryReason | null {
  if (expiresAt !== null && expiresAt <= now) return 'date'
  if (clickLimit !== null && currentClicks - pastClicks >= clickLimit) return 'click_limit'
  return null
}

/** Events of links that expired before `checkedUntil` have been published. The table has one row. */
@Entity({ tableName: 'event_expiry_watermark' })
export class LinkExpiryWatermark {
  @PrimaryKey({ type: 'integer', autoincrement: false })
  id!: number

  @Property({ type: 'timestamptz', length: 6 })
  checkedUntil!: Date
}

export interface LinkExpiryDependencies {
  readonly orm: Orm
  readonly events: EventPublisher
  readonly clock: Clock
}

/** Links in one transaction. */
const batchSize = 200

/** While no link expires, the watermark moves in steps of this size. This saves a write each second. */
const watermarkIntervalMs = minuteMs

/**
 * Publishes `link.expired` for links whose date has passed, once for each date of a link, and returns their number. Links
 * that expired before the first start are skipped. All nodes may run it at the same time.
 */
export async function publishExpiredLinks({ orm, events, clock }: LinkExpiryDependencies): Promise<number> {
  return orm.em.fork(withoutQueryLog()).transactional(async (em) => {
    const now = clock.now()
    const rows = await claimExpiredLinks(em, now, batchSize)
    await moveWatermark(em, rows, now)
    const expiredLinks = rows.filter((row) => row.is_claimed)
    await publishLinkEnds(em, events, 'link.expired', expiredLinks, now)
    return expiredLinks.length
  }, withoutQueryLog())
}

/** Moves the watermark back if the clock was set back, because links expire again in the repeated time. */
async function moveWatermark(em: EntityManager, rows: readonly ExpiredLinkRow[], now: Date): Promise<void> {
  const last = rows.at(-1)
  if (!last) return
  const watermarkMs = new Date(last.checked_until).getTime()
  const isBatchFull = rows.length === batchSize
  const checkedUntil = isBatchFull ? new Date(Math.max(watermarkMs, new Date(last.expires_at).getTime())) : now
  const distanceMs = checkedUntil.getTime() - watermarkMs
  if (distanceMs >= watermarkIntervalMs || distanceMs < 0)
    await em.nativeUpdate(LinkExpiryWatermark, { id: 1 }, { checkedUntil }, withoutQueryLog())
}

/** A link that people have just clicked. */
export interface ClickedLink {
  readonly id: string
  /** Whether one of the clicks was private. The time of an event must not reveal it. */
  readonly isPrivate: boolean
}

/**
 * Publishes `link.limit_reached` for the links that have reached their click limit, once for each limit. It runs in the
 * transaction that has counted the clicks.
 */
export async function publishReachedLimits(
  em: EntityManager,
  events: EventPublisher,
  clickedLinks: readonly ClickedLink[],
  now: Date,
): Promise<void> {
  if (clickedLinks.length === 0) return
  const endedLinks = await claimReachedLimits(
    em,
    clickedLinks.map(({ id }) => id),
  )
  const privateIds = new Set(clickedLinks.filter(({ isPrivate }) => isPrivate).map(({ id }) => id))
  await publishLinkEnds(em, events, 'link.limit_reached', endedLinks, now, privateIds)
}

async function publishLinkEnds(
  em: EntityManager,
  events: EventPublisher,
  kind: LinkEndEventKind,
  endedLinks: readonly { readonly id: string }[],
  now: Date,
  privateIds: ReadonlySet<string> = new Set(),
): Promise<void> {
  if (endedLinks.length === 0) return
  const ids = endedLinks.map(({ id }) => id)
  const facts = await findOwnedLinkFacts(em, ids)
  await events.publish(
    em,
    ...facts.map(({ workspaceId, link }) => {
      const isPrivate = privateIds.has(link.id)
      const at = isPrivate ? startOfHour(now) : now
      return { kind, workspaceId, actor: 'system', linkId: link.id, at, isPrivate, data: { link } }
    }),
  )
}
