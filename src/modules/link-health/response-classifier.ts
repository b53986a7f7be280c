import type { OutboundResponse } from '../../platform/http-client/safe-http-client.ts'

/** One request of a check. */
export interface CheckRequest {
  readonly url: string
  readonly method: 'HEAD' | 'GET'
  /** How many redirects of this check were followed. */
  readonly redirectCount: number
  /** Status of the redirect to `url`; null for the destination itself. */
  readonly redirectStatus: number | null
}

/** The result of a check. */
export interface CheckResult {
  /** Null when the service does not call such an address. */
  readonly isOk: boolean | null
  readonly status: number | null
  /** Why it failed, in words that the owner may read; null when it did not. */
  readonly error: string | null
  /** Whether the page may be shown in a frame of the short address; null when unknown. */
  readonly isFrameable: boolean | null
}

const maxRedirects = 3

const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308]

/**
 * Statuses of hosts that are up but refuse us: they serve users who log in, or who use a browser. Some large sites
 * answer 999 to all other clients.
 */
const guardedStatuses: readonly number[] = [401, 403, 405, 407, 429, 999]

/** The result of the check, or the next request that it needs. */
export function classifyResponse(
  request: CheckRequest,
  response: OutboundResponse,
  frameOrigin: string,
): CheckResult | CheckRequest {
  const { status } = response
  if (!response.isAllowed && request.redirectStatus !== null) return reachable(request.redirectStatus)
  if (!response.isAllowed) return { isOk: null, status, error: response.error, isFrameable: null }
  if (status !== null && redirectStatuses.includes(status))
    return followRedirect(request, status, response) ?? reachable(status)
  if (status !== null && status < 400) return reachable(status, isFrameable(response.headers, frameOrigin))
  // Many hosts answer only GET. 429 already shows that the host is up.
  if (request.method === 'HEAD' && status !== 429) return { ...request, method: 'GET' }
  if (status !== null && guardedStatuses.includes(status)) return reachable(status)
  return { isOk: false, status, error: response.error ?? `answered ${status}`, isFrameable: null }
}

export function isCheckResult(result: CheckResult | CheckRequest): result is CheckResult {
  return 'isOk' in result
}

function reachable(status: number, frameable: boolean | null = null): CheckResult {
  return { isOk: true, status, error: null, isFrameable: frameable }
}

/** The request of the redirect target; null when the redirect is not followed, and is the result itself. */
function followRedirect(
  { url, method, redirectCount }: CheckRequest,
  status: number,
  { headers }: OutboundResponse,
): CheckRequest | null {
  const { location } = headers
  const next = typeof location === 'string' && redirectCount < maxRedirects ? URL.parse(location, url) : null
  // A host with and without a trailing dot is the same host, with one pause between requests.
  if (next) next.hostname = next.hostname.replace(/\.$/, '')
  return next && { url: next.href, method, redirectCount: redirectCount + 1, redirectStatus: status }
}

type ResponseHeaders = OutboundResponse['headers']

/**
 * Whether a page may be shown in a frame of the given origin (CSP Level 3, 6.4.2; HTML, 7.7). Report-only policies
 * are ignored, and so is `X-Frame-Options` if a policy has `frame-ancestors`.
 */
export function isFrameable(headers: ResponseHeaders, origin: string): boolean {
  const ancestors = splitHeaderValues(headers['content-security-policy']).flatMap(parseFrameAncestors)
  if (ancestors.length > 0) {
    const frameOrigin = new URL(origin)
    return ancestors.every((sources) => sources.some((source) => matchesSource(source, frameOrigin)))
  }
  const options = splitHeaderValues(headers['x-frame-options']).map((value) => value.toLowerCase())
  return !options.some((value) => value === 'deny' || value === 'sameorigin')
}

/** The values of a header that is sent several times, or once as a list. */
function splitHeaderValues(header: string | string[] | undefined): string[] {
  return [header ?? []].flat().flatMap((text) => text.split(',').map((value) => value.trim()))
}

/** The sources of the first `frame-ancestors` of a policy; empty if it has none. */
function parseFrameAncestors(policy: string): string[][] {
  for (const directive of policy.split(';')) {
    const [name, ...sources] = directive.trim().toLowerCase().split(/\s+/)
    if (name === 'frame-ancestors') return [sources]
  }
  return []
}

/** `frame-ancestors` ignores paths. `'none'` and `'self'` never match the short address. */
function matchesSource(source: string, { protocol, hostname, port }: URL): boolean {
  if (source === '*') return true
  const [, scheme, host, sourcePort] = /^(?:([a-z][a-z0-9+.-]*:)(?:\/\/|$))?([^:/]*)(?::(\d+|\*))?/.exec(source) ?? []
  const hasMatchingScheme = scheme === undefined || scheme === protocol || (scheme === 'http:' && protocol === 'https:')
  if (!hasMatchingScheme) return false
  if (host === undefined || host === '') return scheme !== undefined
  const defaultPort = protocol === 'https:' ? '443' : '80'
  const hasMatchingPort = sourcePort === '*' || (sourcePort ?? defaultPort) === (port || defaultPort)
  return (
    hasMatchingPort && (host === '*' || (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))
  )
}
