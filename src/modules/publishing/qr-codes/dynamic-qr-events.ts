import { recordActivities } from '../../../platform/audit-log/activity.queries.ts'
import { requireActor } from '../../../platform/auth/authorization.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import { type FieldValues, findChanges, type QrCodePayload } from '../../../platform/events/domain-events.ts'
import type { EventPublisher } from '../../../platform/events/event-publisher.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { DynamicQr } from './dynamic-qr.entity.ts'

/** The fields that its owner can change. */
export function toQrState({ title, destination: targetUrl, isActive, design }: DynamicQr): FieldValues {
  return { title, targetUrl, isActive, design: { ...design } }
}

function toEventPayload(qr: DynamicQr): QrCodePayload {
  const { id, urlId: linkId, code, title, destination: targetUrl, isActive, createdAt } = qr
  return { id, linkId, code, title, targetUrl, isActive, createdAt: createdAt.toISOString() }
}

/** Publishes that the caller has created a code, in the transaction of `em`. */
export async function publishQrCreated(
  events: EventPublisher,
  context: RequestContext,
  em: EntityManager,
  qr: DynamicQr,
): Promise<void> {
  const data = { qr: toEventPayload(qr) }
  await events.publish(em, { ...getOrigin(context, qr), linkId: qr.urlId, kind: 'qr.created', data })
}

/** Publishes what the caller has changed, in the transaction of `em`. Publishes nothing if no field changed. */
export async function publishQrUpdated(
  events: EventPublisher,
  context: RequestContext,
  em: EntityManager,
  qr: DynamicQr,
  before: FieldValues,
): Promise<void> {
  const changes = findChanges(before, toQrState(qr))
  if (Object.keys(changes).length === 0) return
  const data = { qr: toEventPayload(qr), changes }
  await events.publish(em, { ...getOrigin(context, qr), linkId: qr.urlId, kind: 'qr.updated', data })
}

/** Records the deletion in the activity log only; there is no event for it. */
export async function recordQrDeleted(context: RequestContext, em: EntityManager, qr: DynamicQr): Promise<void> {
  const { id, code, title } = qr
  await recordActivities(em, {
    ...getOrigin(context, qr),
    type: 'qr.deleted',
    subjectType: 'qr',
    subjectId: id,
    severity: 'info',
    source: 'lifecycle',
    summary: `QR code /${code} ("${title}") was deleted.`,
  })
}

function getOrigin(context: RequestContext, { workspace }: DynamicQr) {
  const actor = requireActor(context.caller)
  return { workspaceId: workspace.id, actor, at: context.now() }
}
