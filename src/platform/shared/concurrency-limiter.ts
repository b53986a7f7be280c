import { Unavailable } from './general.errors.ts'

/** How many may be inside at once, and how many may wait outside. */
export interface ConcurrencyLimits {
  readonly maxConcurrent: number
  readonly maxQueued: number
}

/** Lets costly work through a few at a time, in the order it came, and turns away what would wait too long. */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits
  readonly #queue: (() => void)[] = []
  #activeCount = 0

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits
  }

  /** Does the work when its turn comes. Throws `Unavailable` at once, without doing it, when the queue is full. */
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
    if (this.#queue.length >= this.#limits.maxQueued) throw new Unavailable(new Error('The turnstile is full.'))
    await new Promise<void>((resolve) => this.#queue.push(resolve))
  }

  /** The place inside goes to the next in the queue, so that nobody who comes now can take it before. */
  #release(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#activeCount--
  }
}
