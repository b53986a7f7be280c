import { raw } from '@mikro-orm/postgresql'
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
import { type LinkEndEventKind, PublishedLinkEnd } from './link-expiry.entity.ts'

/** A link in the payload of an event. */
export function toLinkPayload(link: Link): LinkPayload {
  const { id, code, title, originalUrl, isActive, hasPassword, clickLimit, expiresAt, createdAt } = link
  return {
    id,
    code,
    title,
    originalUrl,
    isActive,
    hasPassword,
    clickLimit,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

/** The fields that an owner can change. Instead of the password it has its version. */
export type LinkState = Readonly<Record<string, unknown>> & { readonly isActive: boolean }

export function toLinkState(link: Link): LinkState {
  const { code, title, originalUrl, clickLimit, expiresAt, expiredUrl, isActive, hasPassword, passwordVersion } = link
  const { utmSource, utmMedium, utmCampaign, isCloaked, privacyMode, forwardQuery, redirectType } = link
  return {
    code,
    title,
    originalUrl,
    clickLimit,
    expiresAt: expiresAt?.toISOString() ?? null,
    expiredUrl,
    isActive,
    hasPassword,
    passwordVersion,
    utmSource,
    utmMedium,
    utmCampaign,
    isCloaked,
    privacyMode,
    forwardQuery,
    redirectType,
  }
}

/** A changed password appears as a change of `hasPassword`, even from true to true. */
function getLinkChanges(before: LinkState, after: LinkState): FieldChanges {
  const { passwordVersion, ...visibleState } = after
  const changes = findChanges(before, visibleState)
  if (before.passwordVersion === passwordVersion) return changes
  return { ...changes, hasPassword: { from: before.hasPassword, to: visibleState.hasPassword } }
}

type LinkEventKind = 'link.created' | 'link.updated' | 'link.disabled' | 'link.deleted' | 'link.expired'

/** Publishes events about links that a caller changes, in the transaction of the change. */
export class LinkEventPublisher {
  readonly #eventPublisher: EventPublisher
  readonly #caller: Pick<AuthenticatedCaller, 'accountId' | 'actorId'>
  readonly #occurredAt: Date

  constructor(
    eventPublisher: EventPublisher,
    caller: Pick<AuthenticatedCaller, 'accountId' | 'actorId'>,
    occurredAt: Date,
  ) {
    this.#eventPublisher = eventPublisher
    this.#caller = caller
    this.#occurredAt = occurredAt
  }

  async publishCreated(em: EntityManager, link: Link): Promise<void> {
    await this.#eventPublisher.publish(em, this.#createEvent('link.created', link))
  }

  /** Publishes nothing if no field has changed. */
  async publishUpdated(em: EntityManager, link: Link, before: LinkState): Promise<void> {
    const changes = getLinkChanges(before, toLinkState(link))
    if (Object.keys(changes).length === 0) return
    const updated = { ...this.#createEvent('link.updated', link), data: { link: toLinkPayload(link), changes } }
    const events: DomainEvent[] = [updated]
    if (before.isActive && !link.isActive) events.push(this.#createEvent('link.disabled', link))
    await this.#eventPublisher.publish(em, ...events)
    // `publishExpiredLinks` looks only for dates that pass from now on.
    if (changes.expiresAt && link.expiresAt && link.expiresAt <= this.#occurredAt) await this.#publishExpired(em, link)
  }

  async publishDeleted(em: EntityManager, link: Link): Promise<void> {
    await this.#eventPublisher.publish(em, this.#createEvent('link.deleted', link))
  }

  async #publishExpired(em: EntityManager, link: Link): Promise<void> {
    const cause = raw<string>('extract(epoch from ?::timestamptz)::text', [link.expiresAt])
    const { affectedRows } = await em
      .createQueryBuilder(PublishedLinkEnd)
      .insert({ link: link.id, kind: 'link.expired', cause })
      .onConflict()
      .ignore()
      .execute('run')
    if (affectedRows > 0) await this.#eventPublisher.publish(em, this.#createEvent('link.expired', link))
  }

  #createEvent(kind: LinkEventKind, link: Link): DomainEvent {
    const { accountId: ownerId, actorId: actor } = this.#caller
    return { kind, ownerId, actor, linkId: link.id, at: this.#occurredAt, data: { link: toLinkPayload(link) } }
  }
}

/** A link in the payload of an event, with its owner. */
export interface OwnedLinkFacts {
  readonly ownerId: string
  readonly link: LinkPayload
}

/** The links among `ids` that have an owner, for events that the service itself causes. */
export async function findOwnedLinkFacts(em: EntityManager, ids: readonly string[]): Promise<OwnedLinkFacts[]> {
  // Reads the values after changes by SQL, which the entities of this request may not have.
  const links = await em.find(Link, { id: { $in: [...ids] } }, { ...withoutQueryLog(), disableIdentityMap: true })
  return links.flatMap((link) => (link.owner ? [{ ownerId: link.owner.id, link: toLinkPayload(link) }] : []))
}

/** Publishes events about the end of links, in the transaction that has claimed them. */
export async function publishLinkExpiryEvents(
  em: EntityManager,
  events: EventPublisher,
  kind: LinkEndEventKind,
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
