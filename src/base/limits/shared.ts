import { within } from '../within.ts'
import type { Ledger } from './ledger.ts'
import type { Count, Verdict } from './rule.ts'

/** How long a decision is waited for before it is taken in this process: a busy machine is not an outage. */
const patienceMs = 250

/** How long nothing is asked of a server that failed; then one decision tries it. */
const restMs = 1_000

export interface Log {
  info(message: string): void
  warn(details: object, message: string): void
}

/**
 * Counts for all nodes together where that can be had, and in this process while it cannot: limits are then each
 * process' own, but the service goes on and nothing is let through uncounted.
 */
export class SharedLedger implements Ledger {
  readonly #shared: Ledger
  readonly #own: Ledger
  readonly #log: Log
  #isLost = false
  #restsUntilMs = 0

  constructor(shared: Ledger, own: Ledger, log: Log) {
    this.#shared = shared
    this.#own = own
    this.#log = log
  }

  charge(counts: readonly Count[], cost: number): Promise<Verdict> {
    return this.#ask((ledger) => ledger.charge(counts, cost))
  }

  look(counts: readonly Count[], cost: number): Promise<Verdict> {
    return this.#ask((ledger) => ledger.look(counts, cost))
  }

  giveBack(counts: readonly Count[]): Promise<void> {
    return this.#ask((ledger) => ledger.giveBack(counts))
  }

  forget(counts: readonly Count[]): Promise<void> {
    return this.#ask((ledger) => ledger.forget(counts))
  }

  /** From here on this process counts by itself, until a decision finds the server back. */
  lose(err: unknown): void {
    if (!this.#isLost) this.#log.warn({ err }, 'the shared limits cannot be reached; this process counts by itself')
    this.#isLost = true
    this.#restsUntilMs = performance.now() + restMs
  }

  async close(): Promise<void> {
    await Promise.all([this.#shared.close(), this.#own.close()])
  }

  async #ask<T>(act: (ledger: Ledger) => Promise<T>): Promise<T> {
    // Real time, and one that is never set: how long a server rests has nothing to do with the service's clock.
    const nowMs = performance.now()
    if (this.#isLost && nowMs < this.#restsUntilMs) return act(this.#own)
    // Of many that come when the rest is over one tries, and the others do not wait for it.
    this.#restsUntilMs = nowMs + restMs
    try {
      const result = await within(patienceMs, act(this.#shared))
      if (this.#isLost) this.#log.info('the shared limits are back')
      this.#isLost = false
      return result
    } catch (err) {
      this.lose(err)
      return act(this.#own)
    }
  }
}
