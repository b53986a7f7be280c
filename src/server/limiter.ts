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
  used: number
  opensAt: number
}

/** Callers kept at most; beyond it, those whose windows are over are forgotten. */
const maxCallers = 100_000

/**
 * Counts calls per caller in several windows at once, in memory. A window begins with its first call. A call is
 * charged to all windows or, when one of them is full, to none.
 */
export class Limiter {
  readonly #callers = new Map<string, Count[]>()
  readonly #windows: readonly RateWindow[]
  readonly #clock: Clock

  constructor(windows: readonly RateWindow[], clock: Clock) {
    this.#windows = windows
    this.#clock = clock
  }

  take(caller: string): Verdict {
    const now = this.#clock.now().getTime()
    const counts = this.#countsOf(caller, now)
    const full = this.#windows.filter((window, index) => (counts[index]?.used ?? 0) >= window.limit)
    const admitted = full.length === 0
    if (admitted) for (const count of counts) count.used++
    return this.#verdict(counts, admitted, now)
  }

  #countsOf(caller: string, now: number): Count[] {
    let counts = this.#callers.get(caller)
    if (!counts) {
      if (this.#callers.size >= maxCallers) this.#forget(now)
      counts = this.#windows.map(() => ({ used: 0, opensAt: 0 }))
      this.#callers.set(caller, counts)
    }
    counts.forEach((count, index) => {
      if (count.opensAt > now) return
      count.used = 0
      count.opensAt = now + (this.#windows[index]?.seconds ?? 0) * 1000
    })
    return counts
  }

  #verdict(counts: readonly Count[], admitted: boolean, now: number): Verdict {
    const states = this.#windows.map((window, index) => {
      const { used, opensAt } = counts[index] ?? { used: 0, opensAt: now }
      return { limit: window.limit, remaining: window.limit - used, resetSeconds: Math.ceil((opensAt - now) / 1000) }
    })
    // Of two windows with as few left, the one that opens later decides when the caller can go on.
    const [tightest] = states.sort((a, b) => a.remaining - b.remaining || b.resetSeconds - a.resetSeconds)
    return { admitted, ...(tightest ?? { limit: 0, remaining: 0, resetSeconds: 0 }) }
  }

  #forget(now: number): void {
    for (const [caller, counts] of this.#callers) {
      if (counts.every((count) => count.opensAt <= now)) this.#callers.delete(caller)
    }
  }
}
