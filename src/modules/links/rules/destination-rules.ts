import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import { DestinationLoop, DestinationNotAllowed } from '../link.errors.ts'

export interface DestinationRules {
  /** In characters, before and after normalising: 8192 for owners, 2048 for anonymous links. */
  readonly maxLength: number
  /** The hosts this service answers on, spelt as `new URL(address).hostname` does: lower case, no port. */
  readonly ownHosts: ReadonlySet<string>
  /** True on an intranet: IP addresses, private names and names without a dot are then taken. */
  readonly allowPrivate: boolean
  readonly otherShorteners: 'allowed' | 'refused'
}

/** The input that carries the destination. */
export type DestinationField = 'longUrl' | 'originalUrl' | 'expiredUrl' | 'targetUrl'

/** Names that never resolve on the public internet (RFC 6761, 6762 with its appendix G, 8375; ICANN for .internal). */
const privateZones = 'localhost localdomain local internal intranet private corp home lan home.arpa'.split(' ')

/** Services whose links hide where they lead; their subdomains are links too, such as brand.short.io. */
const shorteners = `
  bit.ly tinyurl.com t.co goo.gl is.gd ow.ly buff.ly rebrand.ly short.io dub.sh cutt.ly rb.gy t.ly kutt.it tiny.cc
`
  .trim()
  .split(/\s+/)

/**
 * Reads where a link leads and answers the normalised address: http or https, ASCII, no line breaks, host in lower case
 * without a closing dot, no default port. An address typed without a path gets none: not even the slash.
 * Refuses with InvalidParams, DestinationLoop or DestinationNotAllowed. Every judgement is on the parsed address,
 * because a browser parses it too; the raw text is only asked whether it hid something from the eye.
 */
export function parseDestination(field: DestinationField, text: string, rules: DestinationRules): string {
  const { url, href } = parseHttpUrl(field, text.trim(), rules.maxLength)
  const host = url.hostname
  if (isOwnHost(host, rules.ownHosts)) throw new DestinationLoop(field)
  if (!rules.allowPrivate) {
    if (isIp(host) || isInZones(host, privateZones)) throw DestinationNotAllowed.privateAddress(field)
    if (!host.includes('.') && !host.startsWith('xn--'))
      throw InvalidParams.forField(field, 'must have a full host name')
  }
  if (rules.otherShorteners === 'refused' && isInZones(host, shorteners)) {
    throw DestinationNotAllowed.otherShortener(field)
  }
  return href
}

function parseHttpUrl(field: DestinationField, text: string, maxLength: number): { url: URL; href: string } {
  const createError = (issue: string) => InvalidParams.forField(field, issue)
  const tooLongIssue = `must be at most ${maxLength} characters long`
  if (text.length > maxLength) throw createError(tooLongIssue)
  // The parser drops tabs and line breaks without a word, which is how java<tab>script: passes a look at the text.
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) throw createError('must not contain control or broken characters')
  const url = URL.parse(text)
  if (!url) throw createError('must be a full address such as https://example.com/page')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw createError('must start with http:// or https://')
  if (text.includes('\\')) throw createError('must not contain backslashes; write %5C for one in a path or query')
  const [, authority, slash = ''] = /^https?:\/\/([^/?#]+)(\/?)/i.exec(text) ?? []
  if (!authority) throw createError('must start with http:// or https:// and a host name')
  // Asked of the text, because the parser forgets an empty user name.
  if (authority.includes('@')) throw createError('must not contain a user name or password')
  normalizeHost(url, createError)
  // The parser gives every address a path; one typed without is left without.
  const href = `${url.origin}${slash}${url.href.slice(url.origin.length + 1)}`
  if (href.length > maxLength) throw createError(`${tooLongIssue} once non-ASCII characters are encoded`)
  return { url, href }
}

/**
 * Drops the closing dot and takes only names DNS could hold. The parser lets signs such as `;` and `"` through, which
 * would then stand in a Content-Security-Policy or a page of ours.
 */
export function normalizeHost(url: URL, createError: (issue: string) => InvalidParams): void {
  if (isIp(url.hostname)) return
  const name = url.hostname.replace(/\.$/, '')
  const isName = name.length <= 253 && name.split('.').every((label) => /^(?!xn--$)[a-z0-9_-]{1,63}$/.test(label))
  if (!isName) throw createError('must have a valid host name')
  url.hostname = name
}

/** The parser has by now turned every spelling of an IPv4 address into four decimal numbers. */
export function isIp(host: string): boolean {
  return host.startsWith('[') || isIPv4(host)
}

function isOwnHost(host: string, ownHosts: ReadonlySet<string>): boolean {
  const bareName = bareHost(host)
  return [...ownHosts].some((ownHost) => bareHost(ownHost) === bareName)
}

/** One spelling for a host and its www. variant, and for an IPv4 address written as IPv6. */
function bareHost(host: string): string {
  if (isIp(host)) return ipaddr.process(host.replace(/^\[|\]$/g, '')).toString()
  return host.replace(/\.$/, '').replace(/^www\./, '')
}

function isInZones(host: string, zones: readonly string[]): boolean {
  return zones.some((zone) => host === zone || host.endsWith(`.${zone}`))
}
