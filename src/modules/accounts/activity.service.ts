import { type ActivityEntry, listActivities } from '../../platform/audit-log/activity.queries.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import type { ActivitiesArgs } from './activity.types.ts'

/** The activity log of the caller's account. */
export class ActivityService {
  /** A page of activities, newest first. */
  async list(context: RequestContext, { type, severity, page, limit }: ActivitiesArgs): Promise<ActivityEntry[]> {
    const { accountId } = context
    const filter = { type: type ?? null, minSeverity: severity ?? null, page, limit }
    const { items, total } = await listActivities(context.em, accountId, filter)
    context.setPage({ page, limit, total })
    return items
  }
}
