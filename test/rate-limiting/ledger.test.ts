import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MemoryRateLimitStore } from '../../src/platform/rate-limiting/memory-store.ts'
import type { RateLimitRule } from '../../src/platform/rate-limiting/rate-limit.ts'
import { beginMs, calls, clockAtBegin, play, rules, take, windows } from './plays.ts'

/** The rule in its plainest words: which calls of one caller each window holds. */
function admittedBy(limits: readonly RateLimitRule[], instants: readonly number[]): boolean[] {
  const opened = limits.map(() => ({ begun: Number.NEGATIVE_INFINITY, used: 0 }))
  return instants.map((at) => {
    const live = limits.map(({ seconds }, index) => at < (opened[index]?.begun ?? 0) + seconds * 1000)
    const used = limits.map((_, index) => (live[index] ? (opened[index]?.used ?? 0) : 0))
    const admitted = limits.every(({ limit }, index) => (used[index] ?? 0) < limit)
    if (admitted) {
      limits.forEach((_, index) => {
        const begun = live[index] ? (opened[index]?.begun ?? at) : at
        opened[index] = { begun, used: (used[index] ?? 0) + 1 }
      })
    }
    return admitted
  })
}

describe('a ledger', () => {
  it('admits what a plain account of every window admits', () => {
    return fc.assert(
      fc.asyncProperty(calls, windows, async (made, limits) => {
        const { verdicts } = await play(made, limits)
        for (const caller of ['a', 'b']) {
          const own = verdicts.filter((verdict) => verdict.caller === caller)
          expect(own.map(({ admitted }) => admitted)).toEqual(
            admittedBy(
              limits,
              own.map(({ at }) => at),
            ),
          )
        }
      }),
    )
  })

  it('reports whole numbers: 0 ≤ remaining ≤ limit, and no reset beyond the longest window', () => {
    return fc.assert(
      fc.asyncProperty(calls, windows, async (made, limits) => {
        const longest = Math.max(...limits.map(({ seconds }) => seconds))
        for (const { limit, remaining, resetSeconds } of (await play(made, limits)).verdicts) {
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

  it('says how long to wait: that many seconds later it admits, and one second less is too early', () => {
    return fc.assert(
      fc.asyncProperty(calls, windows, async (made, limits) => {
        for (const early of [0, 1]) {
          const { clock, ledger, verdicts } = await play(made, limits)
          const last = verdicts.at(-1)
          if (!last || last.admitted) return
          clock.advance({ seconds: last.resetSeconds - early })
          expect((await take(ledger, last.caller, limits)).admitted).toBe(early === 0)
        }
      }),
    )
  })

  it('charges a refused call to no window: without it every other verdict is the same', () => {
    return fc.assert(
      fc.asyncProperty(calls, windows, async (made, limits) => {
        const { verdicts } = await play(made, limits)
        const kept = verdicts.filter(({ admitted }) => admitted)
        const spaced = kept.map(({ caller, at }, index) => ({
          caller,
          afterMs: at - (kept[index - 1]?.at ?? beginMs),
        }))
        expect((await play(spaced, limits)).verdicts).toEqual(kept)
      }),
    )
  })

  it('keeps callers apart: what one does changes no verdict of another', () => {
    return fc.assert(
      fc.asyncProperty(calls, windows, async (made, limits) => {
        const { verdicts } = await play(made, limits)
        const own = verdicts.filter(({ caller }) => caller === 'a')
        const spaced = own.map(({ caller, at }, index) => ({ caller, afterMs: at - (own[index - 1]?.at ?? beginMs) }))
        expect((await play(spaced, limits)).verdicts).toEqual(own)
      }),
    )
  })

  it('describes the window with the fewest calls left, whatever order the windows were named in', async () => {
    const minute = { limit: 5, seconds: 60 }
    const hour = { limit: 8, seconds: 3600 }
    for (const limits of [
      [minute, hour],
      [hour, minute],
    ]) {
      const five = Array.from({ length: 5 }, () => ({ caller: 'a', afterMs: 0 }))
      const { verdicts } = await play([...five, { caller: 'a', afterMs: 60_000 }], limits)
      expect(verdicts[4]).toMatchObject({ limit: 5, remaining: 0, resetSeconds: 60 })
      expect(verdicts[5]).toMatchObject({ limit: 8, remaining: 2, resetSeconds: 3540 })
    }
  })

  it('charges many at once to all windows or to none, and tells when there is room for all of them', async () => {
    const limits = [
      { limit: 5, seconds: 60 },
      { limit: 8, seconds: 3600 },
    ]
    const { clock, ledger } = await play([], limits)
    expect(await take(ledger, 'a', limits, 3)).toMatchObject({ admitted: true, limit: 5, remaining: 2 })
    expect(await take(ledger, 'a', limits, 3)).toMatchObject({ admitted: false, limit: 5, resetSeconds: 60 })
    expect(await take(ledger, 'a', limits, 2)).toMatchObject({ admitted: true, limit: 5, remaining: 0 })
    clock.advance({ seconds: 60 })
    // The minute has room for five and the hour for three: the one that refuses is told.
    expect(await take(ledger, 'a', limits, 4)).toEqual({ admitted: false, limit: 8, remaining: 3, resetSeconds: 3540 })
    expect(await take(ledger, 'a', limits, 3)).toMatchObject({ admitted: true, limit: 8, remaining: 0 })
  })

  it('lets one through at a time after the limit, each pause twice the one before, up to the longest', async () => {
    const slowing: RateLimitRule[] = [{ limit: 2, seconds: 3600, backoff: { initialSeconds: 60, maxSeconds: 200 } }]
    const { clock, ledger } = await play([], slowing)
    for (let n = 0; n < 2; n++) expect((await take(ledger, 'a', slowing)).admitted).toBe(true)
    for (const pause of [60, 120, 200, 200]) {
      expect(await take(ledger, 'a', slowing)).toMatchObject({ admitted: false, resetSeconds: pause })
      clock.advance({ seconds: pause - 1 })
      expect(await take(ledger, 'a', slowing)).toMatchObject({ admitted: false, resetSeconds: 1 })
      clock.advance({ seconds: 1 })
      expect((await take(ledger, 'a', slowing)).admitted).toBe(true)
    }
    clock.advance({ seconds: 3600 })
    expect(await take(ledger, 'a', slowing)).toMatchObject({ admitted: true, remaining: 1 })
  })

  it('tells of rules that slow down, too, when the next is let through', () => {
    return fc.assert(
      fc.asyncProperty(calls, rules, async (made, limits) => {
        for (const early of [0, 1]) {
          const { clock, ledger, verdicts } = await play(made, limits)
          const last = verdicts.at(-1)
          if (!last || last.admitted) return
          clock.advance({ seconds: last.resetSeconds - early })
          expect((await take(ledger, last.caller, limits)).admitted).toBe(early === 0)
        }
      }),
    )
  })
})

describe('the ledger in memory', () => {
  const once: RateLimitRule[] = [{ limit: 1, seconds: 60 }]

  it('begins anew when the clock was set back farther than a window is long', async () => {
    const { clock, ledger } = await play([{ caller: 'a', afterMs: 0 }], once)
    clock.advance({ hours: -5 })
    expect(await take(ledger, 'a', once)).toMatchObject({ admitted: true, resetSeconds: 60 })
    expect(await take(ledger, 'a', once)).toMatchObject({ admitted: false, resetSeconds: 60 })
  })

  it('keeps the newest callers when there are more than it may keep', async () => {
    const clock = clockAtBegin()
    const ledger = new MemoryRateLimitStore(clock, 3)
    const admitted = async (caller: string) => {
      clock.advance({ seconds: 1 })
      return (await take(ledger, caller, once)).admitted
    }
    for (const caller of ['a', 'b', 'c', 'd']) expect(await admitted(caller)).toBe(true)
    for (const kept of ['b', 'c', 'd']) expect(await admitted(kept)).toBe(false)
    expect(await admitted('a')).toBe(true)
  })

  it('makes room with callers whose windows are over before it forgets a live one', async () => {
    const clock = clockAtBegin()
    const ledger = new MemoryRateLimitStore(clock, 3)
    await take(ledger, 'over', once)
    clock.advance({ seconds: 60 })
    for (const caller of ['a', 'b', 'c']) await take(ledger, caller, once)
    for (const caller of ['a', 'b', 'c']) expect((await take(ledger, caller, once)).admitted).toBe(false)
  })

  it('still knows the newest caller after a flood of strangers', async () => {
    const ledger = new MemoryRateLimitStore(clockAtBegin(), 1000)
    for (let stranger = 0; stranger < 100_000; stranger++) await take(ledger, `stranger ${stranger}`, once)
    expect((await take(ledger, 'stranger 99999', once)).admitted).toBe(false)
  })
})
