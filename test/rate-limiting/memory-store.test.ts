import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MemoryRateLimitStore } from '../../src/platform/rate-limiting/memory-store.ts'
import type { RateLimitRule } from '../../src/platform/rate-limiting/rate-limit.ts'
import { beginMs, calls, clockAtBegin, play, rules, take, windows } from './store-calls.ts'

/** The rule in its simplest form: a list of calls for each window. */
function admittedBy(limits: readonly RateLimitRule[], instants: readonly number[]): boolean[] {
  const opened = limits.map(() => ({ begun: Number.NEGATIVE_INFINITY, used: 0 }))
  return instants.map((at) => {
    const live = limits.map(({ seconds }, index) => at < (opened[index]?.begun ?? 0) + seconds * 1000)
    const used = limits.map((_, index) => (live[index] ? (opened[index]?.used ?? 0) : 0))
    const isAllowed = limits.every(({ limit }, index) => (used[index] ?? 0) < limit)
    if (isAllowed) {
      limits.forEach((_, index) => {
        const begun = live[index] ? (opened[index]?.begun ?? at) : at
        opened[index] = { begun, used: (used[index] ?? 0) + 1 }
      })
    }
    return isAllowed
  })
}

describe('a rate-limit store', () => {
  it('allows what a plain list of calls allows', () => {
    return fc.assert(
      fc.asyncProperty(calls, windows, async (callList, limits) => {
        const { decisions } = await play(callList, limits)
        for (const caller of ['a', 'b']) {
          const own = decisions.filter((decision) => decision.caller === caller)
          expect(own.map(({ isAllowed }) => isAllowed)).toEqual(
            admittedBy(
              limits,
              own.map(({ at }) => at),
            ),
          )
        }
      }),
    )
  })

  it('reports integers with 0 ≤ remaining ≤ limit, and no reset beyond the longest window', () => {
    return fc.assert(
      fc.asyncProperty(calls, windows, async (callList, limits) => {
        const longest = Math.max(...limits.map(({ seconds }) => seconds))
        for (const { limit, remaining, resetSeconds } of (await play(callList, limits)).decisions) {
          expect([limit, remaining, resetSeconds].every(Number.isInteger)).toBe(true)
          expect(limits.some((window) => window.limit === limit)).toBe(true)
          expect(remaining).toBeGreaterThanOrEqual(0)
          expect(remaining).toBeLessThanOrEqual(limit)
          expect(resetSeconds).toBeGreaterThanOrEqual(1)
          expect(resetSeconds).toBeLessThanOrEqual(longest)
        }
      }),
    )
  })

  it('allows the next call after resetSeconds, and not one second earlier', () => {
    return fc.assert(
      fc.asyncProperty(calls, windows, async (callList, limits) => {
        for (const early of [0, 1]) {
          const { clock, store, decisions } = await play(callList, limits)
          const last = decisions.at(-1)
          if (!last || last.isAllowed) return
          clock.advance({ seconds: last.resetSeconds - early })
          expect((await take(store, last.caller, limits)).isAllowed).toBe(early === 0)
        }
      }),
    )
  })

  it('charges a rejected call to no window', () => {
    return fc.assert(
      fc.asyncProperty(calls, windows, async (callList, limits) => {
        const { decisions } = await play(callList, limits)
        const allowed = decisions.filter(({ isAllowed }) => isAllowed)
        const spaced = allowed.map(({ caller, at }, index) => ({
          caller,
          afterMs: at - (allowed[index - 1]?.at ?? beginMs),
        }))
        expect((await play(spaced, limits)).decisions).toEqual(allowed)
      }),
    )
  })

  it('counts callers separately', () => {
    return fc.assert(
      fc.asyncProperty(calls, windows, async (callList, limits) => {
        const { decisions } = await play(callList, limits)
        const own = decisions.filter(({ caller }) => caller === 'a')
        const spaced = own.map(({ caller, at }, index) => ({ caller, afterMs: at - (own[index - 1]?.at ?? beginMs) }))
        expect((await play(spaced, limits)).decisions).toEqual(own)
      }),
    )
  })

  it('reports the window with the fewest remaining calls, in any order of windows', async () => {
    const minute = { limit: 5, seconds: 60 }
    const hour = { limit: 8, seconds: 3600 }
    for (const limits of [
      [minute, hour],
      [hour, minute],
    ]) {
      const five = Array.from({ length: 5 }, () => ({ caller: 'a', afterMs: 0 }))
      const { decisions } = await play([...five, { caller: 'a', afterMs: 60_000 }], limits)
      expect(decisions[4]).toMatchObject({ limit: 5, remaining: 0, resetSeconds: 60 })
      expect(decisions[5]).toMatchObject({ limit: 8, remaining: 2, resetSeconds: 3540 })
    }
  })

  it('charges several calls to all windows or to none, and reports when all of them fit', async () => {
    const limits = [
      { limit: 5, seconds: 60 },
      { limit: 8, seconds: 3600 },
    ]
    const { clock, store } = await play([], limits)
    expect(await take(store, 'a', limits, 3)).toMatchObject({ isAllowed: true, limit: 5, remaining: 2 })
    expect(await take(store, 'a', limits, 3)).toMatchObject({ isAllowed: false, limit: 5, resetSeconds: 60 })
    expect(await take(store, 'a', limits, 2)).toMatchObject({ isAllowed: true, limit: 5, remaining: 0 })
    clock.advance({ seconds: 60 })
    // The minute has room for five and the hour for three, so the hour rejects.
    expect(await take(store, 'a', limits, 4)).toEqual({ isAllowed: false, limit: 8, remaining: 3, resetSeconds: 3540 })
    expect(await take(store, 'a', limits, 3)).toMatchObject({ isAllowed: true, limit: 8, remaining: 0 })
  })

  it('allows one call at a time beyond the limit, with doubling pauses up to the maximum', async () => {
    const slowing: RateLimitRule[] = [{ limit: 2, seconds: 3600, backoff: { initialSeconds: 60, maxSeconds: 200 } }]
    const { clock, store } = await play([], slowing)
    for (let n = 0; n < 2; n++) expect((await take(store, 'a', slowing)).isAllowed).toBe(true)
    for (const pause of [60, 120, 200, 200]) {
      expect(await take(store, 'a', slowing)).toMatchObject({ isAllowed: false, resetSeconds: pause })
      clock.advance({ seconds: pause - 1 })
      expect(await take(store, 'a', slowing)).toMatchObject({ isAllowed: false, resetSeconds: 1 })
      clock.advance({ seconds: 1 })
      expect((await take(store, 'a', slowing)).isAllowed).toBe(true)
    }
    clock.advance({ seconds: 3600 })
    expect(await take(store, 'a', slowing)).toMatchObject({ isAllowed: true, remaining: 1 })
  })

  it('reports resetSeconds for rules with backoff', () => {
    return fc.assert(
      fc.asyncProperty(calls, rules, async (callList, limits) => {
        for (const early of [0, 1]) {
          const { clock, store, decisions } = await play(callList, limits)
          const last = decisions.at(-1)
          if (!last || last.isAllowed) return
          clock.advance({ seconds: last.resetSeconds - early })
          expect((await take(store, last.caller, limits)).isAllowed).toBe(early === 0)
        }
      }),
    )
  })
})

