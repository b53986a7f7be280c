import { accountOf } from '../../access/admit.ts'
import { type ActivityItem, activitiesOf } from '../../events/activity/listing.ts'
import type { Context } from '../../graphql/context.ts'
import type { ActivitiesArgs } from './args.ts'

/** What was done to what the caller has. */
export class Activities {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** A page of it, newest first. */
  async list({ type, severity, page, limit }: ActivitiesArgs): Promise<ActivityItem[]> {
    const { accountId } = accountOf(this.#context.caller)
    const wish = { type: type ?? null, minSeverity: severity ?? null, page, limit }
    const { items, total } = await activitiesOf(this.#context.em, accountId, wish)
    this.#context.reportPage({ page, limit, total })
    return items
  }
}
