import type { EntityManager } from '../../platform/database/database.ts'
import type { EventPublisher } from '../../platform/events/event-publisher.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { LinkNotFound, type RouteCache } from '../links/index.ts'
import type { BlockUrlArgs, VerdictArgs } from './abuse.inputs.ts'
import type { AbuseActLog } from './abuse-act-log.ts'
import type { AbuseReviewService } from './abuse-review.service.ts'
import type { AbuseReview } from './abuse-review.types.ts'
import { addBlockCause, changeBlockCauses, liftBlockCauses } from './link-blocks.ts'

interface VerdictsDependencies {
  readonly abuseActLog: AbuseActLog
  readonly eventPublisher: EventPublisher
  readonly routeCache: RouteCache
  readonly abuseReviewService: AbuseReviewService
}

/**
 * What reviewers decide of a link. Two who decide at once take turns; who decides what is decided already changes
 * nothing and leaves no trace in the log. Each answers with the link as it then is.
 */
export class AbuseDecisionService {
  readonly #abuseActLog: AbuseActLog
  readonly #eventPublisher: EventPublisher
  readonly #routeCache: RouteCache
  readonly #abuseReviewService: AbuseReviewService

  constructor({ abuseActLog, eventPublisher, routeCache, abuseReviewService }: VerdictsDependencies) {
    this.#abuseActLog = abuseActLog
    this.#eventPublisher = eventPublisher
    this.#routeCache = routeCache
    this.#abuseReviewService = abuseReviewService
  }

  /** Blocks a link. Its reports are settled, and an open appeal with them. Throws `LinkNotFound`. */
  block(context: RequestContext, { id, reason, note }: BlockUrlArgs): Promise<AbuseReview> {
    const now = context.now()
    return this.#decide(context, id, async (em) => {
      const added = await addBlockCause(em, [id], { destinationId: null, reason, now })
      const settled = await this.#settle(context, em, id, 'blocked')
      if (added + settled > 0) await this.#abuseActLog.record(context, em, 'block', { linkId: id, reason, note })
    })
  }

  /** Leaves a link as it is, blocked or not: reports and appeal are settled. Throws `LinkNotFound`. */
  dismiss(context: RequestContext, { id, note }: VerdictArgs): Promise<AbuseReview> {
    return this.#decide(context, id, async (em) => {
      const settled = await this.#settle(context, em, id, 'dismissed')
      if (settled > 0) await this.#abuseActLog.record(context, em, 'dismiss', { linkId: id, note })
    })
  }

  /** Takes the block from a link, whatever it came from, and settles what is open. Throws `LinkNotFound`. */
  unblock(context: RequestContext, { id, note }: VerdictArgs): Promise<AbuseReview> {
    const now = context.now()
    return this.#decide(context, id, async (em) => {
      const [blocked] = await em.execute('select 1 from link where id = ? and blocked_at is not null', [id])
      if (!blocked) return
      await liftBlockCauses(em, id, now)
      await this.#settle(context, em, id, 'dismissed')
      await this.#abuseActLog.record(context, em, 'unblock', { linkId: id, note })
    })
  }

  async #decide(
    context: RequestContext,
    id: string,
    change: (em: EntityManager) => Promise<void>,
  ): Promise<AbuseReview> {
    let isFound = false
    const publishContext = { events: this.#eventPublisher, now: context.now() }
    const codes = await context.em.transactional((em) => {
      const decide = async () => {
        isFound = true
        await change(em)
      }
      return changeBlockCauses(em, [id], decide, publishContext)
    })
    if (!isFound) throw new LinkNotFound()
    const routes = this.#routeCache
    context.afterCommit(() => {
      for (const code of codes) routes.onNotification(code.toLowerCase())
    })
    return this.#abuseReviewService.get(context, id)
  }

  /** Ends what waits for a decision on a link. Answers how much that was. */
  async #settle(
    context: RequestContext,
    em: EntityManager,
    id: string,
    outcome: 'blocked' | 'dismissed',
  ): Promise<number> {
    const reports = await em.execute(
      'update abuse_report set outcome = ?, settled_at = ? where link_id = ? and settled_at is null returning id',
      [outcome, context.now(), id],
    )
    const appeals = await em.execute('delete from abuse_appeal where link_id = ? returning link_id', [id])
    return reports.length + appeals.length
  }
}
