/** A seeded random number generator. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  between(least: number, most: number): number {
    return least + (most - least) * this.next()
  }

  /** Distributed uniformly on a logarithmic scale. */
  scaled(least: number, most: number): number {
    return Math.exp(this.between(Math.log(least), Math.log(most)))
  }

  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** One of the items, which must not be empty. */
  pick<const T>(items: readonly T[]): T {
    return items[this.whole(0, items.length - 1)] as T
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
  }

  /** Gamma distributed with mean 1 and this standard deviation (Marsaglia and Tsang). */
  gamma(deviation: number): number {
    if (deviation === 0) return 1
    const shape = 1 / deviation ** 2
    const d = Math.max(shape, 1) - 1 / 3
    for (;;) {
      const x = this.normal()
      const v = (1 + x / Math.sqrt(9 * d)) ** 3
      if (v > 0 && Math.log(1 - this.next()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) {
        return ((d * v) / shape) * (shape < 1 ? this.next() ** (1 / shape) : 1)
      }
    }
  }

  poisson(mean: number): number {
    if (mean > 100) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()))
    // The sum of two Poisson counts is a Poisson count of the sum of their means.
    if (mean > 30) return this.poisson(mean / 2) + this.poisson(mean / 2)
    let [count, left] = [0, Math.exp(mean)]
    for (left *= this.next(); left > 1; left *= this.next()) count++
    return count
  }
}
