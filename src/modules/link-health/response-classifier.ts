import type { OutboundResponse } from '../../platform/http-client/safe-http-client.ts'

/** One request of a check. */
export interface CheckRequest {
  readonly url: string
  readonly method: 'HEAD' | 'GET'
  /** How many redirects led here. */
  readonly hops: number
  /** What the redirect answered that led here; null for the destination itself. */
  readonly redirectStatus: number | null
}

/** What a check found. */
export interface CheckResult {
  /** Null when the service does not call such an address, and so cannot tell. */
  readonly isOk: boolean | null
  readonly status: number | null
  /** Why it is not well, in words its owner may read; null when it is. */
  readonly error: string | null
  /** Whether the page may be shown in a frame of another site; null when nothing is known of it. */
  readonly isFrameable: boolean | null
}

const maxRedirects = 3

const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308]

/**
 * Answers of hosts that are there and guard themselves: who logs in, or comes with a browser, is served. 999 is how some
 * large sites turn away whatever is no browser.
 */
const guardedStatuses: readonly number[] = [401, 403, 405, 407, 429, 999]

/** What an answer comes to: the end of the check, or the request that it takes next. */
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
  // Many hosts serve GET alone. One that asks for patience has said that it is there.
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

/** Null for a redirect that is not followed, and so is the answer. */
function followRedirect(
  { url, method, hops }: CheckRequest,
  status: number,
  { headers }: OutboundResponse,
): CheckRequest | null {
  const { location } = headers
  const next = typeof location === 'string' && hops < maxRedirects ? URL.parse(location, url) : null
  // With a closing dot it would be another host to whoever counts the calls to each.
  if (next) next.hostname = next.hostname.replace(/\.$/, '')
  return next && { url: next.href, method, hops: hops + 1, redirectStatus: status }
}

type ResponseHeaders = OutboundResponse['headers']

/**
 * Whether a page lets itself be shown in a frame of the given origin (CSP Level 3, 6.4.2; HTML, 7.7). Policies that only
 * report refuse nothing, and `X-Frame-Options` counts only where no policy speaks of frames.
 */
export function isFrameable(headers: ResponseHeaders, origin: string): boolean {
  const ancestors = splitHeaderValues(headers['content-security-policy']).flatMap(parseFrameAncestors)
  if (ancestors.length > 0) {
    const frameOrigin = new URL(origin)
    return ancestors.every((sources) => sources.some((source) => matchesSource(source, frameOrigin)))
  }
  const options = splitHeaderValues(headers['x-frame-options']).map((each) => each.toLowerCase())
  return !options.some((each) => each === 'deny' || each === 'sameorigin')
}

/** The values of a header that may be sent several times, or as one list. */
function splitHeaderValues(header: string | string[] | undefined): string[] {
  return [header ?? []].flat().flatMap((text) => text.split(',').map((each) => each.trim()))
}

/** The sources of `frame-ancestors`, once for each policy that has it: the first of one policy counts. */
function parseFrameAncestors(policy: string): string[][] {
  for (const directive of policy.split(';')) {
    const [name, ...sources] = directive.trim().toLowerCase().split(/\s+/)
    if (name === 'frame-ancestors') return [sources]
  }
  return []
}

/** Without paths, which frame-ancestors does not look at. `'none'` and `'self'` are never the short address. */
function matchesSource(source: string, { protocol, hostname, port }: URL): boolean {
  if (source === '*') return true
  const [, scheme, host, wantedPort] = /^(?:([a-z][a-z0-9+.-]*:)(?:\/\/|$))?([^:/]*)(?::(\d+|\*))?/.exec(source) ?? []
  const hasMatchingScheme = scheme === undefined || scheme === protocol || (scheme === 'http:' && protocol === 'https:')
  if (!hasMatchingScheme) return false
  if (host === undefined || host === '') return scheme !== undefined
  const defaultPort = protocol === 'https:' ? '443' : '80'
  const hasMatchingPort = wantedPort === '*' || (wantedPort ?? defaultPort) === (port || defaultPort)
  return (
    hasMatchingPort && (host === '*' || (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))
  )
}
