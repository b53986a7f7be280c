import type { RequestContext } from '../../platform/graphql/request-context.ts'
import type { Throttle } from '../../platform/graphql/request-limits.ts'
import type { RateLimitRule } from '../../platform/rate-limiting/rate-limit.ts'
import { LinkNotFound } from '../links/index.ts'
import { LinkNotBlocked } from './abuse.errors.ts'
import type { AppealUrlArgs } from './abuse.inputs.ts'
import type { AbuseActLog } from './abuse-act-log.ts'

/** How often the owner may ask for one link. */
const linkRateLimit: RateLimitRule = { limit: 5, seconds: 24 * 3600 }

/** What owners say against a block. */
export class AbuseAppealService {
  readonly #throttle: Throttle
  readonly #abuseActLog: AbuseActLog

  constructor(throttle: Throttle, abuseActLog: AbuseActLog) {
    this.#throttle = throttle
    this.#abuseActLog = abuseActLog
  }

  /**
   * Asks the reviewers to look at a link of the caller again. A link has one open appeal: a later one takes its place.
   * Throws `LinkNotFound`, and `LinkNotBlocked` for one that is not blocked.
   */
  async appeal(context: RequestContext, { id, message }: AppealUrlArgs): Promise<void> {
    const { accountId } = context
    const key = `${accountId} ${id}`
    await this.#throttle.charge(context, [{ name: 'appeal', key, group: key, rule: linkRateLimit }])
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
      await this.#abuseActLog.record(context, em, 'appeal', { linkId: id, note: message })
    })
  }
}
