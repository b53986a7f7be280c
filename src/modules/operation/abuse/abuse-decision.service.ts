import type { EntityManager } from '../../../platform/database/database.ts'
import type { EventPublisher } from '../../../platform/events/event-publisher.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Link, LinkNotFound, type RouteCache } from '../../publishing/links/index.ts'
import type { BlockUrlInput, ReviewDecisionArgs } from './abuse.inputs.ts'
import { recordAbuseAct } from './abuse-act.entity.ts'
import { AbuseReport, type ReportOutcome } from './abuse-report.entity.ts'
import type { AbuseReviewService } from './abuse-review.service.ts'
import type { AbuseReview } from './abuse-review.types.ts'
import { dismissAppeal, recordDismissedAppeal } from './appeals/appeal.service.ts'
import { addBlockCause, changeBlockCauses, liftBlockCauses } from './link-blocks.ts'
import type { BlockMails } from './mails/block-mails.ts'

interface AbuseDecisionDependencies {
  readonly events: EventPublisher
  readonly mails: Pick<BlockMails, 'sendBlocked'>
  readonly routeCache: RouteCache
  readonly reviews: AbuseReviewService
}

/**
 * Decisions of reviewers on a link. Two concurrent decisions on one link run one after the other. A decision that
 * changes nothing is not logged. Each method returns the link after the decision, and throws `LinkNotFound`.
 */
export class AbuseDecisionService {
  constructor(private readonly dependencies: AbuseDecisionDependencies) {}

  /** Blocks a link, settles its reports and dismisses its appeal. */
  block(context: RequestContext, id: string, { reason, note }: BlockUrlInput): Promise<AbuseReview> {
    const now = context.now()
    return this.decide(context, id, async (em) => {
      const addedCount = await addBlockCause(em, [id], { destinationId: null, reason, now })
      const settledCount = await settleReports(em, id, 'blocked', now)
      const isAppealDismissed = await dismissAppeal(em, id, now)
      if (addedCount + settledCount > 0 || isAppealDismissed)
        recordAbuseAct(context, em, 'block', { linkId: id, reason, note })
      return isAppealDismissed
    })
  }

  /** Settles the reports of a link and dismisses its appeal. The link stays as it is, blocked or not. */
  dismiss(context: RequestContext, { id, note }: ReviewDecisionArgs): Promise<AbuseReview> {
    const now = context.now()
    return this.decide(context, id, async (em) => {
      const settledCount = await settleReports(em, id, 'dismissed', now)
      const isAppealDismissed = await dismissAppeal(em, id, now)
      if (settledCount > 0 || isAppealDismissed) recordAbuseAct(context, em, 'dismiss', { linkId: id, note })
      return isAppealDismissed
    })
  }

  /** Unblocks a link, whatever has blocked it, and settles its reports. This ends its appeal. */
  unblock(context: RequestContext, { id, note }: ReviewDecisionArgs): Promise<AbuseReview> {
    const now = context.now()
    return this.decide(context, id, async (em) => {
      if ((await em.count(Link, { id, blockedAt: { $ne: null } })) === 0) return false
      await liftBlockCauses(em, id, now)
      await settleReports(em, id, 'dismissed', now)
      recordAbuseAct(context, em, 'unblock', { linkId: id, note })
      return false
    })
  }

  /** `decide` returns whether it has dismissed an appeal. */
  private async decide(
    context: RequestContext,
    id: string,
    decide: (em: EntityManager) => Promise<boolean>,
  ): Promise<AbuseReview> {
    const { events, mails, routeCache, reviews } = this.dependencies
    const publishContext = { events, mails, now: context.now() }
    let isFound = false
    const routeKeys = await context.em.transactional(async (em) => {
      let isAppealDismissed = false
      const changeCauses = async () => {
        isFound = true
        isAppealDismissed = await decide(em)
      }
      const changedKeys = await changeBlockCauses(em, [id], changeCauses, publishContext)
      // Called after the change of the causes, because the activity names them.
      if (isAppealDismissed) await recordDismissedAppeal(em, id, publishContext.now)
      return changedKeys
    })
    if (!isFound) throw new LinkNotFound()
    routeCache.invalidateAfterCommit(context, ...routeKeys)
    return reviews.get(context, id)
  }
}

/** Settles the open reports of a link. Returns how many there were. */
function settleReports(em: EntityManager, linkId: string, outcome: ReportOutcome, now: Date): Promise<number> {
  return em.nativeUpdate(AbuseReport, { link: linkId, settledAt: null }, { outcome, settledAt: now })
}
