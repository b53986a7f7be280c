import type { Clock } from '../../../platform/shared/clock.ts'
import { secondMs } from '../../../platform/shared/durations.ts'

const maxFailures = 5
const retryDelayMs = 30 * secondMs

/** Blocks calls of a failing service: after 5 failures in a row, one attempt is allowed every 30 seconds. */
export class CircuitBreaker {
  readonly #clock: Clock
  #failures = 0
  #nextAttemptAtMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns whether to call now. After the delay, only one caller gets true, and the others wait for its result. */
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
