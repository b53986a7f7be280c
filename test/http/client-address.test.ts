import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeAddress } from '../../src/platform/http/client-address.ts'

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
