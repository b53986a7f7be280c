import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { memoize } from './memoize.ts'

/** Addresses that are remembered, in memory only; the same visitors come again and again. */
const cacheSize = 5_000

/** An address ready to be asked about; an IPv4 address that came mapped into IPv6 is the IPv4 address. */
export function parseIpAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // Node decides what an address is: ipaddr.js also takes `127`, `0x7f.1` and octal parts.
  return isIP(address) === 0 ? null : ipaddr.process(address)
}

/**
 * The network that stands for one visitor in hashes and rate limits: an IPv4 address itself, and the /64 of an IPv6
 * address (`2001:db8:1:2::/64`), because one household or server is handed a whole /64 and may change within it at
 * will. Text that is no address comes back as it is.
 */
export const toNetwork = memoize(cacheSize, (address) => {
  const parsed = parseIpAddress(address)
  if (parsed === null) return address
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0])}/64`
})
