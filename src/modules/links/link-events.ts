import type { AuthenticatedCaller } from '../../platform/auth/caller.ts'
import type { EntityManager } from '../../platform/database/database.ts'
import { withoutQueryLog } from '../../platform/database/statements.ts'
import {
  type DomainEvent,
  type FieldChanges,
  findChanges,
  type LinkPayload,
} from '../../platform/events/domain-events.ts'
import type { EventPublisher } from '../../platform/events/event-publisher.ts'
import { Link } from './link.entity.ts'

/** A link as events tell of it. */
export function toLinkFacts(link: Link): LinkPayload {
  const { id, code, title, originalUrl, isActive, hasPassword, clickLimit, expiresAt, createdAt } = link
  const instants = { expiresAt: expiresAt?.toISOString() ?? null, createdAt: createdAt.toISOString() }
  return { id, code, title, originalUrl, isActive, hasPassword, clickLimit, ...instants }
}

/** What of a link its owner can change. Of a password only that there is one, and which in a row it is. */
export type LinkState = Readonly<Record<string, unknown>> & { readonly isActive: boolean }

export function toLinkState(link: Link): LinkState {
  const { code, title, originalUrl, clickLimit, expiresAt, expiredUrl, isActive, hasPassword, passwordVersion } = link
  const { utmSource, utmMedium, utmCampaign, isCloaked, privacyMode, forwardQuery, redirectType } = link
  return {
    ...{ code, title, originalUrl, clickLimit, expiresAt: expiresAt?.toISOString() ?? null, expiredUrl, isActive },
    ...{ hasPassword, passwordVersion, utmSource, utmMedium, utmCampaign },
    ...{ isCloaked, privacyMode, forwardQuery, redirectType },
  }
}

/** A new password in the place of another is a change of `hasPassword` from true to true. */
function getLinkChanges(before: LinkState, after: LinkState): FieldChanges {
  const { passwordVersion, ...visibleState } = after
  const isNewPassword = before.passwordVersion !== passwordVersion
  const { hasPassword: from } = before
  return {
    ...findChanges(before, visibleState),
    ...(isNewPassword && { hasPassword: { from, to: visibleState.hasPassword } }),
  }
}

/** Announces what became of the caller's link, in the transaction of its cause. */
export class LinkEventPublisher {
  readonly #eventPublisher: EventPublisher
  readonly #actor: Pick<AuthenticatedCaller, 'accountId' | 'actorId'>
  readonly #occurredAt: Date

  constructor(
    eventPublisher: EventPublisher,
    actor: Pick<AuthenticatedCaller, 'accountId' | 'actorId'>,
    occurredAt: Date,
  ) {
    this.#eventPublisher = eventPublisher
    this.#actor = actor
    this.#occurredAt = occurredAt
  }

  async publishCreated(em: EntityManager, link: Link): Promise<void> {
    await this.#eventPublisher.publish(em, this.#createEvent('link.created', link))
  }

  /** A change that leaves everything as it was is none. */
  async publishUpdated(em: EntityManager, link: Link, before: LinkState): Promise<void> {
    const changes = getLinkChanges(before, toLinkState(link))
    if (Object.keys(changes).length === 0) return
    const updatedEvent = { ...this.#createEvent('link.updated', link), data: { link: toLinkFacts(link), changes } }
    const isDisabled = before.isActive && !link.isActive
    await this.#eventPublisher.publish(
      em,
      updatedEvent,
      ...(isDisabled ? [this.#createEvent('link.disabled', link)] : []),
    )
    // Those who look for expiries look for dates that pass, and this one has.
    if (changes.expiresAt && link.expiresAt && link.expiresAt <= this.#occurredAt) await this.#publishExpired(em, link)
  }

  async publishDeleted(em: EntityManager, link: Link): Promise<void> {
    await this.#eventPublisher.publish(em, this.#createEvent('link.deleted', link))
  }

  async #publishExpired(em: EntityManager, link: Link): Promise<void> {
    const markedRows = await em.execute(markExpiredSql, [link.id, link.expiresAt])
    if (markedRows.length > 0) await this.#eventPublisher.publish(em, this.#createEvent('link.expired', link))
  }

  #createEvent(kind: LinkEventKind, link: Link): DomainEvent {
    const { accountId: ownerId, actorId: actor } = this.#actor
    return { kind, ownerId, actor, linkId: link.id, at: this.#occurredAt, data: { link: toLinkFacts(link) } }
  }
}

type LinkEventKind = 'link.created' | 'link.updated' | 'link.disabled' | 'link.deleted' | 'link.expired'

const markExpiredSql = `
  insert into event_link_end (link_id, kind, mark)
  values (?, 'link.expired', extract(epoch from ?::timestamptz)::text)
  on conflict do nothing returning link_id`

/** A link as events tell of it, and whose it is. */
export interface OwnedLinkFacts {
  readonly ownerId: string
  readonly link: LinkPayload
}

/** The facts of those of the links that somebody owns, for what the service itself does to them. */
export async function findOwnedLinkFacts(em: EntityManager, ids: readonly string[]): Promise<OwnedLinkFacts[]> {
  // What was changed by SQL alone is not to be mixed up with what the request has read before.
  const links = await em.find(Link, { id: { $in: [...ids] } }, { ...withoutQueryLog(), disableIdentityMap: true })
  return links.flatMap((link) => (link.owner ? [{ ownerId: link.owner.id, link: toLinkFacts(link) }] : []))
}

/** Announces that these links have come to an end, in the transaction in which that was noted. */
export async function publishLinkExpiryEvents(
  em: EntityManager,
  events: EventPublisher,
  kind: 'link.expired' | 'link.limit_reached',
  expiredLinks: readonly { readonly id: string }[],
  occurredAt: Date,
): Promise<void> {
  if (expiredLinks.length === 0) return
  const ids = expiredLinks.map(({ id }) => id)
  const domainEvents = (await findOwnedLinkFacts(em, ids)).map(
    ({ ownerId, link }): DomainEvent => ({
      kind,
      ownerId,
      actor: 'system',
      linkId: link.id,
      at: occurredAt,
      data: { link },
    }),
  )
  await events.publish(em, ...domainEvents)
}
