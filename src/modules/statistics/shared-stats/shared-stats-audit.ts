import { recordActivities } from '../../../platform/audit-log/activity.queries.ts'
import { requireAccount } from '../../../platform/auth/authorization.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { SharedStatsPage } from './shared-stats-page.entity.ts'

/** Records what the caller did with a page, in the transaction of the change. */
export function auditSharedStats(
  em: EntityManager,
  context: RequestContext,
  { id, title, subject, workspace }: SharedStatsPage,
  action: 'created' | 'updated' | 'deleted',
  outcome: string,
): Promise<void> {
  const name = title === null ? '' : ` ("${title}")`
  return recordActivities(em, {
    workspaceId: workspace.id,
    actor: requireAccount(context.caller).actorId,
    at: context.now(),
    type: `shared_stats.${action}`,
    subjectType: 'shared_stats',
    subjectId: id,
    summary: `Page with statistics of a ${subject}${name} ${outcome}.`,
    severity: 'info',
    source: 'lifecycle',
  })
}
