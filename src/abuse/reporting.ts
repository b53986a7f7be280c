import { newId } from '../base/ids.ts'
import type { Rule } from '../base/limits/rule.ts'
import type { VisitorSalts } from '../clicks/index.ts'
import type { Context } from '../graphql/context.ts'
import type { Throttle } from '../graphql/throttle.ts'
import type { ReportAbuseArgs } from './args.ts'
import { reportedKey } from './short.address.ts'

/** How often one network may report. */
const ofNetwork: Rule = { limit: 20, seconds: 3600 }

/** Open reports kept of one link: more would tell the reviewers nothing. */
const mostOpen = 1000

/** Reports of links, by anyone. */
export class Reporting {
  readonly #throttle: Throttle
  readonly #visitorSalts: VisitorSalts

  constructor(throttle: Throttle, visitorSalts: VisitorSalts) {
    this.#throttle = throttle
    this.#visitorSalts = visitorSalts
  }

  /**
   * Takes a report. Of one network one a day counts for a link; no address is kept, but a hash whose salt is destroyed
   * within 48 hours. By one statement, and with the same answer, whether there is such a link or not, so that nobody
   * finds out by reporting.
   */
  async report(context: Context, { shortUrl, reason, details, email }: ReportAbuseArgs): Promise<void> {
    await this.#throttle.takeOfNetwork(context, 'report', ofNetwork)
    const key = reportedKey(shortUrl, context.settings)
    const now = context.now()
    const { address } = context.request
    const reporter = await this.#visitorSalts.hash(`report of ${key}`, address, '')
    await context.em.execute(
      `insert into abuse_report (id, link_id, reporter_hash, reason, details, email, created_at)
       select ?::text, link.id, decode(?::text, 'hex'), ?::text, ?::text, ?::text, ?::timestamptz
         from code join link on link.id = code.link_id
        where code.key = ? and link.blocked_at is null and (
          select count(*) from abuse_report as other where other.link_id = link.id and other.settled_at is null) < ?
       on conflict (link_id, reporter_hash) do nothing`,
      [newId('rep', now), reporter, reason, details?.trim() || null, email?.trim() || null, now, key, mostOpen],
    )
  }
}
