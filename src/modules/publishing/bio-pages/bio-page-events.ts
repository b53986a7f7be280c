import { requireActor } from '../../../platform/auth/authorization.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { BioPagePayload, FieldChanges, FieldValues } from '../../../platform/events/domain-events.ts'
import type { EventPublisher } from '../../../platform/events/event-publisher.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { BioPage } from './bio-page.entity.ts'

/** The fields that its owner can change. */
export function toPageState(page: BioPage): FieldValues {
  const { slug, title, description, theme, seoTitle, seoDescription } = page
  return { slug, title, description, theme: { ...theme }, seoTitle, seoDescription }
}

function toEventPayload(page: BioPage): BioPagePayload {
  const { id, urlId: linkId, slug, title, isPublished, createdAt } = page
  return { id, linkId, slug, title, isPublished, createdAt: createdAt.toISOString() }
}

type BioPageEventKind = 'bio_page.created' | 'bio_page.published' | 'bio_page.unpublished' | 'bio_page.deleted'

/** Publishes what the caller has done with a page, in the transaction of `em`. */
export async function publishBioPageEvent(
  events: EventPublisher,
  context: RequestContext,
  em: EntityManager,
  kind: BioPageEventKind,
  page: BioPage,
): Promise<void> {
  await events.publish(em, { ...getOrigin(context, page), kind, data: { page: toEventPayload(page) } })
}

/** Publishes what the caller has changed, in the transaction of `em`. Publishes nothing if no field changed. */
export async function publishBioPageUpdated(
  events: EventPublisher,
  context: RequestContext,
  em: EntityManager,
  page: BioPage,
  changes: FieldChanges,
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  const data = { page: toEventPayload(page), changes }
  await events.publish(em, { ...getOrigin(context, page), kind: 'bio_page.updated', data })
}

function getOrigin(context: RequestContext, { workspace, urlId }: BioPage) {
  const actor = requireActor(context.caller)
  return { workspaceId: workspace.id, actor, linkId: urlId, at: context.now() }
}
