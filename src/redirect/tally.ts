import type { Clock } from '../base/clock.ts'

interface Count {
  used: number
  readonly endsAt: number
}

/**
 * So many a key in a window that begins with its first, in memory. Unlike the quota of a caller, what turns out to be
 * no charge is given back. Keeps so many keys at most; for one more, the one with the oldest window begins anew.
 */
export class Tally {
  readonly #counts = new Map<string, Count>()
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock: Clock
  readonly #maxKeys: number

  constructor(limit: number, windowMs: number, clock: Clock, maxKeys = 100_000) {
    this.#limit = limit
    this.#windowMs = windowMs
    this.#clock = clock
    this.#maxKeys = maxKeys
  }

  /** Charges the key, or says in how many seconds it may be charged again. */
  take(key: string): { readonly waitSeconds: number } | null {
    const now = this.#clock.now().getTime()
    const count = this.#countOf(key, now)
    if (count.used >= this.#limit) return { waitSeconds: Math.ceil((count.endsAt - now) / 1000) }
    count.used++
    return null
  }

  giveBack(key: string): void {
    const count = this.#counts.get(key)
    if (count && count.used > 0) count.used--
  }

  #countOf(key: string, now: number): Count {
    const known = this.#counts.get(key)
    if (known && known.endsAt > now) return known
    const begun = { used: 0, endsAt: now + this.#windowMs }
    // All windows are of one length, so the keys stand in the order in which theirs end.
    this.#counts.delete(key)
    this.#counts.set(key, begun)
    const [oldest] = this.#counts.keys()
    if (this.#counts.size > this.#maxKeys && oldest !== undefined) this.#counts.delete(oldest)
    return begun
  }
}
