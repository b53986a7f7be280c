import { describe, expect, it } from 'vitest'
import { ConcurrencyLimiter } from '../../src/platform/shared/event-loop/concurrency-limiter.ts'
import { Unavailable } from '../../src/platform/shared/general.errors.ts'

/** Tasks that end when the test ends them. */
class Tasks {
  readonly started: number[] = []
  readonly #limiter: ConcurrencyLimiter
  readonly #endings: ((error?: Error) => void)[] = []

  constructor(limiter: ConcurrencyLimiter) {
    this.#limiter = limiter
  }

  send(number: number): Promise<number> {
    return this.#limiter.run(() => {
      this.started.push(number)
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

describe('a limiter of two concurrent and three queued tasks', () => {
  const createTasks = () => new Tasks(new ConcurrencyLimiter({ maxConcurrent: 2, maxQueued: 3 }))

  it('runs two, queues three and rejects the sixth at once with 503 and Retry-After', async () => {
    const work = createTasks()
    for (let number = 0; number < 5; number++) void work.send(number)
    await settled()
    const error = await work.send(5).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(Unavailable)
    expect(error).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
    expect(work.started).toEqual([0, 1])
  })

  it('runs queued tasks in order of arrival, before tasks that arrive later', async () => {
    const work = createTasks()
    for (let number = 0; number < 4; number++) void work.send(number)
    await settled()
    work.end(1)
    // It arrives when a slot is being freed, and must wait behind the queue.
    void work.send(4)
    await settled()
    expect(work.started).toEqual([0, 1, 2])
    for (const number of [0, 2, 3]) {
      work.end(number)
      await settled()
    }
    expect(work.started).toEqual([0, 1, 2, 3, 4])
  })

  it('returns the result of a task, and frees its slot when it fails', async () => {
    const work = createTasks()
    const [first, second] = [work.send(0), work.send(1)]
    await settled()
    work.end(0)
    work.end(1, new Error('no memory'))
    expect(await first).toBe(0)
    await expect(second).rejects.toThrow('no memory')
    const later = [work.send(2), work.send(3)]
    await settled()
    expect(work.started).toEqual([0, 1, 2, 3])
    for (const number of [2, 3]) work.end(number)
    expect(await Promise.all(later)).toEqual([2, 3])
  })
})
