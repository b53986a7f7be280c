import { requireActor } from '../../../../platform/auth/authorization.ts'
import type { DomainEvent, DomainPayload, FieldChanges } from '../../../../platform/events/domain-events.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { Domain } from './domain.entity.ts'

type Cause = Pick<DomainEvent, 'actor' | 'at'>

type DomainEventKind = 'domain.created' | 'domain.verified' | 'domain.unproven' | 'domain.released' | 'domain.deleted'

/** An event about a domain, which the caller or the service itself has caused. */
export function createDomainEvent(kind: DomainEventKind, domain: Domain, cause: Cause): DomainEvent {
  return { ...cause, ...originOf(domain), kind, data: { domain: toDomainPayload(domain) } }
}

/** An event about the changed addresses of a domain. */
export function createDomainUpdate(domain: Domain, changes: FieldChanges, cause: Cause): DomainEvent {
  return { ...cause, ...originOf(domain), kind: 'domain.updated', data: { domain: toDomainPayload(domain), changes } }
}

function originOf({ workspace }: Domain): Pick<DomainEvent, 'workspaceId' | 'linkId'> {
  return { workspaceId: workspace.id, linkId: null }
}

/** Who causes an event of a request, and when. */
export function byCaller(context: RequestContext): Cause {
  return { actor: requireActor(context.caller), at: context.now() }
}

/** A domain in the payload of an event. */
function toDomainPayload(domain: Domain): DomainPayload {
  const { id, host, status, expiredUrl, notFoundUrl, rootUrl, createdAt } = domain
  return { id, host, status, expiredUrl, notFoundUrl, rootUrl, createdAt: createdAt.toISOString() }
}
