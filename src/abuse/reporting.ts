import { newId } from '../base/ids.ts'
import type { Rule } from '../base/limits/rule.ts'
import { VisitorSalts } from '../clicks/index.ts'
import type { Context } from '../graphql/context.ts'
import { Throttle } from '../graphql/throttle.ts'
import type { ReportAbuseArgs } from './args.ts'
import { reportedKey } from './short.address.ts'

/** How often one network may report. */
const ofNetwork: Rule = { limit: 20, seconds: 3600 }

/** Open reports kept of one link: more would tell the reviewers nothing. */
const mostOpen = 1000

/** Reports of links, by anyone. */
export class Reporting {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /**
   * Takes a report. Of one network one a day counts for a link; no address is kept, but a hash whose salt is destroyed
   * within 48 hours. By one statement, and with the same answer, whether there is such a link or not, so that nobody
   * finds out by reporting.
   */
  async report({ shortUrl, reason, details, email }: ReportAbuseArgs): Promise<void> {
    await this.#context.use(Throttle).takeOfNetwork('report', ofNetwork)
    const key = reportedKey(shortUrl, this.#context.settings)
    const now = this.#context.now()
    const { address } = this.#context.request
    const reporter = await this.#context.part(VisitorSalts).hash(`report of ${key}`, address, '')
    await this.#context.em.execute(
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
