import type { EntityManager } from '../database/open.ts'
import type { Events } from '../events/events.ts'
import type { Context } from '../graphql/context.ts'
import { LinkNotFound, type Routes } from '../links/index.ts'
import type { Acts } from './acts.ts'
import type { BlockUrlArgs, VerdictArgs } from './args.ts'
import { addCause, changeCauses, liftCauses } from './blocks.ts'
import type { AbuseReview } from './review.ts'
import type { Reviews } from './reviews.ts'

interface VerdictsDependencies {
  readonly acts: Acts
  readonly events: Events
  readonly routes: Routes
  readonly reviews: Reviews
}

/**
 * What reviewers decide of a link. Two who decide at once take turns; who decides what is decided already changes
 * nothing and leaves no trace in the log. Each answers with the link as it then is.
 */
export class Verdicts {
  readonly #acts: Acts
  readonly #events: Events
  readonly #routes: Routes
  readonly #reviews: Reviews

  constructor({ acts, events, routes, reviews }: VerdictsDependencies) {
    this.#acts = acts
    this.#events = events
    this.#routes = routes
    this.#reviews = reviews
  }

  /** Blocks a link. Its reports are settled, and an open appeal with them. Throws `LinkNotFound`. */
  block(context: Context, { id, reason, note }: BlockUrlArgs): Promise<AbuseReview> {
    const now = context.now()
    return this.#decide(context, id, async (em) => {
      const added = await addCause(em, [id], { destinationId: null, reason, now })
      const settled = await this.#settle(context, em, id, 'blocked')
      if (added + settled > 0) await this.#acts.record(context, em, 'block', { linkId: id, reason, note })
    })
  }

  /** Leaves a link as it is, blocked or not: reports and appeal are settled. Throws `LinkNotFound`. */
  dismiss(context: Context, { id, note }: VerdictArgs): Promise<AbuseReview> {
    return this.#decide(context, id, async (em) => {
      const settled = await this.#settle(context, em, id, 'dismissed')
      if (settled > 0) await this.#acts.record(context, em, 'dismiss', { linkId: id, note })
    })
  }

  /** Takes the block from a link, whatever it came from, and settles what is open. Throws `LinkNotFound`. */
  unblock(context: Context, { id, note }: VerdictArgs): Promise<AbuseReview> {
    const now = context.now()
    return this.#decide(context, id, async (em) => {
      const [blocked] = await em.execute('select 1 from link where id = ? and blocked_at is not null', [id])
      if (!blocked) return
      await liftCauses(em, id, now)
      await this.#settle(context, em, id, 'dismissed')
      await this.#acts.record(context, em, 'unblock', { linkId: id, note })
    })
  }

  async #decide(context: Context, id: string, change: (em: EntityManager) => Promise<void>): Promise<AbuseReview> {
    let isThere = false
    const telling = { events: this.#events, now: context.now() }
    const codes = await context.em.transactional((em) => {
      const decide = async () => {
        isThere = true
        await change(em)
      }
      return changeCauses(em, [id], decide, telling)
    })
    if (!isThere) throw new LinkNotFound()
    const routes = this.#routes
    context.whenCommitted(() => {
      for (const code of codes) routes.heard(code.toLowerCase())
    })
    return this.#reviews.get(context, id)
  }

  /** Ends what waits for a decision on a link. Answers how much that was. */
  async #settle(context: Context, em: EntityManager, id: string, outcome: 'blocked' | 'dismissed'): Promise<number> {
    const reports = await em.execute(
      'update abuse_report set outcome = ?, settled_at = ? where link_id = ? and settled_at is null returning id',
      [outcome, context.now(), id],
    )
    const appeals = await em.execute('delete from abuse_appeal where link_id = ? returning link_id', [id])
    return reports.length + appeals.length
  }
}
