import type { Settings } from '../../config.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import type { Throttle } from '../../platform/graphql/request-limits.ts'
import type { RateLimitRule } from '../../platform/rate-limiting/rate-limit.ts'
import { InvalidParams } from '../../platform/shared/general.errors.ts'
import { newId } from '../../platform/shared/ids.ts'
import type { VisitorSalts } from '../clicks/index.ts'
import { toCodeKey } from '../links/index.ts'
import type { ReportAbuseArgs } from './abuse.inputs.ts'

/** How often one network may report. */
const networkRateLimit: RateLimitRule = { limit: 20, seconds: 3600 }

/** Open reports kept of one link: more would tell the reviewers nothing. */
const maxOpenReports = 1000

/** Reports of links, by anyone. */
export class AbuseReportService {
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
  async report(context: RequestContext, { shortUrl, reason, details, email }: ReportAbuseArgs): Promise<void> {
    await this.#throttle.chargeNetwork(context, 'report', networkRateLimit)
    const key = parseReportedCode(shortUrl, context.settings)
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
      [newId('rep', now), reporter, reason, details?.trim() || null, email?.trim() || null, now, key, maxOpenReports],
    )
  }
}

/**
 * The key of the code somebody reports, from a short address as a browser or a message shows it or from the code alone.
 * Throws `InvalidParams` for what no link here can be: an address of another host, or signs no code has. Whether there
 * is such a link it does not know.
 */
export function parseReportedCode(
  text: string,
  { shortUrl, publicUrl }: Pick<Settings, 'shortUrl' | 'publicUrl'>,
): string {
  const key = toCodeKey(extractCode(text.trim().replace(/^\/+/, ''), [shortUrl, publicUrl]).replace(/\+$/, ''))
  if (key === null) throw InvalidParams.forField('shortUrl', 'must be a short address of this service, or its code')
  return key
}

function extractCode(text: string, bases: readonly string[]): string {
  if (!/[./]/.test(text)) return text
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  const base = bases.map((each) => new URL(each)).find(({ host }) => host === url?.host)
  return url && base ? url.pathname.slice(base.pathname.length).replace(/^\//, '').replace(/\/$/, '') : ''
}
