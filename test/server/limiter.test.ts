import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Limiter, type RateWindow, type Verdict } from '../../src/server/limiter.ts'
import { TestClock } from '../support/clock.ts'

interface Call {
  readonly caller: string
  /** How long after the call before it, in milliseconds. */
  readonly afterMs: number
}

const calls: fc.Arbitrary<Call[]> = fc.array(
  fc.record({
    caller: fc.constantFrom('a', 'b'),
    afterMs: fc.oneof({ arbitrary: fc.integer({ min: 0, max: 300 }), weight: 3 }, fc.integer({ min: 0, max: 9000 })),
  }),
  { maxLength: 80 },
)
const windows: fc.Arbitrary<RateWindow[]> = fc.array(
  fc.record({ limit: fc.integer({ min: 1, max: 6 }), seconds: fc.integer({ min: 1, max: 8 }) }),
  { minLength: 1, maxLength: 3 },
)

/** Plays the calls on a fresh limiter; each verdict with the instant it was given. */
function play(made: readonly Call[], limits: readonly RateWindow[]) {
  const clock = new TestClock()
  clock.set(new Date(1_000_000))
  const limiter = new Limiter(limits, clock)
  const verdicts = made.map(({ caller, afterMs }) => {
    clock.advance({ ms: afterMs })
    return { caller, at: clock.now().getTime(), ...limiter.take(caller) }
  })
  return { clock, limiter, verdicts }
}

/** The rule in its plainest words: which calls of one caller each window holds. */
function admittedBy(limits: readonly RateWindow[], instants: readonly number[]): boolean[] {
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

describe('Limiter', () => {
  it('admits what a plain account of every window admits', () => {
    fc.assert(
      fc.property(calls, windows, (made, limits) => {
        const { verdicts } = play(made, limits)
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
    fc.assert(
      fc.property(calls, windows, (made, limits) => {
        const longest = Math.max(...limits.map(({ seconds }) => seconds))
        for (const { limit, remaining, resetSeconds } of play(made, limits).verdicts) {
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
    fc.assert(
      fc.property(calls, windows, (made, limits) => {
        for (const early of [0, 1]) {
          const { clock, limiter, verdicts } = play(made, limits)
          const last = verdicts.at(-1)
          if (!last || last.admitted) return
          clock.advance({ seconds: last.resetSeconds - early })
          expect(limiter.take(last.caller).admitted).toBe(early === 0)
        }
      }),
    )
  })

  it('charges a refused call to no window: without it every other verdict is the same', () => {
    fc.assert(
      fc.property(calls, windows, (made, limits) => {
        const { verdicts } = play(made, limits)
        const kept = verdicts.filter(({ admitted }) => admitted)
        const spaced = kept.map(({ caller, at }, index) => ({
          caller,
          afterMs: at - (kept[index - 1]?.at ?? 1_000_000),
        }))
        expect(play(spaced, limits).verdicts).toEqual(kept)
      }),
    )
  })

  it('keeps callers apart: what one does changes no verdict of another', () => {
    fc.assert(
      fc.property(calls, windows, (made, limits) => {
        const { verdicts } = play(made, limits)
        const own = verdicts.filter(({ caller }) => caller === 'a')
        const spaced = own.map(({ caller, at }, index) => ({ caller, afterMs: at - (own[index - 1]?.at ?? 1_000_000) }))
        expect(play(spaced, limits).verdicts).toEqual(own)
      }),
    )
  })

  it('describes the window with the fewest calls left, whatever order the windows were named in', () => {
    const minute = { limit: 5, seconds: 60 }
    const hour = { limit: 8, seconds: 3600 }
    for (const limits of [
      [minute, hour],
      [hour, minute],
    ]) {
      const five = Array.from({ length: 5 }, () => ({ caller: 'a', afterMs: 0 }))
      const { verdicts } = play([...five, { caller: 'a', afterMs: 60_000 }], limits)
      expect(verdicts[4]).toMatchObject({ limit: 5, remaining: 0, resetSeconds: 60 })
      expect(verdicts[5]).toMatchObject({ limit: 8, remaining: 2, resetSeconds: 3540 })
    }
  })

  it('begins anew when the clock was set back farther than a window is long', () => {
    const { clock, limiter } = play([{ caller: 'a', afterMs: 0 }], [{ limit: 1, seconds: 60 }])
    clock.advance({ hours: -5 })
    expect(limiter.take('a')).toMatchObject({ admitted: true, resetSeconds: 60 })
    expect(limiter.take('a')).toMatchObject({ admitted: false, resetSeconds: 60 })
  })

  it('keeps the newest callers when there are more than it may keep', () => {
    const clock = new TestClock()
    const limiter = new Limiter([{ limit: 1, seconds: 60 }], clock, 3)
    const take = (caller: string): Verdict => {
      clock.advance({ seconds: 1 })
      return limiter.take(caller)
    }
    for (const caller of ['a', 'b', 'c', 'd']) expect(take(caller).admitted).toBe(true)
    for (const kept of ['b', 'c', 'd']) expect(take(kept).admitted).toBe(false)
    expect(take('a').admitted).toBe(true)
  })

  it('makes room with callers whose windows are over before it forgets a live one', () => {
    const clock = new TestClock()
    const limiter = new Limiter([{ limit: 1, seconds: 60 }], clock, 3)
    limiter.take('over')
    clock.advance({ seconds: 60 })
    limiter.take('a')
    limiter.take('b')
    limiter.take('c')
    expect(['a', 'b', 'c'].map((caller) => limiter.take(caller).admitted)).toEqual([false, false, false])
  })

  it('still knows the newest caller after a flood of strangers', () => {
    const clock = new TestClock()
    const limiter = new Limiter([{ limit: 1, seconds: 3600 }], clock, 1000)
    for (let stranger = 0; stranger < 100_000; stranger++) limiter.take(`stranger ${stranger}`)
    expect(limiter.take('stranger 99999').admitted).toBe(false)
  })
})
