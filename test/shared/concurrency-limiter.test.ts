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

  send(number: number, caller = 'ada', isGone = () => false): Promise<number> {
    const begin = () => {
      this.started.push(number)
      return new Promise<number>((resolve, reject) => {
        this.#endings[number] = (error) => (error ? reject(error) : resolve(number))
      })
    }
    return this.#limiter.run(caller, begin, isGone)
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

  it('starts the task of the caller with the fewest running ones, and takes turns', async () => {
    const work = createTasks()
    for (const number of [0, 1, 2, 3]) void work.send(number)
    void work.send(4, 'grace')
    await settled()
    for (const number of [0, 4, 2]) {
      work.end(number)
      await settled()
    }
    expect(work.started).toEqual([0, 1, 4, 2, 3])
  })

  it('drops tasks for which nobody waits any more, at their turn and for the room of others, and keeps the turns', async () => {
    const work = createTasks()
    const left = new Set<number>()
    const send = (number: number, caller?: string) => work.send(number, caller, () => left.has(number))
    const errors = [0, 1, 2, 3].map((number) => send(number).catch((error: unknown) => error))
    void send(4, 'grace')
    left.add(2)
    // The queue is full, but for the one that has left.
    void send(5, 'grace')
    expect(await errors[2]).toBeInstanceOf(Unavailable)
    left.add(3)
    for (const number of [0, 4]) {
      work.end(number)
      await settled()
    }
    expect(await errors[3]).toBeInstanceOf(Unavailable)
    expect(work.started).toEqual([0, 1, 4, 5])
  })

  it('rejects the last task of the caller with the most waiting ones, instead of one of another caller', async () => {
    const work = createTasks()
    for (const number of [0, 1, 2]) void work.send(number)
    const [fourth, fifth] = [3, 4].map((number) => work.send(number).catch((error: unknown) => error))
    void work.send(5, 'grace')
    expect(await fifth).toBeInstanceOf(Unavailable)
    // That would be no fairer.
    await expect(work.send(6, 'grace')).rejects.toBeInstanceOf(Unavailable)
    void work.send(7, 'hedy')
    expect(await fourth).toBeInstanceOf(Unavailable)
    await expect(work.send(8, 'joan')).rejects.toBeInstanceOf(Unavailable)
    for (const number of [0, 1, 5]) {
      work.end(number)
      await settled()
    }
    expect(work.started).toEqual([0, 1, 5, 2, 7])
  })
})

it('a limiter with a share starts a task while enough places are free for those that its caller has', async () => {
  const work = new Tasks(new ConcurrencyLimiter({ maxConcurrent: 8, maxQueued: 100, freePerTaken: 3 }))
  const sendAs = (caller: string, numbers: readonly number[]) => {
    for (const number of numbers) void work.send(number, caller)
  }
  sendAs('ada', [0, 1, 2])
  sendAs('grace', [10, 11, 12])
  sendAs('hedy', [20, 21])
  sendAs('joan', [30, 31])
  await settled()
  expect(work.started).toEqual([0, 1, 10, 11, 20, 30])
  work.end(0)
  await settled()
  expect(work.started.slice(6)).toEqual([])
  work.end(1)
  await settled()
  expect(work.started.slice(6)).toEqual([2])
})
