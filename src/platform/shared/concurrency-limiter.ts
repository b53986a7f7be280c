import { Unavailable } from './general.errors.ts'

/** How many tasks run at once, and how many may wait. */
export interface ConcurrencyLimits {
  readonly maxConcurrent: number
  readonly maxQueued: number
}

/** Runs at most `maxConcurrent` tasks at once, in order of arrival, and rejects a task when `maxQueued` others wait. */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits
  readonly #queue: (() => void)[] = []
  #activeCount = 0

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits
  }

  /**
   * Runs the task as soon as fewer than `maxConcurrent` run. Throws `Unavailable` without running it when the queue is
   * full.
   */
  async run<T>(task: () => Promise<T>): Promise<T> {
    await this.#acquire()
    try {
      return await task()
    } finally {
      this.#release()
    }
  }

  async #acquire(): Promise<void> {
    if (this.#activeCount < this.#limits.maxConcurrent) {
      this.#activeCount++
      return
    }
    if (this.#queue.length >= this.#limits.maxQueued)
      throw new Unavailable(new Error('The queue of the concurrency limiter is full.'))
    await new Promise<void>((resolve) => this.#queue.push(resolve))
  }

  /** Passes the slot directly to the next task in the queue, so that a task that arrives now cannot take it first. */
  #release(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#activeCount--
  }
}
