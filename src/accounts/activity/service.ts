import { type ActivityItem, activitiesOf } from '../../events/activity/listing.ts'
import type { Context } from '../../graphql/context.ts'
import type { ActivitiesArgs } from './args.ts'

/** What was done to what the caller has. */
export class Activities {
  /** A page of it, newest first. */
  async list(context: Context, { type, severity, page, limit }: ActivitiesArgs): Promise<ActivityItem[]> {
    const { accountId } = context
    const wish = { type: type ?? null, minSeverity: severity ?? null, page, limit }
    const { items, total } = await activitiesOf(context.em, accountId, wish)
    context.reportPage({ page, limit, total })
    return items
  }
}
