import type { Account } from '../access/caller.ts'
import type { EntityManager } from '../database/open.ts'
import { noteActivity } from '../events/activity/note.ts'
import { changesBetween, type State } from '../events/changes.ts'
import type { Events } from '../events/events.ts'
import type { QrFacts } from '../events/kinds.ts'
import type { DynamicQr } from './dynamic.qr.ts'

/** What of a code its owner can change. */
export function stateOf({ title, targetUrl, isActive, design }: DynamicQr): State {
  return { title, targetUrl, isActive, design: { ...design } }
}

function factsOf({ id, urlId: linkId, shortCode: code, title, targetUrl, isActive, createdAt }: DynamicQr): QrFacts {
  return { id, linkId, code, title, targetUrl, isActive, createdAt: createdAt.toISOString() }
}

/** Announces what became of the caller's code, in the transaction of its cause. */
export class QrTelling {
  readonly #events: Events
  readonly #by: Pick<Account, 'accountId' | 'actorId'>
  readonly #at: Date

  constructor(events: Events, by: Pick<Account, 'accountId' | 'actorId'>, at: Date) {
    this.#events = events
    this.#by = by
    this.#at = at
  }

  async created(em: EntityManager, qr: DynamicQr): Promise<void> {
    const data = { qr: factsOf(qr) }
    await this.#events.announce(em, { ...this.#common(qr), kind: 'qr.created', data })
  }

  /** A change that leaves everything as it was is none. */
  async updated(em: EntityManager, qr: DynamicQr, before: State): Promise<void> {
    const changes = changesBetween(before, stateOf(qr))
    if (Object.keys(changes).length === 0) return
    await this.#events.announce(em, { ...this.#common(qr), kind: 'qr.updated', data: { qr: factsOf(qr), changes } })
  }

  /** No event tells of it, so it is noted alone. */
  async deleted(em: EntityManager, { id, shortCode, title }: DynamicQr): Promise<void> {
    await noteActivity(em, {
      ...{ ownerId: this.#by.accountId, actor: this.#by.actorId, at: this.#at },
      ...{ type: 'qr.deleted', subjectType: 'qr', subjectId: id, severity: 'info', source: 'lifecycle' },
      summary: `QR code /${shortCode} ("${title}") was deleted.`,
    })
  }

  #common({ urlId }: DynamicQr) {
    return { ownerId: this.#by.accountId, actor: this.#by.actorId, linkId: urlId, at: this.#at }
  }
}
