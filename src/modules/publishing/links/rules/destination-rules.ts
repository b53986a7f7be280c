import ipaddr from 'ipaddr.js'
import { isIp, normalizeHost } from '../../../../platform/addresses/host-names.ts'
import { HasNoIssue } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { defineIssue, type Issue } from '../../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import { DestinationLoop, DestinationNotAllowed } from '../link.errors.ts'
import { isBelow } from './base-paths.ts'
import type { AddressOption } from './link-options.ts'
import { pageCodePrefix } from './slug-rules.ts'

const addressTooLong = defineIssue('ADDRESS_TOO_LONG', 'must be at most {max} characters long')
const encodedTooLong = defineIssue(
  'ENCODED_ADDRESS_TOO_LONG',
  'must be at most {max} characters long once non-ASCII characters are encoded',
)
const brokenCharacters = defineIssue('BROKEN_CHARACTERS', 'must not contain control or broken characters')
const notAnAddress = defineIssue('NOT_AN_ADDRESS', 'must be a full address such as https://example.com/page')
const notHttp = defineIssue('NOT_HTTP', 'must start with http:// or https://')
export const notHttps = defineIssue('NOT_HTTPS', 'must start with https://')
const backslash = defineIssue('BACKSLASH', 'must not contain backslashes; write %5C for one in a path or query')
const noHost = defineIssue('NO_HOST', 'must start with http:// or https:// and a host name')
const userInAddress = defineIssue('USER_IN_ADDRESS', 'must not contain a user name or password')
const shortHost = defineIssue('SHORT_HOST', 'must have a full host name')
const repeatedScheme = defineIssue('REPEATED_SCHEME', 'must have http:// or https:// once, at its beginning')

export interface DestinationRules {
  /** In characters, checked before and after normalization: 8192 for owners, 2048 for anonymous links. */
  readonly maxLength: number
  /** The addresses of this service. Everything below their paths is its own. */
  readonly ownAddresses: readonly URL[]
  /** Whether a host is a domain of a workspace, whose addresses are short links as well. */
  readonly isDomain: (host: string) => boolean
  /** Accepts IP addresses, private names and names without a dot, for installations on an intranet. */
  readonly allowPrivate: boolean
  readonly otherShorteners: 'allowed' | 'rejected'
}

export type DestinationField = AddressOption | 'destination' | 'notFoundUrl' | 'rootUrl' | 'url' | 'rules'

/** Domains that never resolve on the public internet (RFC 6761, RFC 6762 appendix G, RFC 8375; ICANN for .internal). */
const privateDomains = 'localhost localdomain local internal intranet private corp home lan home.arpa'.split(' ')

/** Domains of other link shorteners. Their subdomains, such as brand.short.io, count as well. */
const shortenerDomains = `
  bit.ly tinyurl.com t.co goo.gl is.gd ow.ly buff.ly rebrand.ly short.io dub.sh cutt.ly rb.gy t.ly kutt.it tiny.cc
`
  .trim()
  .split(/\s+/)

/**
 * Parses a destination and returns it normalized: http or https, ASCII, no line breaks, host in lower case without a
 * trailing dot, no default port. An address without a path stays without one.
 * Throws InvalidParams, DestinationLoop or DestinationNotAllowed. The checks use the parsed URL, as a browser does. The
 * raw text is only checked for characters that the parser removes or changes.
 */
export function parseDestination(field: DestinationField, text: string, rules: DestinationRules): string {
  const { url, href } = parseHttpUrl(field, text.trim(), rules.maxLength)
  const host = url.hostname
  if (isBioPage(url, rules.ownAddresses)) return href
  if (isOwnAddress(url, rules.ownAddresses) || rules.isDomain(host)) throw new DestinationLoop(field)
  if (!rules.allowPrivate) {
    if (isIp(host) || isInDomains(host, privateDomains)) throw DestinationNotAllowed.privateAddress(field)
    if (!host.includes('.') && !host.startsWith('xn--')) throw InvalidParams.forField(field, shortHost())
  }
  if (rules.otherShorteners === 'rejected' && isInDomains(host, shortenerDomains)) {
    throw DestinationNotAllowed.otherShortener(field)
  }
  return href
}

/** Accepts a possible destination: a whole http or https address of at most `maxLength` characters. */
export function IsDestination(maxLength: number): PropertyDecorator {
  return HasNoIssue('isDestination', (text) => {
    try {
      parseHttpUrl('destination', String(text).trim(), maxLength)
      return undefined
    } catch (error) {
      return (error as InvalidParams).details?.[0] as Issue | undefined
    }
  })
}

function parseHttpUrl(field: DestinationField, text: string, maxLength: number): { url: URL; href: string } {
  const createError = (issue: Issue) => InvalidParams.forField(field, issue)
  if (text.length > maxLength) throw createError(addressTooLong({ max: maxLength }))
  // The parser removes tabs and line breaks, so java<tab>script: would become a script address.
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) throw createError(brokenCharacters())
  const url = URL.parse(text)
  if (!url) throw createError(notAnAddress())
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw createError(notHttp())
  if (text.includes('\\')) throw createError(backslash())
  const [, authority, slash = ''] = /^https?:\/\/([^/?#]+)(\/?)/i.exec(text) ?? []
  if (!authority) throw createError(noHost())
  // Checked in the text, because the parser removes an empty user name.
  if (authority.includes('@')) throw createError(userInAddress())
  normalizeHost(url, createError)
  // https://https://example.com/ is the host "https" to a parser. No other address has such a host.
  if (/^https?$/.test(url.hostname)) throw createError(repeatedScheme())
  // The parser adds a path to every address. An address without a path stays without one.
  const href = `${url.origin}${slash}${url.href.slice(url.origin.length + 1)}`
  if (href.length > maxLength) throw createError(encodedTooLong({ max: maxLength }))
  return { url, href }
}

/** A bio page of this service leads nowhere by itself, so nothing loops. */
function isBioPage({ host, pathname }: URL, ownAddresses: readonly URL[]): boolean {
  return ownAddresses.some(
    (own) => own.host === host && isBelow(pathname, `${own.pathname.replace(/\/$/, '')}/${pageCodePrefix}`),
  )
}

function isOwnAddress({ hostname, pathname }: URL, ownAddresses: readonly URL[]): boolean {
  const canonicalHost = toCanonicalHost(hostname)
  return ownAddresses.some((own) => toCanonicalHost(own.hostname) === canonicalHost && isBelow(pathname, own.pathname))
}

/** Removes `www.` and converts an IPv4 address written as IPv6. */
function toCanonicalHost(host: string): string {
  if (isIp(host)) return ipaddr.process(host.replace(/^\[|\]$/g, '')).toString()
  return host.replace(/\.$/, '').replace(/^www\./, '')
}

function isInDomains(host: string, domains: readonly string[]): boolean {
  for (const domain of domains) if (host === domain || host.endsWith(`.${domain}`)) return true
  return false
}
