import { isIP } from 'node:net'
import { isPublicAddress } from './address.ts'

/** Which hosts the service may call: those on the public internet, or any for intranets and tests. */
export type Reachable = 'public' | 'any'

/** An address the service does not call. The message says why, in words its owner may read. */
export class NotCalled extends Error {
  override readonly name = 'NotCalled'
}

/** What is called: a receiver of what the service sends, or a page, which anybody may look at. */
export type Callee = 'receiver' | 'page'

interface Form {
  readonly maxLength: number
  readonly protocols: readonly string[]
  /** Where it may listen; with the others a caller could be made to speak to databases and mail servers. */
  readonly ports: readonly string[]
  readonly portWords: string
}

const forms: Readonly<Record<Callee, Form>> = {
  receiver: { maxLength: 2048, protocols: ['https:'], ports: ['', '8443'], portWords: '443 or 8443' },
  page: {
    maxLength: 8192,
    protocols: ['https:', 'http:'],
    ports: ['', '8080', '8443'],
    portWords: '80, 443, 8080 or 8443',
  },
}

/** Names that never resolve on the public internet (RFC 6761, 6762, 8375; ICANN for .internal). */
const privateZones = 'localhost localdomain local internal intranet private corp home lan home.arpa onion'.split(' ')

/**
 * Reads an address the service is to call: https on port 443 or 8443 of a public host, or for a page http on port 80 or
 * 8080 as well; `any` also takes http, other ports and private hosts. All is asked of the parsed address, because that is
 * what is called. Throws `NotCalled`.
 */
export function readOutward(text: string, reachable: Reachable, callee: Callee = 'receiver'): URL {
  const { maxLength, protocols, ports, portWords } = forms[callee]
  const url = text.length <= maxLength && !/\p{Cc}|\\/u.test(text) ? URL.parse(text.trim()) : null
  if (!url) throw new NotCalled(`must be a full address of at most ${maxLength} characters`)
  if (url.username !== '' || url.password !== '') throw new NotCalled('must not contain a user name or password')
  const isWeb = protocols.includes(url.protocol) || (reachable === 'any' && url.protocol === 'http:')
  if (!isWeb) throw new NotCalled('must start with https://')
  // A closing dot names the same host, and would make another name of it for whoever compares.
  url.hostname = url.hostname.replace(/\.$/, '')
  url.hash = ''
  if (reachable === 'any') return url
  if (!ports.includes(url.port)) throw new NotCalled(`must be on port ${portWords}`)
  refusePrivate(bareHost(url))
  return url
}

/** The host without the brackets of an IPv6 address. */
export function bareHost({ hostname }: Pick<URL, 'hostname'>): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function refusePrivate(host: string): void {
  const isPrivate = isIP(host) ? !isPublicAddress(host) : !host.includes('.') || isWithin(host, privateZones)
  if (isPrivate) throw new NotCalled('must be a public host')
}

function isWithin(host: string, zones: readonly string[]): boolean {
  return zones.some((zone) => host === zone || host.endsWith(`.${zone}`))
}
