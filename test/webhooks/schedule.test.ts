import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  classifyStatus,
  computeNextAttemptAt,
  isPermanentlyFailing,
  maxAttempts,
} from '../../src/modules/integrations/webhooks/deliveries/retry-policy.ts'

const now = new Date('2026-12-01T12:00:00Z')
const secondsUntil = (attempt: number, chance = 0.5, retryAfter?: string) => {
  const next = computeNextAttemptAt({ attempt, now, jitter: chance, retryAfter })
  return next && (next.getTime() - now.getTime()) / 1000
}

describe('the next attempt', () => {
  it('is due after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h; none follows the tenth', () => {
    const hours = [2, 5, 10, 14, 20, 24].map((each) => each * 3600)
    const attempts = Array.from({ length: maxAttempts }, (_, n) => n + 1)
    expect(attempts.map((attempt) => secondsUntil(attempt))).toEqual([5, 300, 1800, ...hours, null])
  })

  it('varies at random by up to a fifth', () => {
    expect([secondsUntil(2, 0), secondsUntil(2, 1)]).toEqual([240, 360])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, chance) => {
        const plain = secondsUntil(attempt) ?? 0
        const seconds = secondsUntil(attempt, chance) ?? 0
        expect(seconds).toBeGreaterThanOrEqual(plain * 0.8 - 0.001)
        expect(seconds).toBeLessThanOrEqual(plain * 1.2 + 0.001)
      }),
    )
  })

  it.each([
    ['600', 600],
    [' 600 ', 600],
    ['Tue, 01 Dec 2026 12:10:00 GMT', 600],
    ['999999999', 24 * 3600],
    ['1', 5],
    ['Tue, 01 Dec 2026 11:00:00 GMT', 5],
    ['soon', 5],
    ['-5', 5],
    ['', 5],
    ['1e9', 5],
  ])('with Retry-After "%s" is due after %i s', (retryAfter, seconds) => {
    expect(secondsUntil(1, 0.5, retryAfter)).toBe(seconds)
  })
})

it.each([
  [200, 'succeeded'],
  [204, 'succeeded'],
  [299, 'succeeded'],
  [199, 'failed'],
  [300, 'failed'],
  [302, 'failed'],
  [400, 'failed'],
  [410, 'gone'],
  [429, 'failed'],
  [500, 'failed'],
  [null, 'failed'],
])('a response of %s has %s', (status, expected) => expect(classifyStatus(status)).toBe(expected))

it.each([
  [20, 24, true],
  [19, 100, false],
  [20, 23.99, false],
  [500, 1, false],
  [21, 48, true],
])('%i consecutive failures over %d h are permanent: %s', (failures, hours, expected) => {
  expect(isPermanentlyFailing(failures, new Date(now.getTime() - hours * 3_600_000), now)).toBe(expected)
})
