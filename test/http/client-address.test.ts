import type { Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClientAddressReader, normalizeAddress } from '../../src/platform/http/client-address.ts'

describe('normalizeAddress', () => {
  it.each([
    ['9.9.9.9', '9.9.9.9'],
    ['9.9.9.9:123', '9.9.9.9'],
    ['"9.9.9.9:_hidden"', '9.9.9.9'],
    ['::ffff:9.9.9.9', '9.9.9.9'],
    ['[::ffff:909:909]:443', '9.9.9.9'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:DB8:0::1]', '2001:db8::1'],
    ['"[2001:db8::1]:443"', '2001:db8::1'],
    ['', 'unknown'],
    ['unknown', 'unknown'],
    ['_gazonk', 'unknown'],
    ['9.9.9.9, 8.8.8.8', 'unknown'],
    ['9.9.9.999', 'unknown'],
    ['[9.9.9.9', 'unknown'],
    ['0x9.9.9.9', 'unknown'],
  ])('of %j is %s', (text, address) => {
    expect(normalizeAddress(text)).toBe(address)
  })

  it('of any text is an address that stays itself, or unknown', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.ipV4Extended(), fc.string()), (text) => {
        const address = normalizeAddress(text)
        expect(normalizeAddress(address)).toBe(address)
      }),
    )
  })
})

// That X-Forwarded-For of networks is trusted, `proxies.test.ts` tries over HTTP.
it.each<[false | number, string, string]>([
  [false, 'the socket has', '192.0.2.1'],
  [1, 'the nearest proxy added', '198.51.100.8'],
  [2, 'the second proxy added', '203.0.113.5'],
])('with TRUST_PROXY %s, the address is the one that %s', (trustProxy, _which, address) => {
  const read = createClientAddressReader({ trustProxy })
  const headers = { 'x-forwarded-for': '10.9.9.9, 203.0.113.5, 198.51.100.8' }
  expect(read({ headers, socket: { remoteAddress: '192.0.2.1' } as Socket })).toBe(address)
})