describe('the store in memory', () => {
  const once: RateLimitRule[] = [{ limit: 1, seconds: 60 }]

  it('starts a new window when the clock is set back by more than a window', async () => {
    const { clock, store } = await play([{ caller: 'a', afterMs: 0 }], once)
    clock.advance({ hours: -5 })
    expect(await take(store, 'a', once)).toMatchObject({ isAllowed: true, resetSeconds: 60 })
    expect(await take(store, 'a', once)).toMatchObject({ isAllowed: false, resetSeconds: 60 })
  })

  it('keeps the newest callers when it is full', async () => {
    const clock = clockAtBegin()
    const store = new MemoryRateLimitStore(clock, 3)
    const isAllowed = async (caller: string) => {
      clock.advance({ seconds: 1 })
      return (await take(store, caller, once)).isAllowed
    }
    for (const caller of ['a', 'b', 'c', 'd']) expect(await isAllowed(caller)).toBe(true)
    for (const allowed of ['b', 'c', 'd']) expect(await isAllowed(allowed)).toBe(false)
    expect(await isAllowed('a')).toBe(true)
  })

  it('deletes callers with expired windows first', async () => {
    const clock = clockAtBegin()
    const store = new MemoryRateLimitStore(clock, 3)
    await take(store, 'over', once)
    clock.advance({ seconds: 60 })
    for (const caller of ['a', 'b', 'c']) await take(store, caller, once)
    for (const caller of ['a', 'b', 'c']) expect((await take(store, caller, once)).isAllowed).toBe(false)
  })

  it('keeps the newest caller after a flood of new ones', async () => {
    const store = new MemoryRateLimitStore(clockAtBegin(), 1000)
    for (let caller = 0; caller < 100_000; caller++) await take(store, `caller ${caller}`, once)
    expect((await take(store, 'caller 99999', once)).isAllowed).toBe(false)
  })
})
