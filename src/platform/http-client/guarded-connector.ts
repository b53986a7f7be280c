import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { buildConnector } from 'undici'
import { AddressNotAllowed, type AllowedHosts, bareHost, isPublicAddress } from './outbound-url.ts'

/** The addresses of a host name, in the order in which they are to be tried. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

/** As the machine itself resolves names, its own table of hosts included: what it says is judged, and not where it is from. */
export const resolveWithSystem: ResolveHost = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)

/**
 * The addresses of a host that may be called. Where one of several is private none is called: nobody who means well
 * mixes them. Throws `NotCalled`, and what `find` throws.
 */
export async function resolveAllowedAddresses(
  host: string,
  allowedHosts: AllowedHosts,
  resolveHost: ResolveHost,
): Promise<readonly string[]> {
  const addresses = isIP(host) ? [host] : await resolveHost(host)
  if (addresses.length === 0) throw new AddressNotAllowed('has a host without an address')
  if (allowedHosts === 'public' && !addresses.every(isPublicAddress))
    throw new AddressNotAllowed('must be a public host')
  return addresses
}

/**
 * Connects to the very address that was looked at. A name is resolved once for each connection: resolved again to
 * connect, it could lead somewhere else by then.
 */
export function createGuardedConnector(allowedHosts: AllowedHosts, resolveHost: ResolveHost): buildConnector.connector {
  const connect = buildConnector({ timeout: 10_000, allowH2: false, maxCachedSessions: 0 })
  return (options, callback) => {
    const host = bareHost(options)
    resolveAllowedAddresses(host, allowedHosts, resolveHost).then(
      ([address = '']) =>
        connect({ ...options, hostname: address, ...(!isIP(host) && { servername: host }) }, callback),
      (error: Error) => callback(error, null),
    )
  }
}
