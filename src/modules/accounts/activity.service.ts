import { type ActivityEntry, listActivities } from '../../platform/audit-log/activity.queries.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import type { ActivitiesArgs } from './activity.types.ts'

/** What was done to what the caller has. */
export class ActivityService {
  /** A page of it, newest first. */
  async list(context: RequestContext, { type, severity, page, limit }: ActivitiesArgs): Promise<ActivityEntry[]> {
    const { accountId } = context
    const filter = { type: type ?? null, minSeverity: severity ?? null, page, limit }
    const { items, total } = await listActivities(context.em, accountId, filter)
    context.setPage({ page, limit, total })
    return items
  }
}
