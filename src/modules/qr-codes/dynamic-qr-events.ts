import { recordActivities } from '../../platform/audit-log/activity.queries.ts'
import type { AuthenticatedCaller } from '../../platform/auth/caller.ts'
import type { EntityManager } from '../../platform/database/database.ts'
import { type FieldValues, findChanges, type QrCodePayload } from '../../platform/events/domain-events.ts'
import type { EventPublisher } from '../../platform/events/event-publisher.ts'
import type { DynamicQr } from './dynamic-qr.entity.ts'

/** The fields that its owner can change. */
export function toQrState({ title, targetUrl, isActive, design }: DynamicQr): FieldValues {
  return { title, targetUrl, isActive, design: { ...design } }
}

function toEventPayload({
  id,
  urlId: linkId,
  shortCode: code,
  title,
  targetUrl,
  isActive,
  createdAt,
}: DynamicQr): QrCodePayload {
  return { id, linkId, code, title, targetUrl, isActive, createdAt: createdAt.toISOString() }
}

/** Publishes the events of the caller's codes, in the transaction of the change. */
export class DynamicQrEventPublisher {
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

  async publishCreated(em: EntityManager, qr: DynamicQr): Promise<void> {
    const data = { qr: toEventPayload(qr) }
    await this.#eventPublisher.publish(em, { ...this.#commonFields(qr), kind: 'qr.created', data })
  }

  /** Publishes nothing if no field changed. */
  async publishUpdated(em: EntityManager, qr: DynamicQr, before: FieldValues): Promise<void> {
    const changes = findChanges(before, toQrState(qr))
    if (Object.keys(changes).length === 0) return
    await this.#eventPublisher.publish(em, {
      ...this.#commonFields(qr),
      kind: 'qr.updated',
      data: { qr: toEventPayload(qr), changes },
    })
  }

  /** Records the deletion in the activity log only; there is no event for it. */
  async recordDeleted(em: EntityManager, { id, shortCode, title }: DynamicQr): Promise<void> {
    await recordActivities(em, {
      ownerId: this.#actor.accountId,
      actor: this.#actor.actorId,
      at: this.#occurredAt,
      type: 'qr.deleted',
      subjectType: 'qr',
      subjectId: id,
      severity: 'info',
      source: 'lifecycle',
      summary: `QR code /${shortCode} ("${title}") was deleted.`,
    })
  }

  #commonFields({ urlId }: DynamicQr) {
    return { ownerId: this.#actor.accountId, actor: this.#actor.actorId, linkId: urlId, at: this.#occurredAt }
  }
}
