import type { EntityManager } from '../database/open.ts'
import { Events } from '../events/events.ts'
import type { Context } from '../graphql/context.ts'
import { LinkNotFound, Routes } from '../links/index.ts'
import { Acts } from './acts.ts'
import type { BlockUrlArgs, VerdictArgs } from './args.ts'
import { addCause, changeCauses, liftCauses } from './blocks.ts'
import type { AbuseReview } from './review.ts'
import { Reviews } from './reviews.ts'

/**
 * What reviewers decide of a link. Two who decide at once take turns; who decides what is decided already changes
 * nothing and leaves no trace in the log. Each answers with the link as it then is.
 */
export class Verdicts {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** Blocks a link. Its reports are settled, and an open appeal with them. Throws `LinkNotFound`. */
  block({ id, reason, note }: BlockUrlArgs): Promise<AbuseReview> {
    const now = this.#context.now()
    return this.#decide(id, async (em) => {
      const added = await addCause(em, [id], { destinationId: null, reason, now })
      const settled = await this.#settle(em, id, 'blocked')
      if (added + settled > 0) await this.#context.use(Acts).record(em, 'block', { linkId: id, reason, note })
    })
  }

  /** Leaves a link as it is, blocked or not: reports and appeal are settled. Throws `LinkNotFound`. */
  dismiss({ id, note }: VerdictArgs): Promise<AbuseReview> {
    return this.#decide(id, async (em) => {
      const settled = await this.#settle(em, id, 'dismissed')
      if (settled > 0) await this.#context.use(Acts).record(em, 'dismiss', { linkId: id, note })
    })
  }

  /** Takes the block from a link, whatever it came from, and settles what is open. Throws `LinkNotFound`. */
  unblock({ id, note }: VerdictArgs): Promise<AbuseReview> {
    const now = this.#context.now()
    return this.#decide(id, async (em) => {
      const [blocked] = await em.execute('select 1 from link where id = ? and blocked_at is not null', [id])
      if (!blocked) return
      await liftCauses(em, id, now)
      await this.#settle(em, id, 'dismissed')
      await this.#context.use(Acts).record(em, 'unblock', { linkId: id, note })
    })
  }

  async #decide(id: string, change: (em: EntityManager) => Promise<void>): Promise<AbuseReview> {
    let isThere = false
    const telling = { events: this.#context.part(Events), now: this.#context.now() }
    const codes = await this.#context.em.transactional((em) => {
      const decide = async () => {
        isThere = true
        await change(em)
      }
      return changeCauses(em, [id], decide, telling)
    })
    if (!isThere) throw new LinkNotFound()
    const routes = this.#context.part(Routes)
    this.#context.whenCommitted(() => {
      for (const code of codes) routes.heard(code.toLowerCase())
    })
    return this.#context.use(Reviews).get(id)
  }

  /** Ends what waits for a decision on a link. Answers how much that was. */
  async #settle(em: EntityManager, id: string, outcome: 'blocked' | 'dismissed'): Promise<number> {
    const reports = await em.execute(
      'update abuse_report set outcome = ?, settled_at = ? where link_id = ? and settled_at is null returning id',
      [outcome, this.#context.now(), id],
    )
    const appeals = await em.execute('delete from abuse_appeal where link_id = ? returning link_id', [id])
    return reports.length + appeals.length
  }
}
