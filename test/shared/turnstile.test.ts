import { describe, expect, it } from 'vitest'
import { ConcurrencyLimiter } from '../../src/platform/shared/concurrency-limiter.ts'
import { Unavailable } from '../../src/platform/shared/general.errors.ts'

/** Work that ends when it is told to. */
class Bench {
  readonly begun: number[] = []
  readonly #turnstile: ConcurrencyLimiter
  readonly #endings: ((error?: Error) => void)[] = []

  constructor(turnstile: ConcurrencyLimiter) {
    this.#turnstile = turnstile
  }

  send(number: number): Promise<number> {
    return this.#turnstile.run(() => {
      this.begun.push(number)
      return new Promise((resolve, reject) => {
        this.#endings[number] = (error) => (error ? reject(error) : resolve(number))
      })
    })
  }

  end(number: number, error?: Error): void {
    this.#endings[number]?.(error)
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a turnstile for two with a queue of three', () => {
  const bench = () => new Bench(new ConcurrencyLimiter({ maxConcurrent: 2, maxQueued: 3 }))

  it('lets two in, keeps three waiting and refuses the sixth at once, with 503 and Retry-After', async () => {
    const work = bench()
    for (let number = 0; number < 5; number++) void work.send(number)
    await settled()
    const refusal = await work.send(5).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Unavailable)
    expect(refusal).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
    expect(work.begun).toEqual([0, 1])
  })

  it('lets the others in one by one, in the order they came, whoever comes in between', async () => {
    const work = bench()
    for (let number = 0; number < 4; number++) void work.send(number)
    await settled()
    work.end(1)
    // It comes at the very moment a place is free, and has to wait all the same.
    void work.send(4)
    await settled()
    expect(work.begun).toEqual([0, 1, 2])
    for (const number of [0, 2, 3]) {
      work.end(number)
      await settled()
    }
    expect(work.begun).toEqual([0, 1, 2, 3, 4])
  })

  it('answers with what the work answers, and hands its failure on without losing the place', async () => {
    const work = bench()
    const [first, second] = [work.send(0), work.send(1)]
    await settled()
    work.end(0)
    work.end(1, new Error('no memory'))
    expect(await first).toBe(0)
    await expect(second).rejects.toThrow('no memory')
    const later = [work.send(2), work.send(3)]
    await settled()
    expect(work.begun).toEqual([0, 1, 2, 3])
    for (const number of [2, 3]) work.end(number)
    expect(await Promise.all(later)).toEqual([2, 3])
  })
})
