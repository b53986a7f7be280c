import type { Clock } from '../../../base/clock.ts'

const mostFailures = 5
const pauseMs = 30_000

/** Leaves a service that fails alone for a while: after 5 failures in a row, for 30 seconds before each next try. */
export class Breaker {
  readonly #clock: Clock
  #failures = 0
  #opensAt = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether to try now. After a pause one is let through, and the others wait for what becomes of it. */
  admits(): boolean {
    if (this.#failures < mostFailures) return true
    const now = this.#clock.now().getTime()
    if (now < this.#opensAt) return false
    this.#opensAt = now + pauseMs
    return true
  }

  succeeded(): void {
    this.#failures = 0
  }

  failed(): void {
    this.#failures++
    if (this.#failures >= mostFailures) this.#opensAt = this.#clock.now().getTime() + pauseMs
  }
}
