import type { EntityManager } from '../../platform/database/database.ts'
import type { EventPublisher } from '../../platform/events/event-publisher.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { Link, LinkNotFound, type RouteCache } from '../links/index.ts'
import type { BlockUrlInput, ReviewDecisionArgs } from './abuse.inputs.ts'
import { recordAbuseAct } from './abuse-act.entity.ts'
import { AbuseAppeal, AbuseReport, type ReportOutcome } from './abuse-report.entity.ts'
import type { AbuseReviewService } from './abuse-review.service.ts'
import type { AbuseReview } from './abuse-review.types.ts'
import { addBlockCause, changeBlockCauses, liftBlockCauses } from './link-blocks.ts'

interface AbuseDecisionDependencies {
  readonly events: EventPublisher
  readonly routeCache: RouteCache
  readonly reviews: AbuseReviewService
}

/**
 * Decisions of reviewers on a link. Two concurrent decisions on one link take turns. A decision that changes nothing
 * is not logged. Each method returns the link as it is afterwards, and throws `LinkNotFound`.
 */
export class AbuseDecisionService {
  constructor(private readonly dependencies: AbuseDecisionDependencies) {}

  /** Blocks a link and settles its reports and its appeal. */
  block(context: RequestContext, id: string, { reason, note }: BlockUrlInput): Promise<AbuseReview> {
    const now = context.now()
    return this.decide(context, id, async (em) => {
      const addedCount = await addBlockCause(em, [id], { destinationId: null, reason, now })
      const settledCount = await settle(em, id, 'blocked', now)
      if (addedCount + settledCount > 0) recordAbuseAct(context, em, 'block', { linkId: id, reason, note })
    })
  }

  /** Settles the reports and the appeal of a link, which stays as it is, blocked or not. */
  dismiss(context: RequestContext, { id, note }: ReviewDecisionArgs): Promise<AbuseReview> {
    return this.decide(context, id, async (em) => {
      const settledCount = await settle(em, id, 'dismissed', context.now())
      if (settledCount > 0) recordAbuseAct(context, em, 'dismiss', { linkId: id, note })
    })
  }

  /** Unblocks a link, whatever has blocked it, and settles its reports and its appeal. */
  unblock(context: RequestContext, { id, note }: ReviewDecisionArgs): Promise<AbuseReview> {
    const now = context.now()
    return this.decide(context, id, async (em) => {
      if ((await em.count(Link, { id, blockedAt: { $ne: null } })) === 0) return
      await liftBlockCauses(em, id, now)
      await settle(em, id, 'dismissed', now)
      recordAbuseAct(context, em, 'unblock', { linkId: id, note })
    })
  }

  private async decide(
    context: RequestContext,
    id: string,
    decide: (em: EntityManager) => Promise<void>,
  ): Promise<AbuseReview> {
    const { events, routeCache, reviews } = this.dependencies
    const publishContext = { events, now: context.now() }
    let isFound = false
    const codes = await context.em.transactional((em) => {
      const changeCauses = () => {
        isFound = true
        return decide(em)
      }
      return changeBlockCauses(em, [id], changeCauses, publishContext)
    })
    if (!isFound) throw new LinkNotFound()
    routeCache.invalidateAfterCommit(context, ...codes)
    return reviews.get(context, id)
  }
}

/** Settles the open reports of a link and deletes its appeal. Returns how many there were. */
async function settle(em: EntityManager, linkId: string, outcome: ReportOutcome, now: Date): Promise<number> {
  const reportCount = await em.nativeUpdate(AbuseReport, { link: linkId, settledAt: null }, { outcome, settledAt: now })
  const appealCount = await em.nativeDelete(AbuseAppeal, { link: linkId })
  return reportCount + appealCount
}
