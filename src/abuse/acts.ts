import { newId } from '../base/ids.ts'
import type { EntityManager } from '../database/open.ts'
import type { Context } from '../graphql/context.ts'
import type { PageArgs } from '../graphql/page.args.ts'
import { AbuseAct, type ActKind } from './act.ts'

/** What an act was done to, and why. */
interface Particulars {
  readonly linkId?: string
  readonly pattern?: string
  readonly reason?: string
  readonly note?: string | null | undefined
}

/** The log of what was done about abuse, and by whom. */
export class Acts {
  /** Writes down what the caller does, in the transaction that does it. */
  async record(
    context: Context,
    em: EntityManager,
    kind: ActKind,
    { linkId, pattern, reason, note }: Particulars,
  ): Promise<void> {
    const now = context.now()
    const { accountId } = context
    await em.execute(
      `insert into abuse_act (id, kind, actor_id, link_id, pattern, reason, note, created_at)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        ...[newId('act', now), kind, accountId, linkId ?? null],
        ...[pattern ?? null, reason ?? null, note?.trim() || null, now],
      ],
    )
  }

  /** A page of all that was done, newest first. */
  async list(context: Context, { page, limit }: PageArgs): Promise<AbuseAct[]> {
    const [acts, total] = await context.em.findAndCount(
      AbuseAct,
      {},
      { orderBy: { createdAt: 'desc', id: 'desc' }, limit, offset: (page - 1) * limit },
    )
    context.reportPage({ page, limit, total })
    return acts
  }
}
