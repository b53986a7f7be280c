import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { OutboundResponse, SafeHttpClient } from '../../../../platform/http-client/safe-http-client.ts'
import type { ShownCertificate } from '../../../../platform/http-client/shown-certificate.ts'
import { dayMs, secondMs } from '../../../../platform/shared/time.ts'
import { getShortBase } from '../link.types.ts'
import type { Domain } from './domain.entity.ts'
import type { DomainAnswer, DomainCheck } from './domain-check.types.ts'
import type { DomainVerifier } from './domain-verifier.ts'

/** More records and addresses than these help nobody. */
const maxShown = 10

const requestOptions = {
  method: 'GET',
  headers: { accept: 'application/json', 'user-agent': 'Tack-Domain/1 (bot; looks who answers at a domain)' },
  targetKind: 'page',
  timeoutMs: 4 * secondMs,
  maxBodyBytes: 4096,
} as const

/** Finds out what name servers say about a domain and who answers at its address, and changes nothing. */
export class DomainInspector {
  constructor(
    private readonly verifier: DomainVerifier,
    private readonly httpClient: Pick<SafeHttpClient, 'findAddresses' | 'send'>,
  ) {}

  async inspect(context: RequestContext, domain: Domain): Promise<DomainCheck> {
    const { accountId, settings } = context
    const { host } = domain
    let certificate: ShownCertificate | null = null
    const [record, addresses, response] = await Promise.all([
      this.verifier.findRecord(domain, accountId),
      this.httpClient.findAddresses(host, accountId).catch(() => []),
      this.httpClient.send({
        ...requestOptions,
        url: `${getShortBase(settings, host)}/v1/domains/allowed?domain=${host}`,
        accountId,
        onCertificate: (shown) => {
          certificate = shown
        },
      }),
    ])
    const lastCheckedAt = domain.status === 'verified' ? (domain.checkedAt ?? domain.verifiedAt) : null
    return {
      domainId: domain.id,
      wantedRecord: domain.verificationRecord,
      recordState: record.state,
      foundRecords: record.values.slice(0, maxShown),
      wantedHost: new URL(settings.shortUrl).hostname,
      foundAddresses: addresses.slice(0, maxShown),
      answer: readAnswer(response, host),
      answerIssue: response.error,
      certificate,
      checkedAt: context.now(),
      lastCheckedAt,
      nextCheckAt: lastCheckedAt && new Date(lastCheckedAt.getTime() + dayMs),
    }
  }
}

/** Every host that leads here answers `allowedDomain`: with the host if it is verified, else with an error of this API. */
function readAnswer({ status, isAllowed, isConclusive, body }: OutboundResponse, host: string): DomainAnswer {
  if (status === null) return isAllowed && isConclusive ? 'nobody' : 'unknown'
  try {
    const { domain, error } = JSON.parse(body)
    return domain === host || ownErrors.has(error?.code) ? 'this_service' : 'another_service'
  } catch {
    return 'another_service'
  }
}

const ownErrors: ReadonlySet<unknown> = new Set(['DOMAIN_NOT_FOUND', 'RATE_LIMITED'])
