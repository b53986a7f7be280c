import pLimit from 'p-limit'
import { Unavailable } from '../general.errors.ts'

/** How many tasks run at once, and how many may wait. */
export interface ConcurrencyLimits {
  readonly maxConcurrent: number
  readonly maxQueued: number
}

/** Runs at most `maxConcurrent` tasks at once, in order of arrival, and rejects a task when `maxQueued` others wait. */
export class ConcurrencyLimiter {
  readonly #limit: ReturnType<typeof pLimit>
  readonly #maxPending: number

  constructor({ maxConcurrent, maxQueued }: ConcurrencyLimits) {
    this.#limit = pLimit(maxConcurrent)
    this.#maxPending = maxConcurrent + maxQueued
  }

  /** Runs the task as soon as fewer than `maxConcurrent` run. Throws `Unavailable` without running it when the queue is full. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    const { activeCount, pendingCount } = this.#limit
    if (activeCount + pendingCount >= this.#maxPending)
      throw new Unavailable(new Error('The queue of the concurrency limiter is full.'))
    return this.#limit(task)
  }
}
