import { LockMode } from '@mikro-orm/postgresql'
import type { Settings } from '../../config.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import type { Throttle } from '../../platform/graphql/request-limits.ts'
import type { RateLimitRule } from '../../platform/rate-limiting/rate-limit.ts'
import { InvalidParams } from '../../platform/shared/general.errors.ts'
import { newId } from '../../platform/shared/ids.ts'
import type { VisitorSalts } from '../clicks/index.ts'
import { Link, LinkNotFound, toCodeKey } from '../links/index.ts'
import { LinkNotBlocked } from './abuse.errors.ts'
import type { AppealUrlArgs, ReportAbuseInput } from './abuse.inputs.ts'
import { insertReport } from './abuse.queries.ts'
import { recordAbuseAct } from './abuse-act.entity.ts'
import { AbuseAppeal } from './abuse-report.entity.ts'

/** How often one network may send reports. */
const networkRateLimit: RateLimitRule = { limit: 20, seconds: 3600 }

/** How often the owner may appeal for one link. */
const appealRateLimit: RateLimitRule = { limit: 5, seconds: 24 * 3600 }

/** Reports of links by anyone, and appeals of owners against the block of a link. */
export class AbuseReportService {
  constructor(
    private readonly throttle: Throttle,
    private readonly visitorSalts: VisitorSalts,
  ) {}

  /**
   * Stores a report. One network counts once a day for each link. The address is not stored, only a hash whose salt is
   * destroyed within 48 hours. The answer and the statement are the same whether the link exists or not, so that a
   * report does not reveal it.
   */
  async report(context: RequestContext, { shortUrlOrCode, reason, details, email }: ReportAbuseInput): Promise<void> {
    await this.throttle.chargeNetwork(context, 'report', networkRateLimit)
    const codeKey = parseReportedCode(shortUrlOrCode, context.settings)
    const createdAt = context.now()
    await insertReport(context.em, {
      id: newId('rep', createdAt),
      codeKey,
      reporterHash: await this.visitorSalts.hash(`report of ${codeKey}`, context.request.address, ''),
      reason,
      details: details?.trim() || null,
      email: email?.trim() || null,
      createdAt,
    })
  }

  /**
   * Adds the message to the review queue. A link has one open appeal, whose message a later appeal replaces. Throws
   * `LinkNotFound`, and `LinkNotBlocked` for a link that is not blocked.
   */
  async appeal(context: RequestContext, { id, message }: AppealUrlArgs): Promise<void> {
    const { accountId } = context
    const key = `${accountId} ${id}`
    await this.throttle.charge(context, [{ name: 'appeal', key, group: key, rule: appealRateLimit }])
    await context.em.transactional(async (em) => {
      // Decisions of reviewers lock the link too, so that none comes between the check and the appeal.
      const link = await em.findOneOrFail(
        Link,
        { id, owner: accountId },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new LinkNotFound() },
      )
      if (!link.isBlocked) throw new LinkNotBlocked()
      const openAppeal = await em.findOne(AbuseAppeal, { link }, { refresh: true })
      if (openAppeal) openAppeal.message = message.trim()
      else em.persist(em.create(AbuseAppeal, { link, message: message.trim(), createdAt: context.now() }))
      recordAbuseAct(context, em, 'appeal', { linkId: id, note: message })
    })
  }
}

/**
 * The key of the reported code, from a short address as a browser or a message shows it, or from the code alone. Throws
 * `InvalidParams` for an address of another host and for characters that no code has. Does not check that the link
 * exists.
 */
export function parseReportedCode(
  text: string,
  { shortUrl, publicUrl }: Pick<Settings, 'shortUrl' | 'publicUrl'>,
): string {
  const key = toCodeKey(extractCode(text.trim().replace(/^\/+/, ''), [shortUrl, publicUrl]).replace(/\+$/, ''))
  if (key === null)
    throw InvalidParams.forField('shortUrlOrCode', 'must be a short address of this service, or its code')
  return key
}

function extractCode(text: string, baseUrls: readonly string[]): string {
  if (!/[./]/.test(text)) return text
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  const base = baseUrls.map((baseUrl) => new URL(baseUrl)).find(({ host }) => host === url?.host)
  return url && base ? url.pathname.slice(base.pathname.length).replace(/^\//, '').replace(/\/$/, '') : ''
}
