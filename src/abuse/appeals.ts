import type { Rule } from '../base/limits/rule.ts'
import type { Context } from '../graphql/context.ts'
import type { Throttle } from '../graphql/throttle.ts'
import { LinkNotFound } from '../links/index.ts'
import type { Acts } from './acts.ts'
import type { AppealUrlArgs } from './args.ts'
import { LinkNotBlocked } from './failures.ts'

/** How often the owner may ask for one link. */
const ofLink: Rule = { limit: 5, seconds: 24 * 3600 }

/** What owners say against a block. */
export class Appeals {
  readonly #throttle: Throttle
  readonly #acts: Acts

  constructor(throttle: Throttle, acts: Acts) {
    this.#throttle = throttle
    this.#acts = acts
  }

  /**
   * Asks the reviewers to look at a link of the caller again. A link has one open appeal: a later one takes its place.
   * Throws `LinkNotFound`, and `LinkNotBlocked` for one that is not blocked.
   */
  async appeal(context: Context, { id, message }: AppealUrlArgs): Promise<void> {
    const { accountId } = context
    const key = `${accountId} ${id}`
    await this.#throttle.take(context, [{ name: 'appeal', key, group: key, rule: ofLink }])
    await context.em.transactional(async (em) => {
      // Held, so that a reviewer who lifts the block in the same moment comes before it or after it.
      const [link] = await em.execute<{ blocked_at: unknown }[]>(
        'select blocked_at from link where id = ? and owner_id = ? for no key update',
        [id, accountId],
      )
      if (!link) throw new LinkNotFound()
      if (link.blocked_at === null) throw new LinkNotBlocked()
      await em.execute(
        `insert into abuse_appeal (link_id, message, created_at) values (?, ?, ?)
         on conflict (link_id) do update set message = excluded.message`,
        [id, message.trim(), context.now()],
      )
      await this.#acts.record(context, em, 'appeal', { linkId: id, note: message })
    })
  }
}
