import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeLength, generateCode } from '../../../src/modules/publishing/links/codes/short-code.service.ts'
import { toCodeKey } from '../../../src/modules/publishing/links/rules/slug-rules.ts'

const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

/** Returns the bytes in order, repeatedly. */
function source(bytes: readonly number[]): (n: number) => Uint8Array {
  let at = 0
  return (n) => Uint8Array.from({ length: n }, () => bytes[at++ % bytes.length] ?? 0)
}

describe('randomCode', () => {
  it('has seven characters by default', () => {
    expect(codeLength).toBe(7)
  })

  it('has the requested length, one case, and no look-alikes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 64 }), (length) => {
        expect(generateCode(length)).toMatch(new RegExp(`^[${alphabet}]{${length}}$`))
      }),
    )
  })

  it('equals its own key', () => {
    const code = generateCode(codeLength)
    expect(toCodeKey(code)).toBe(code)
  })

  it('skips bytes from 248 on instead of mapping them to the first characters', () => {
    expect(generateCode(3, source([248, 255, 0, 250, 247, 31]))).toBe('2z2')
  })

  it('uses every character equally often', () => {
    const code = generateCode(248, source(Array.from({ length: 256 }, (_, byte) => byte)))
    const counts = new Map<string, number>()
    for (const sign of code) counts.set(sign, (counts.get(sign) ?? 0) + 1)
    expect([...counts.keys()].sort().join('')).toBe(alphabet)
    expect(new Set(counts.values())).toEqual(new Set([8]))
  })

  it('depends on the bytes only', () => {
    const bytes = fc.array(fc.integer({ min: 0, max: 247 }), { minLength: 7, maxLength: 7 })
    fc.assert(
      fc.property(bytes, (values) => {
        expect(generateCode(7, source(values))).toBe(values.map((byte) => alphabet[byte % 31]).join(''))
      }),
    )
  })

  it('repeats in 100,000 codes not more often than chance allows', () => {
    const codes = new Set(Array.from({ length: 100_000 }, () => generateCode(codeLength)))
    // The expected number is 0.18 among 2.7 × 10¹⁰ codes. Five would have a chance of one in several hundred thousand.
    expect(codes.size).toBeGreaterThan(99_995)
  })
})
