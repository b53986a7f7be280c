import type { EntityManager } from '../../platform/database/database.ts'
import type { PageArgs } from '../../platform/graphql/pagination.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { newId } from '../../platform/shared/ids.ts'
import { AbuseAct, type AbuseActKind } from './abuse-act.entity.ts'

/** What was done, and why. */
interface AbuseActDetails {
  readonly linkId?: string
  readonly pattern?: string
  readonly reason?: string
  readonly note?: string | null | undefined
}

/** The log of abuse: what was done, and by which account. */
export class AbuseActLog {
  /** Adds an act of the caller to the transaction of `em`. */
  record(
    context: RequestContext,
    em: EntityManager,
    kind: AbuseActKind,
    { linkId, pattern, reason, note }: AbuseActDetails,
  ): void {
    const now = context.now()
    const act = em.create(AbuseAct, {
      id: newId('act', now),
      kind,
      actorId: context.accountId,
      linkId: linkId ?? null,
      pattern: pattern ?? null,
      reason: reason ?? null,
      note: note?.trim() || null,
      createdAt: now,
    })
    em.persist(act)
  }

  /** A page of all acts, newest first. */
  async list(context: RequestContext, { page, limit }: PageArgs): Promise<AbuseAct[]> {
    const [acts, total] = await context.em.findAndCount(
      AbuseAct,
      {},
      { orderBy: { createdAt: 'desc', id: 'desc' }, limit, offset: (page - 1) * limit },
    )
    context.setPage({ page, limit, total })
    return acts
  }
}
