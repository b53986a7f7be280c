import { recordActivities } from '../../../platform/audit-log/activity.queries.ts'
import { requireAccount } from '../../../platform/auth/authorization.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Domain } from './domain.entity.ts'

/** Records what the caller did with a domain, in the transaction of the change. */
export function auditDomain(
  em: EntityManager,
  context: RequestContext,
  { id, host, workspace }: Domain,
  action: 'created' | 'verified' | 'updated' | 'deleted',
  outcome: string,
): Promise<void> {
  return recordActivities(em, {
    workspaceId: workspace.id,
    actor: requireAccount(context.caller).actorId,
    at: context.now(),
    type: `domain.${action}`,
    subjectType: 'domain',
    subjectId: id,
    summary: `Domain ${host} ${outcome}.`,
    severity: 'info',
    source: 'lifecycle',
  })
}
