import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { parseIpAddress } from '../shared/ip-address.ts'

/** The IPv6 range in use on the internet (RFC 4291). ipaddr.js knows the special ranges within it. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address is on the public internet. Loopback, private, test and multicast addresses are not, nor are IPv6
 * addresses that embed an IPv4 address and may be translated to it.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseIpAddress(text)
  if (address === null || address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast)
}

/** Which hosts the service may call: hosts on the public internet, or any host, for intranets and tests. */
export type AllowedHosts = 'public' | 'any'

/** An address that the service does not call. Its owner may read the message. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed'
}

/** The kind of target: a receiver of webhooks, or a web page that anybody can open. */
export type TargetKind = 'receiver' | 'page'

interface TargetRules {
  readonly maxLength: number
  readonly protocols: readonly string[]
  /** The allowed ports; on others a request could reach databases and mail servers. */
  readonly ports: readonly string[]
  readonly portDescription: string
}

const targetRules: Readonly<Record<TargetKind, TargetRules>> = {
  receiver: { maxLength: 2048, protocols: ['https:'], ports: ['', '8443'], portDescription: '443 or 8443' },
  page: {
    maxLength: 8192,
    protocols: ['https:', 'http:'],
    ports: ['', '8080', '8443'],
    portDescription: '80, 443, 8080 or 8443',
  },
}

/** Names that never resolve on the public internet (RFC 6761, 6762, 8375; ICANN for .internal). */
const privateZones = 'localhost localdomain local internal intranet private corp home lan home.arpa onion'.split(' ')

/**
 * Parses a URL that the service is to call: https on port 443 or 8443 of a public host, and for a page also http on
 * port 80 or 8080. `any` also allows http, other ports and private hosts. All checks use the parsed URL, because that
 * is what is called. Throws `AddressNotAllowed`.
 */
export function parseOutboundUrl(text: string, allowedHosts: AllowedHosts, targetKind: TargetKind = 'receiver'): URL {
  const { maxLength, protocols, ports, portDescription } = targetRules[targetKind]
  const url = text.length <= maxLength && !/\p{Cc}|\\/u.test(text) ? URL.parse(text.trim()) : null
  if (!url) throw new AddressNotAllowed(`must be a full address of at most ${maxLength} characters`)
  if (url.username !== '' || url.password !== '')
    throw new AddressNotAllowed('must not contain a user name or password')
  const isAllowedProtocol = protocols.includes(url.protocol) || (allowedHosts === 'any' && url.protocol === 'http:')
  if (!isAllowedProtocol) throw new AddressNotAllowed('must start with https://')
  // A trailing dot names the same host, but would compare as a different name.
  url.hostname = url.hostname.replace(/\.$/, '')
  url.hash = ''
  if (allowedHosts === 'any') return url
  if (!ports.includes(url.port)) throw new AddressNotAllowed(`must be on port ${portDescription}`)
  assertPublicHost(bareHost(url))
  return url
}

/** The host without the brackets of an IPv6 address. */
export function bareHost({ hostname }: Pick<URL, 'hostname'>): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function assertPublicHost(host: string): void {
  const isPrivate = isIP(host) ? !isPublicAddress(host) : !host.includes('.') || isInZone(host, privateZones)
  if (isPrivate) throw new AddressNotAllowed('must be a public host')
}

function isInZone(host: string, zones: readonly string[]): boolean {
  return zones.some((zone) => host === zone || host.endsWith(`.${zone}`))
}
