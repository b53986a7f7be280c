import type { Clock } from '../../../platform/shared/clock.ts'

const maxFailures = 5
const retryDelayMs = 30_000

/** Leaves a service that fails alone for a while: after 5 failures in a row, for 30 seconds before each next try. */
export class CircuitBreaker {
  readonly #clock: Clock
  #failures = 0
  #nextAttemptAtMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether to try now. After a pause one is let through, and the others wait for what becomes of it. */
  canAttempt(): boolean {
    if (this.#failures < maxFailures) return true
    const now = this.#clock.now().getTime()
    if (now < this.#nextAttemptAtMs) return false
    this.#nextAttemptAtMs = now + retryDelayMs
    return true
  }

  recordSuccess(): void {
    this.#failures = 0
  }

  recordFailure(): void {
    this.#failures++
    if (this.#failures >= maxFailures) this.#nextAttemptAtMs = this.#clock.now().getTime() + retryDelayMs
  }
}
