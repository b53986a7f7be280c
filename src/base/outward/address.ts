import ipaddr from 'ipaddr.js'
import { parseAddress } from '../address.ts'

/** What of the IPv6 space is in use on the internet (RFC 4291); the ranges within it that are not are named by ipaddr. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address leads to a host on the public internet: no address of this machine, this network, a test, a group
 * of hosts, or one that carries an IPv4 address within it and may be led on to that.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  if (address === null || address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast)
}
