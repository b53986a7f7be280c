import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  generateApiKey,
  isWellFormedApiKey,
  previewApiKey,
} from '../../src/modules/identity/api-keys/api-key-secret.ts'
import { codePoint } from '../support/code-points.ts'

const alphabet = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']

/** The checksum, computed from its description. */
function checksum(body: string): string {
  let number = BigInt(crc32(body))
  const digits: string[] = []
  for (; number > 0n; number /= 62n) digits.unshift(alphabet[Number(number % 62n)] as string)
  return digits.join('').padStart(6, '0')
}

describe('a hundred thousand new keys', () => {
  const keys = Array.from({ length: 100_000 }, generateApiKey)

  it('have 39 characters of the documented form, and all differ, even in 12 random characters', () => {
    for (const key of keys) if (!/^tk_[0-9A-Za-z]{36}$/.test(key)) expect.fail(`${key} is not of the form`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(new Set(keys.map((key) => key.slice(3, 15))).size).toBe(keys.length)
  })

  it('end with the CRC-32 of the preceding characters', () => {
    for (const key of keys) if (key.slice(33) !== checksum(key.slice(0, 33))) expect.fail(`${key} has another checksum`)
    expect(keys.every(isWellFormedApiKey)).toBe(true)
  })

  it('have every character equally often, at every position and in total', () => {
    const places = Array.from({ length: 30 }, () => new Map(alphabet.map((sign) => [sign, 0])))
    for (const key of keys) {
      places.forEach((counts, place) => {
        const sign = key.charAt(3 + place)
        counts.set(sign, (counts.get(sign) ?? 0) + 1)
      })
    }
    const chiSquare = (counts: number[]) => {
      const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
      return counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0)
    }
    const total = alphabet.map((sign) => places.reduce((sum, counts) => sum + (counts.get(sign) ?? 0), 0))
    // 61 degrees of freedom: less than one run in ten million fails by chance.
    expect(chiSquare(total)).toBeLessThan(135)
    for (const counts of places) expect(chiSquare([...counts.values()])).toBeLessThan(150)
  })
})

describe('the checksum', () => {
  it('detects every change of one character', () => {
    for (let round = 0; round < 20; round++) {
      const key = generateApiKey()
      for (let place = 3; place < key.length; place++) {
        for (const sign of alphabet) {
          if (sign === key[place]) continue
          expect(isWellFormedApiKey(key.slice(0, place) + sign + key.slice(place + 1))).toBe(false)
        }
      }
    }
  })

  it('detects two swapped neighbours', () => {
    const key = generateApiKey()
    for (let place = 3; place < key.length - 1; place++) {
      const [one, other] = [key.charAt(place), key.charAt(place + 1)]
      if (one !== other)
        expect(isWellFormedApiKey(key.slice(0, place) + other + one + key.slice(place + 2))).toBe(false)
    }
  })

  it('rejects other texts', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: codePoint }),
        (text) => !isWellFormedApiKey(text) && !isWellFormedApiKey(`tk_${text}`),
      ),
    )
    const key = generateApiKey()
    for (const text of [`${key}0`, key.slice(0, -1), ` ${key}`, `${key}\n`, key.toUpperCase(), `tk-${key.slice(3)}`]) {
      expect(isWellFormedApiKey(text)).toBe(false)
    }
  })

  it('is padded with zeros', () => {
    const small = Array.from({ length: 10_000 }, generateApiKey).filter((key) => key[33] === '0')
    expect(small.length).toBeGreaterThan(0)
    expect(small.every(isWellFormedApiKey)).toBe(true)
  })
})

describe('the preview', () => {
  it('shows the first seven and the last four characters', () => {
    expect(previewApiKey('tk_abcdEFGHIJKLMNOPQRSTUVWXYZ0123456789')).toBe('tk_abcd…6789')
  })
})
