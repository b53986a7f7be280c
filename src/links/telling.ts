import type { Account } from '../access/caller.ts'
import type { EntityManager } from '../database/open.ts'
import { changesBetween } from '../events/changes.ts'
import type { Events } from '../events/events.ts'
import type { Changes, Happening, LinkFacts } from '../events/kinds.ts'
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
function changesOf(before: LinkState, after: LinkState): Changes {
  const { passwordVersion, ...shown } = after
  const isNewPassword = before.passwordVersion !== passwordVersion
  const { hasPassword: from } = before
  return {
    ...changesBetween(before, shown),
    ...(isNewPassword && { hasPassword: { from, to: shown.hasPassword } }),
  }
}

/** Announces what became of the caller's link, in the transaction of its cause. */
export class LinkTelling {
  readonly #events: Events
  readonly #by: Pick<Account, 'accountId' | 'actorId'>
  readonly #at: Date

  constructor(events: Events, by: Pick<Account, 'accountId' | 'actorId'>, at: Date) {
    this.#events = events
    this.#by = by
    this.#at = at
  }

  async created(em: EntityManager, link: Link): Promise<void> {
    await this.#events.announce(em, this.#happening('link.created', link))
  }

  /** A change that leaves everything as it was is none. */
  async updated(em: EntityManager, link: Link, before: LinkState): Promise<void> {
    const changes = changesOf(before, stateOf(link))
    if (Object.keys(changes).length === 0) return
    const updated = { ...this.#happening('link.updated', link), data: { link: factsOf(link), changes } }
    const isDisabled = before.isActive && !link.isActive
    await this.#events.announce(em, updated, ...(isDisabled ? [this.#happening('link.disabled', link)] : []))
    // Those who look for expiries look for dates that pass, and this one has.
    if (changes.expiresAt && link.expiresAt && link.expiresAt <= this.#at) await this.#expired(em, link)
  }

  async deleted(em: EntityManager, link: Link): Promise<void> {
    await this.#events.announce(em, this.#happening('link.deleted', link))
  }

  async #expired(em: EntityManager, link: Link): Promise<void> {
    const marked = await em.execute(markExpiredSql, [link.id, link.expiresAt])
    if (marked.length > 0) await this.#events.announce(em, this.#happening('link.expired', link))
  }

  #happening(kind: LinkKind, link: Link): Happening {
    const { accountId: ownerId, actorId: actor } = this.#by
    return { kind, ownerId, actor, linkId: link.id, at: this.#at, data: { link: factsOf(link) } }
  }
}

type LinkKind = 'link.created' | 'link.updated' | 'link.disabled' | 'link.deleted' | 'link.expired'

const markExpiredSql = `
  insert into event_link_end (link_id, kind, mark)
  values (?, 'link.expired', extract(epoch from ?::timestamptz)::text)
  on conflict do nothing returning link_id`
