import { InvalidParams } from '../../base/failures.ts'
import { isIp, settleHost } from './destination.ts'

/** Of a path so many segments can be part of a pattern; what follows is covered by what stands before it. */
const maxSegments = 8

/** Of a name so many labels, counted from its end. */
const maxLabels = 10

const maxLength = 1024

/**
 * Every pattern that covers an address: each domain its host lies in, alone and with each beginning of its path. So
 * whether an address is blocked is one look for these, and `notevil.com` has nothing to do with `evil.com`.
 */
export function patternsOf(address: string): string[] {
  const { hostname, pathname } = new URL(address)
  const segments = segmentsOf(pathname).slice(0, maxSegments)
  const beginnings = ['', ...segments.map((_, at) => `/${segments.slice(0, at + 1).join('/')}`)]
  return domainsOf(hostname)
    .flatMap((domain) => beginnings.map((path) => domain + path))
    .filter((pattern) => pattern.length <= maxLength)
}

/**
 * Reads what is to be blocked: `evil.com` with its subdomains, or `example.com/bad` and all below it, as a name or as an
 * address. Ports and schemes make no difference, so none is taken. Throws `InvalidParams`.
 */
export function readPattern(field: string, text: string, allowPrivate: boolean): string {
  const refuse = (issue: string) => InvalidParams.of(field, issue)
  const bare = text.trim().replace(/^\*\./, '')
  const url = /[\p{Cc}\\]/u.test(bare) ? null : URL.parse(/^https?:\/\//i.test(bare) ? bare : `http://${bare}`)
  if (!url) throw refuse('must be a domain such as example.com, or one with a path')
  if (bare.includes('@')) throw refuse('must not contain a user name or password')
  if (url.port !== '') throw refuse('must not name a port: all ports of a host are blocked')
  if (/[?#]/.test(bare)) throw refuse('must not contain a query or fragment')
  settleHost(url, refuse)
  const host = url.hostname
  if (!allowPrivate && !isIp(host) && !host.includes('.')) throw refuse('must name more than a top-level domain')
  const segments = segmentsOf(url.pathname)
  if (!isIp(host) && host.split('.').length > maxLabels) throw refuse(`must have at most ${maxLabels} labels`)
  if (segments.length > maxSegments) throw refuse(`must have at most ${maxSegments} path segments`)
  const pattern = [host, ...segments].join('/')
  if (pattern.length > maxLength) throw refuse(`must be at most ${maxLength} characters long`)
  return pattern
}

/** The domain of a pattern, without its path. */
export function domainOf(pattern: string): string {
  return pattern.split('/')[0] ?? pattern
}

function domainsOf(hostname: string): string[] {
  if (isIp(hostname)) return [hostname]
  const labels = hostname.replace(/\.$/, '').split('.')
  return labels.map((_, at) => labels.slice(at).join('.')).slice(-maxLabels)
}

/** Spelt alike however they were encoded, and without the empty ones, which most servers pass over. */
function segmentsOf(pathname: string): string[] {
  return pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => {
      try {
        return encodeURIComponent(decodeURIComponent(segment))
      } catch {
        return segment.replace(/%[0-9a-f]{2}/gi, (sign) => sign.toUpperCase())
      }
    })
}
