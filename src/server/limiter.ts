import type { Clock } from '../base/clock.ts'

/** So many calls in so many seconds. */
export interface RateWindow {
  readonly limit: number
  readonly seconds: number
}

/** What the limiter says of one call; the figures are those of the window with the fewest calls left. */
export interface Verdict {
  readonly admitted: boolean
  readonly limit: number
  readonly remaining: number
  /** Whole seconds, rounded up, until that window opens anew. */
  readonly resetSeconds: number
}

interface Count {
  readonly window: RateWindow
  used: number
  opensAt: number
}

/**
 * Counts calls per caller in several windows at once, in memory. A call is charged to all windows or, when one of them
 * is full, to none. A window begins with the first call it is charged for.
 */
export class Limiter {
  /** In the order in which their longest windows began, so that those come first which are over first. */
  readonly #callers = new Map<string, Count[]>()
  readonly #windows: readonly RateWindow[]
  readonly #clock: Clock
  readonly #maxCallers: number

  /** Keeps so many callers at most; to make room for one more, the one with the oldest window is forgotten. */
  constructor(windows: readonly RateWindow[], clock: Clock, maxCallers = 100_000) {
    this.#windows = windows.toSorted((a, b) => a.seconds - b.seconds)
    this.#clock = clock
    this.#maxCallers = maxCallers
  }

  take(caller: string): Verdict {
    const now = this.#clock.now().getTime()
    const counts = this.#callers.get(caller) ?? this.#windows.map((window) => ({ window, used: 0, opensAt: 0 }))
    for (const count of counts) renew(count, now)
    const admitted = counts.every(({ used, window }) => used < window.limit)
    if (admitted) {
      if (counts.at(-1)?.used === 0) this.#keep(caller, counts, now)
      for (const count of counts) count.used++
    }
    return { admitted, ...tightest(counts, now) }
  }

  /** Looks only at callers it forgets and one more, so that a flood of new ones costs no more than themselves. */
  #keep(caller: string, counts: Count[], now: number): void {
    this.#callers.delete(caller)
    for (const [other, its] of this.#callers) {
      if (this.#callers.size < this.#maxCallers && its.some(({ opensAt }) => opensAt > now)) break
      this.#callers.delete(other)
    }
    this.#callers.set(caller, counts)
  }
}

/** Empties a window that is over, or that lies farther ahead than its own length because the clock was set back. */
function renew(count: Count, now: number): void {
  const lengthMs = count.window.seconds * 1000
  if (count.used > 0 && count.opensAt > now && count.opensAt <= now + lengthMs) return
  count.used = 0
  count.opensAt = now + lengthMs
}

/** Of two windows with as few calls left, the one that opens later: it decides when the caller can go on. */
function tightest(counts: readonly Count[], now: number): Omit<Verdict, 'admitted'> {
  const states = counts.map(({ window: { limit }, used, opensAt }) => ({
    limit,
    remaining: limit - used,
    resetSeconds: Math.ceil((opensAt - now) / 1000),
  }))
  const [first] = states.sort((a, b) => a.remaining - b.remaining || b.resetSeconds - a.resetSeconds)
  return first ?? { limit: 0, remaining: 0, resetSeconds: 0 }
}
