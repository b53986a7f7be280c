import type { OutwardAnswer } from '../base/outward/outward.ts'

type Headers = OutwardAnswer['headers']

/**
 * Whether a page lets itself be shown in a frame of the given origin (CSP Level 3, 6.4.2; HTML, 7.7). Policies that only
 * report refuse nothing, and `X-Frame-Options` counts only where no policy speaks of frames.
 */
export function isFrameable(headers: Headers, origin: string): boolean {
  const ancestors = listOf(headers['content-security-policy']).flatMap(ancestorsOf)
  if (ancestors.length > 0) {
    const framing = new URL(origin)
    return ancestors.every((sources) => sources.some((source) => matches(source, framing)))
  }
  const options = listOf(headers['x-frame-options']).map((each) => each.toLowerCase())
  return !options.some((each) => each === 'deny' || each === 'sameorigin')
}

/** The values of a header that may be sent several times, or as one list. */
function listOf(header: string | string[] | undefined): string[] {
  return [header ?? []].flat().flatMap((text) => text.split(',').map((each) => each.trim()))
}

/** The sources of `frame-ancestors`, once for each policy that has it: the first of one policy counts. */
function ancestorsOf(policy: string): string[][] {
  for (const directive of policy.split(';')) {
    const [name, ...sources] = directive.trim().toLowerCase().split(/\s+/)
    if (name === 'frame-ancestors') return [sources]
  }
  return []
}

/** Without paths, which frame-ancestors does not look at. `'none'` and `'self'` are never the short address. */
function matches(source: string, { protocol, hostname, port }: URL): boolean {
  if (source === '*') return true
  const [, scheme, host, wantedPort] = /^(?:([a-z][a-z0-9+.-]*:)(?:\/\/|$))?([^:/]*)(?::(\d+|\*))?/.exec(source) ?? []
  const isScheme = scheme === undefined || scheme === protocol || (scheme === 'http:' && protocol === 'https:')
  if (!isScheme) return false
  if (host === undefined || host === '') return scheme !== undefined
  const standard = protocol === 'https:' ? '443' : '80'
  const isPort = wantedPort === '*' || (wantedPort ?? standard) === (port || standard)
  return isPort && (host === '*' || (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))
}
