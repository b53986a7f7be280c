import type { OutboundResponse } from '../../../platform/http-client/safe-http-client.ts'

/** A redirect that a check has followed. */
export interface FollowedRedirect {
  /** The address that was redirected. */
  readonly url: string
  readonly status: number
  readonly setsCookie: boolean
}

/** One request of a check. */
export interface CheckRequest {
  readonly url: string
  readonly method: 'HEAD' | 'GET'
  /** The redirects that have led to `url`, in their order; empty for the destination itself. */
  readonly redirects: readonly FollowedRedirect[]
}

/** The result of a check. */
export interface CheckResult {
  /**
   * Null when a check cannot find out, because the service does not call such an address, or because a cookie decides.
   */
  readonly isOk: boolean | null
  readonly status: number | null
  /** The reason of the failure, in words for the owner; null without a failure. */
  readonly error: string | null
  /** Whether the page may be shown in a frame of the short address; null when unknown. */
  readonly isFrameable: boolean | null
}

/** A destination with more redirects is unreachable. */
const maxRedirects = 5

const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308]

/**
 * Statuses of hosts that are up but refuse this service, because they serve users who log in or use a browser. Some
 * large sites answer 999 to all other clients.
 */
const guardedStatuses: readonly number[] = [401, 403, 405, 407, 429, 999]

/** The result of the check, or the next request that it needs. */
export function classifyResponse(
  request: CheckRequest,
  response: OutboundResponse,
  frameOrigin: string,
): CheckResult | CheckRequest {
  const { status } = response
  const lastRedirect = request.redirects.at(-1)
  if (!response.isAllowed && lastRedirect) return reachable(lastRedirect.status)
  if (!response.isAllowed) return { isOk: null, status, error: response.error, isFrameable: null }
  if (status !== null && redirectStatuses.includes(status)) return classifyRedirect(request, status, response)
  if (status !== null && status < 400)
    return reachable(status, isSecure(request) && isFrameable(response.headers, frameOrigin))
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

/** The request of the redirect target, or the result of a redirect that is not followed. */
function classifyRedirect(
  { url, method, redirects }: CheckRequest,
  status: number,
  { headers }: OutboundResponse,
): CheckResult | CheckRequest {
  const next = parseLocation(headers, url)
  if (!next) return reachable(status)
  const followed = [...redirects, { url, status, setsCookie: headers['set-cookie'] !== undefined }]
  const loopStart = followed.findIndex((redirect) => withoutFragment(redirect.url) === withoutFragment(next))
  if (loopStart < 0 && followed.length <= maxRedirects) return { url: next, method, redirects: followed }
  // A browser sends the cookie back, and may then get the page.
  if (loopStart >= 0 && followed.some(({ setsCookie }) => setsCookie))
    return { isOk: null, status, error: cookieLoopError, isFrameable: null }
  // Some hosts redirect HEAD requests differently.
  if (method === 'HEAD') return { url: followed[0]?.url ?? url, method: 'GET', redirects: [] }
  const error = loopStart < 0 ? `redirects more than ${maxRedirects} times` : describeLoop(followed.length - loopStart)
  return { isOk: false, status, error, isFrameable: null }
}

const cookieLoopError = 'it sets a cookie and redirects to the same address, and checks send no cookies'

function describeLoop(redirectCount: number): string {
  return redirectCount === 1
    ? 'redirects in a loop: an address redirects to itself'
    : `redirects in a loop: ${redirectCount} addresses redirect to each other`
}

function parseLocation({ location }: ResponseHeaders, base: string): string | null {
  const url = typeof location === 'string' ? URL.parse(location, base) : null
  // A host with and without a trailing dot is the same host, so one pause between requests applies.
  if (url) url.hostname = url.hostname.replace(/\.$/, '')
  return url?.href ?? null
}

/** Fragments are not sent, so addresses that differ only in their fragments get the same answer. */
function withoutFragment(url: string): string {
  return url.replace(/#.*/s, '')
}

/** Whether every address on the way is https: the policy of a cloaked page lets its frame open no other. */
function isSecure({ url, redirects }: CheckRequest): boolean {
  return [url, ...redirects.map((redirect) => redirect.url)].every((address) => address.startsWith('https:'))
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
  const options = new Set(splitHeaderValues(headers['x-frame-options']).map((value) => value.toLowerCase()))
  // Browsers ignore `ALLOWALL`, but refuse it beside another value.
  return !options.has('deny') && !options.has('sameorigin') && !(options.has('allowall') && options.size > 1)
}

/** The values of a header that is sent several times, or once as a list. */
function splitHeaderValues(header: string | string[] | undefined): string[] {
  return [header ?? []].flat().flatMap((text) => text.split(',').map((value) => value.trim()))
}

/** The sources of the first `frame-ancestors` of a policy; empty if the policy has none. */
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
