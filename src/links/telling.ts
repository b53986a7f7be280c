import type { EntityManager } from '../database/open.ts'
import type { Events } from '../events/events.ts'
import type { Happening, LinkChanges, LinkFacts } from '../events/kinds.ts'
import type { Link } from './link.ts'

/** A link as events tell of it. */
export function factsOf(link: Link): LinkFacts {
  const { id, code, title, originalUrl, isActive, hasPassword, clickLimit, expiresAt, createdAt } = link
  const instants = { expiresAt: expiresAt?.toISOString() ?? null, createdAt: createdAt.toISOString() }
  return { id, code, title, originalUrl, isActive, hasPassword, clickLimit, ...instants }
}

/** What of a link its owner can change. Of a password only that there is one, and which in a row it is. */
export type LinkState = Readonly<Record<string, unknown>> & { readonly isActive: boolean }

export function stateOf(link: Link): LinkState {
  const { code, title, originalUrl, clickLimit, expiresAt, expiredUrl, isActive, hasPassword, passwordVersion } = link
  const { utmSource, utmMedium, utmCampaign, isCloaked, privacyMode, forwardQuery, redirectType } = link
  return {
    ...{ code, title, originalUrl, clickLimit, expiresAt: expiresAt?.toISOString() ?? null, expiredUrl, isActive },
    ...{ hasPassword, passwordVersion, utmSource, utmMedium, utmCampaign },
    ...{ isCloaked, privacyMode, forwardQuery, redirectType },
  }
}

/** A new password in the place of another is a change of `hasPassword` from true to true. */
export function changesBetween(before: LinkState, after: LinkState): LinkChanges {
  const { passwordVersion, ...shown } = after
  const isChanged = (name: string) =>
    before[name] !== after[name] || (name === 'hasPassword' && before.passwordVersion !== passwordVersion)
  const names = Object.keys(shown).filter(isChanged)
  return Object.fromEntries(names.map((name) => [name, { from: before[name], to: after[name] }]))
}

/** Announces what became of an owner's link, in the transaction of its cause. */
export class LinkTelling {
  readonly #events: Events
  readonly #ownerId: string
  readonly #at: Date

  constructor(events: Events, ownerId: string, at: Date) {
    this.#events = events
    this.#ownerId = ownerId
    this.#at = at
  }

  async created(em: EntityManager, link: Link): Promise<void> {
    await this.#events.announce(em, this.#happening('link.created', link))
  }

  /** A change that leaves everything as it was is none. */
  async updated(em: EntityManager, link: Link, before: LinkState): Promise<void> {
    const changes = changesBetween(before, stateOf(link))
    if (Object.keys(changes).length === 0) return
    const updated = { ...this.#happening('link.updated', link), data: { link: factsOf(link), changes } }
    const isDisabled = before.isActive && !link.isActive
    await this.#events.announce(em, updated, ...(isDisabled ? [this.#happening('link.disabled', link)] : []))
  }

  async deleted(em: EntityManager, link: Link): Promise<void> {
    await this.#events.announce(em, this.#happening('link.deleted', link))
  }

  #happening(kind: 'link.created' | 'link.updated' | 'link.disabled' | 'link.deleted', link: Link): Happening {
    return { kind, ownerId: this.#ownerId, linkId: link.id, at: this.#at, data: { link: factsOf(link) } }
  }
}
