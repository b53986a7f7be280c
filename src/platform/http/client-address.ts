import type { IncomingMessage } from 'node:http'
import { compile } from '@fastify/proxy-addr'
import type { Settings } from '../../config.ts'
import { parseIpAddress } from '../shared/ip-address.ts'
import { memoize } from '../shared/memoize.ts'

/** How many addresses the cache holds; the same visitors return often. */
const cacheSize = 5_000

/** Whether the proxy with this address is trusted; `hop` counts from the service, beginning with 0. */
export type ProxyTrust = (address: string, hop: number) => boolean

/** Which proxies are trusted, by their number or their networks. */
export function createProxyTrust({ trustProxy }: Pick<Settings, 'trustProxy'>): ProxyTrust {
  if (trustProxy === false) return () => false
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy
  const isInNetworks = compile(trustProxy)
  return (address, hop) => isInNetworks(normalizeAddress(address), hop)
}

/**
 * Creates a reader of the address of the client: the address of the socket, or the one that a trusted proxy names in
 * `X-Forwarded-For` or, without it, in `Forwarded` (RFC 7239).
 */
export function createClientAddressReader(
  settings: Pick<Settings, 'trustProxy'>,
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  const isTrusted = createProxyTrust(settings)
  return ({ headers, socket }) => {
    let address = normalizeAddress(socket.remoteAddress ?? '')
    if (!isTrusted(address, 0)) return address
    for (const [index, forwarded] of listForwardedAddresses(headers).entries()) {
      address = normalizeAddress(forwarded)
      if (!isTrusted(address, index + 1)) break
    }
    return address
  }
}

/**
 * Whether the request names one host (RFC 9112, 3.2): a single `Host`, and a target without a host or with the same one. What is
 * in front of the service may read the other.
 */
export function hasSingleHost({ rawHeaders, headers, url = '' }: IncomingMessage): boolean {
  let hosts = 0
  // Names and values in turn.
  for (let index = 0; index < rawHeaders.length; index += 2) if (/^host$/i.test(rawHeaders[index] ?? '')) hosts++
  if (hosts > 1) return false
  const [scheme] = /^[a-z][a-z\d+.-]*:\/\//i.exec(url) ?? []
  return scheme === undefined || URL.parse(url)?.host === URL.parse(scheme + headers.host)?.host
}

/** Reads the host that a client has asked for, maybe with a port; undefined for a request that names none. */
export type HostReader = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string | undefined

/** Creates a reader of the host: the header `Host`, or the host that a trusted proxy names in `X-Forwarded-Host`. */
export function createHostReader(settings: Pick<Settings, 'trustProxy'>): HostReader {
  if (settings.trustProxy === false) return ({ headers }) => headers.host
  const isTrusted = createProxyTrust(settings)
  return ({ headers, socket }) => {
    const forwarded = headers['x-forwarded-host']
    if (forwarded === undefined || !isTrusted(normalizeAddress(socket.remoteAddress ?? ''), 0)) return headers.host
    // As with Fastify, the nearest proxy counts.
    return String(forwarded).split(',').at(-1)?.trim() || headers.host
  }
}

/** Whether a request is to the host of `SHORT_URL`, with or without `www.`. */
export type ShortHostCheck = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => boolean

export function createShortHostCheck(settings: Pick<Settings, 'shortUrl' | 'trustProxy'>): ShortHostCheck {
  const readHost = createHostReader(settings)
  const shortName = toName(new URL(settings.shortUrl).hostname)
  return (request) => toName(readHost(request) ?? '') === shortName
}

/** Reads the path that a proxy took away from the path of a request: empty, or such as `/go`. */
export type BasePathReader = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string

/**
 * Creates a reader of the base path: the path of `SHORT_URL`, for requests to its host. A proxy does not tell which path it
 * took away, so the host decides. Under all other hosts, such as domains, the service is at the root.
 */
export function createBasePathReader(settings: Pick<Settings, 'shortUrl' | 'trustProxy'>): BasePathReader {
  const { pathname } = new URL(settings.shortUrl)
  if (pathname === '/') return () => ''
  const isShortHost = createShortHostCheck(settings)
  return (request) => (isShortHost(request) ? pathname : '')
}

/** A host without its port, in lower case. Sites serve the same pages with `www.`. */
function toName(host: string): string {
  return host
    .replace(/:\d*$/, '')
    .replace(/\.$/, '')
    .toLowerCase()
    .replace(/^www\./, '')
}

/** The addresses in the headers, the one that the nearest proxy added first. */
function listForwardedAddresses(headers: IncomingMessage['headers']): string[] {
  const forwardedFor = String(headers['x-forwarded-for'] ?? '')
  const nodes =
    forwardedFor !== ''
      ? forwardedFor.split(',')
      : (headers.forwarded ?? '').split(',').map((element) => /(?:^|;)\s*for=([^;]*)/i.exec(element)?.[1] ?? '')
  return nodes
    .map((node) => node.trim())
    .filter((node) => node !== '')
    .toReversed()
}

/**
 * An address as all counters know it, without quotes, brackets and port: `"[2001:db8::1]:80"` is `2001:db8::1`, and
 * `::ffff:192.0.2.1` is `192.0.2.1`. Everything that is no address is `unknown`.
 */
export const normalizeAddress = memoize(cacheSize, (text) => {
  const [, bracketed, ipv4] = /^"?(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::[\w.-]+)?"?$/.exec(text) ?? []
  return parseIpAddress(bracketed ?? ipv4 ?? text)?.toString() ?? 'unknown'
})

declare module 'fastify' {
  interface FastifyRequest {
    /** The path that a proxy took away from `url`: empty, or such as `/go`. Links, locations and cookies begin with it. */
    readonly basePath: string
  }
}
