import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { buildConnector } from 'undici'
import { AddressNotAllowed, type AllowedHosts, bareHost, isPublicAddress } from './outbound-url.ts'

/** Resolves a host name to its addresses, in the order in which they are tried. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

/** Resolves names as the machine does, including its hosts file. The result is checked, whatever its source. */
export const resolveWithSystem: ResolveHost = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)

/**
 * The addresses of a host, if all of them may be called: a host with public and private addresses is suspicious. Throws
 * `AddressNotAllowed`, and the errors of `resolveHost`.
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
 * Connects to the address that was checked. Each connection resolves the name once: a second lookup could return
 * another address.
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
