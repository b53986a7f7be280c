import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../platform/graphql/request-limits.ts'
import type { RateLimitRule } from '../../../platform/rate-limiting/rate-limit.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import { newId } from '../../../platform/shared/ids.ts'
import type { DomainDirectory } from '../../publishing/links/index.ts'
import type { VisitorSalts } from '../../visits/clicks/index.ts'
import type { ReportAbuseInput } from './abuse.inputs.ts'
import { insertReport } from './abuse.queries.ts'

/** How often one network may send reports. */
const networkRateLimit: RateLimitRule = { limit: 20, seconds: 3600 }

/** Reports of links by anyone. */
export class AbuseReportService {
  constructor(
    private readonly throttle: Throttle,
    private readonly visitorSalts: VisitorSalts,
    private readonly domainDirectory: DomainDirectory,
  ) {}

  /**
   * Stores a report. One network counts once a day for each link. The address is not stored, only a hash whose salt is
   * destroyed within 48 hours. The answer and the statement are the same whether the link exists or not, so that a
   * report does not reveal it.
   */
  async report(context: RequestContext, { shortUrlOrCode, reason, details, email }: ReportAbuseInput): Promise<void> {
    await this.throttle.chargeNetwork(context, 'report', networkRateLimit)
    const codeKeys = parseReportedCode(shortUrlOrCode, this.domainDirectory)
    const createdAt = context.now()
    await insertReport(context.em, {
      id: newId('rep', createdAt),
      codeKeys,
      // The last key is the same for all spellings of an address.
      reporterHash: await this.visitorSalts.hash(`report of ${codeKeys.at(-1)}`, context.request.address, ''),
      reason,
      details: details?.trim() || null,
      email: email?.trim() || null,
      createdAt,
    })
  }
}

/**
 * The keys of the reported code, best first, from a short address in the form that a browser or a message shows, or from the code
 * alone. Throws `InvalidParams` for an address of another host and for characters that no code has. Does not check that
 * the link exists.
 */
export function parseReportedCode(text: string, directory: Pick<DomainDirectory, 'readAddress'>): readonly string[] {
  const address = directory.readAddress(text)
  if (address === null)
    throw InvalidParams.forField('shortUrlOrCode', 'must be a short address of this service, or its code')
  return address.routeKeys
}
