import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toNetwork } from '../../src/platform/shared/ip-address.ts'

const group = fc.integer({ min: 0, max: 0xffff })
const groups = (count: number) => fc.array(group, { minLength: count, maxLength: count })
/** Skips the one /64 that holds the IPv4-mapped addresses, which are IPv4. */
const upperHalf = groups(4).filter((parts) => parts.some((part) => part !== 0))
const text = (parts: readonly number[]) => parts.map((part) => part.toString(16)).join(':')

describe('toNetwork', () => {
  it('maps two addresses of the same /64 to the same network', () => {
    fc.assert(
      fc.property(upperHalf, groups(4), groups(4), (upper, one, other) => {
        expect(toNetwork(text([...upper, ...one]))).toBe(toNetwork(text([...upper, ...other])))
      }),
    )
  })

  it('maps addresses of different /64s to different networks', () => {
    fc.assert(
      fc.property(upperHalf, upperHalf, groups(4), (one, other, lower) => {
        fc.pre(text(one) !== text(other))
        expect(toNetwork(text([...one, ...lower]))).not.toBe(toNetwork(text([...other, ...lower])))
      }),
    )
  })

  it('returns an IPv4 address unchanged, also for its IPv6-mapped form', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(toNetwork(address)).toBe(address)
        expect(toNetwork(`::ffff:${address}`)).toBe(address)
      }),
    )
  })

  it('returns a text for any text and never throws', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.ipV6()), (address) => typeof toNetwork(address) === 'string'))
  })

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:0000:0000:0000:0001', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
  ])('cuts %s to %s', (address, network) => {
    expect(toNetwork(address)).toBe(network)
  })

  it.each(['', 'unknown', '127', '0x7f.0.0.1', '010.0.0.1', '1.2.3.4:5678', '[2001:db8::1]', '2001:db8::/64'])(
    'returns %j unchanged, because it is no address',
    (address) => {
      expect(toNetwork(address)).toBe(address)
    },
  )
})
