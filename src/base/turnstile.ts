import { Unavailable } from './failures.ts'

/** How many may be inside at once, and how many may wait outside. */
export interface Capacity {
  readonly atOnce: number
  readonly waiting: number
}

/** Lets costly work through a few at a time, in the order it came, and turns away what would wait too long. */
export class Turnstile {
  readonly #capacity: Capacity
  readonly #queue: (() => void)[] = []
  #inside = 0

  constructor(capacity: Capacity) {
    this.#capacity = capacity
  }

  /** Does the work when its turn comes. Throws `Unavailable` at once, without doing it, when the queue is full. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter()
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  async #enter(): Promise<void> {
    if (this.#inside < this.#capacity.atOnce) {
      this.#inside++
      return
    }
    if (this.#queue.length >= this.#capacity.waiting) throw new Unavailable(new Error('The turnstile is full.'))
    await new Promise<void>((resolve) => this.#queue.push(resolve))
  }

  /** The place inside goes to the next in the queue, so that nobody who comes now can take it before. */
  #leave(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#inside--
  }
}
