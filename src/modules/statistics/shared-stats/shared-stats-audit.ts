import { type Activity, recordActivities } from '../../../platform/audit-log/activity.queries.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { SharedStatsPage } from './shared-stats-page.entity.ts'

/** Records what was done with a page, in the transaction of the change. */
export function auditSharedStats(
  em: EntityManager,
  act: Pick<Activity, 'actor' | 'at'>,
  { id, title, subject, workspace }: SharedStatsPage,
  action: 'created' | 'updated' | 'deleted',
  outcome: string,
): Promise<void> {
  const name = title === null ? '' : ` ("${title}")`
  return recordActivities(em, {
    workspaceId: workspace.id,
    ...act,
    type: `shared_stats.${action}`,
    subjectType: 'shared_stats',
    subjectId: id,
    summary: `Page with statistics of a ${subject}${name} ${outcome}.`,
    severity: 'info',
    source: 'lifecycle',
  })
}
