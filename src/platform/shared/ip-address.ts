import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { memoize } from './memoize.ts'

/** How many addresses the cache holds; the same visitors return often. */
const cacheSize = 5_000

/** Parses an address. An IPv4 address mapped into IPv6 becomes that IPv4 address. Null for text that is no address. */
export function parseIpAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // `isIP` of Node decides: ipaddr.js also accepts `127`, `0x7f.1` and octal parts.
  return isIP(address) === 0 ? null : ipaddr.process(address)
}

/**
 * The network that represents one visitor in hashes and rate limits: an IPv4 address itself, or the /64 of an IPv6
 * address (`2001:db8:1:2::/64`), because a household or server is assigned a whole /64 and can use any address in it.
 * Text that is no address is returned unchanged.
 */
export const toNetwork = memoize(cacheSize, (address) => {
  const parsed = parseIpAddress(address)
  if (parsed === null) return address
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0])}/64`
})
