import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MemoryRateLimitStore } from '../../src/platform/rate-limiting/memory-store.ts'
import type { RateLimitRule } from '../../src/platform/rate-limiting/rate-limit.ts'
import { RedisRateLimitStore } from '../../src/platform/rate-limiting/redis-store.ts'
import { TestClock } from '../support/clock.ts'
import { keysOf, redisUrl, removeKeysOf } from '../support/redis.ts'
import { beginMs, calls, clockAtBegin, countsOf, play, rules, take } from './store-calls.ts'

const url = redisUrl ?? 'redis://none'
const key = randomBytes(32)
const clock = new TestClock()
const minute: RateLimitRule[] = [{ limit: 5, seconds: 60 }]

describe.runIf(redisUrl)('the store in Redis', () => {
  const store = new RedisRateLimitStore({ url, hmacKey: key, clock })
  const other = new RedisRateLimitStore({ url, hmacKey: key, clock })
  const live = new RedisRateLimitStore({ url, hmacKey: key })
  beforeAll(() => Promise.all([store, other, live].map((each) => each.connect())))
  afterAll(async () => {
    await removeKeysOf(store.prefix)
    await Promise.all([store, other, live].map((each) => each.close()))
  })

  let last = 0
  const somebody = () => `caller ${++last}`

  it('decides like the store in memory, for any rules and calls', () =>
    fc.assert(
      fc.asyncProperty(calls, rules, async (callList, ruleList) => {
        const names = new Map(['a', 'b'].map((caller) => [caller, somebody()]))
        const renamed = callList.map((call) => ({ ...call, caller: names.get(call.caller) ?? '' }))
        clock.set(new Date(beginMs))
        const shared = await play(renamed, ruleList, { store, clock })
        expect(shared.decisions).toEqual((await play(renamed, ruleList)).decisions)
      }),
      { numRuns: 40 },
    ))

  it('peeks, refunds and resets like the store in memory', async () => {
    const caller = somebody()
    clock.set(new Date(beginMs))
    for (const each of [store, new MemoryRateLimitStore(clockAtBegin())]) {
      const counts = countsOf(caller, minute)
      const left = async () => (await each.peek(counts, 1)).statuses[0]?.remaining
      await each.refund(counts)
      expect(await left()).toBe(5)
      for (let n = 0; n < 5; n++) await take(each, caller, minute)
      expect((await each.peek(counts, 1)).isAllowed).toBe(false)
      await each.refund(counts)
      expect(await left()).toBe(1)
      await each.reset(counts)
      expect(await left()).toBe(5)
    }
  })

  it('allows exactly 100 of 500 simultaneous calls over two connections', async () => {
    const caller = somebody()
    const hundred: RateLimitRule[] = [
      { limit: 1000, seconds: 3600 },
      { limit: 100, seconds: 60 },
    ]
    const decisions = await Promise.all(
      Array.from({ length: 500 }, (_, n) => take(n % 2 ? store : other, caller, hundred)),
    )
    expect(decisions.filter(({ isAllowed }) => isAllowed)).toHaveLength(100)
    expect((await store.peek(countsOf(caller, hundred), 1)).statuses[0]?.remaining).toBe(900)
  })

  it('expires keys with their windows, and stores neither names nor addresses', async () => {
    const caller = '198.51.100.77'
    await take(live, caller, [
      { limit: 5, seconds: 60 },
      { limit: 5, seconds: 600, backoff: { initialSeconds: 1, maxSeconds: 2 } },
    ])
    const keys = await keysOf(store.prefix)
    // -2 for a key that expired between the two reads of keysOf, -1 for one without expiry.
    expect(keys.filter(({ ttlMs }) => ttlMs === -1)).toEqual([])
    expect(Math.max(...keys.map(({ ttlMs }) => ttlMs))).toBeLessThanOrEqual(3_600_000)
    expect(JSON.stringify(keys)).not.toContain('198.51')
    for (const { name } of keys) expect(name).toMatch(/^tack:[\w-]{8}:\{[\w-]{22}\}:rule\d:[\w-]{22}$/)
  })

  it('uses the clock of Redis unless another one is passed', async () => {
    const caller = somebody()
    const short: RateLimitRule[] = [{ limit: 1, seconds: 1 }]
    expect((await take(live, caller, short)).isAllowed).toBe(true)
    expect((await take(live, caller, short)).isAllowed).toBe(false)
    await expect.poll(async () => (await take(live, caller, short)).isAllowed, { timeout: 3000 }).toBe(true)
  })

  it('is separate for installations with different secrets', async () => {
    const otherInstallation = new RedisRateLimitStore({ url, hmacKey: randomBytes(32), clock })
    await otherInstallation.connect()
    const caller = somebody()
    for (let n = 0; n < 5; n++) await take(store, caller, minute)
    expect((await take(store, caller, minute)).isAllowed).toBe(false)
    expect((await take(otherInstallation, caller, minute)).isAllowed).toBe(true)
    await removeKeysOf(otherInstallation.prefix)
    await otherInstallation.close()
  })
})
