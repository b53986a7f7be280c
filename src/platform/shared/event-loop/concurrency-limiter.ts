import { CallerLeft, Unavailable } from '../general.errors.ts'
import { SharedPlaces } from './shared-places.ts'

/** How many tasks run at once, and how many may wait, of all callers together. */
export interface ConcurrencyLimits {
  readonly maxConcurrent: number
  readonly maxQueued: number
  /** For tasks that may take seconds: how many places are free for each one that a caller has (see `SharedPlaces`). */
  readonly freePerTaken?: number
}

interface WaitingTask {
  isGone(): boolean
  start(): void
  reject(error: Unavailable): void
}

/**
 * Runs at most `maxConcurrent` tasks at once, and shares them among callers, such as accounts and networks. The next task
 * belongs to the caller with the fewest running tasks; if several callers have equally few, to the one that has waited
 * longest. When `maxQueued` tasks wait, the newest task of the caller with the most waiting tasks is rejected. A task for
 * which nobody waits any more is dropped.
 */
export class ConcurrencyLimiter {
  private readonly places: SharedPlaces
  private readonly ownMaxQueued: number
  /** By caller, in the order in which they have their turns. */
  private readonly queues = new Map<string, WaitingTask[]>()
  private queuedCount = 0

  constructor({ maxConcurrent, maxQueued, freePerTaken = 0 }: ConcurrencyLimits) {
    this.places = new SharedPlaces(maxConcurrent, freePerTaken)
    this.ownMaxQueued = maxQueued
  }

  /**
   * Runs the task when the caller has its turn. Throws `Unavailable` without running it when too many tasks wait, and when
   * `isGone` is true by then.
   */
  async run<T>(caller: string, task: () => Promise<T>, isGone = () => false): Promise<T> {
    if (this.queues.has(caller) || !this.places.tryTake(caller)) await this.wait(caller, isGone)
    try {
      return await task()
    } finally {
      this.places.release(caller)
      this.startWaiting()
    }
  }

  private wait(caller: string, isGone: () => boolean): Promise<void> {
    if (this.queuedCount >= this.ownMaxQueued) this.dropGone()
    if (this.queuedCount >= this.ownMaxQueued) this.makeRoomFor(caller)
    const { promise, resolve: start, reject } = Promise.withResolvers<void>()
    const queue = this.queues.get(caller) ?? []
    queue.push({ start, reject, isGone })
    this.queues.set(caller, queue)
    this.queuedCount++
    return promise
  }

  /** Rejects a waiting task of a caller that has at least two more of them, or throws. */
  private makeRoomFor(caller: string): void {
    const error = new Unavailable(new Error('The queue of the concurrency limiter is full.'))
    const [longest, queue = []] = [...this.queues].reduce((a, b) => (b[1].length > a[1].length ? b : a), ['', []])
    if (queue.length < (this.queues.get(caller)?.length ?? 0) + 2) throw error
    this.remove(longest, queue.length - 1)?.reject(error)
  }

  /** Rejects the tasks for which nobody waits. */
  private dropGone(): void {
    for (const [caller, queue] of this.queues) {
      const { gone = [], waiting = [] } = Object.groupBy(queue, (task) => (task.isGone() ? 'gone' : 'waiting'))
      if (gone.length === 0) continue
      if (waiting.length > 0) this.queues.set(caller, waiting)
      else this.queues.delete(caller)
      this.queuedCount -= gone.length
      for (const task of gone) task.reject(new CallerLeft())
    }
  }

  private startWaiting(): void {
    this.dropGone()
    for (;;) {
      let next: string | undefined
      for (const caller of this.queues.keys())
        if (next === undefined || this.places.takenBy(caller) < this.places.takenBy(next)) next = caller
      if (next === undefined || !this.places.tryTake(next)) return
      this.remove(next, 0)?.start()
    }
  }

  /** Removes a task from a queue. The caller is the last one to have its turn then. */
  private remove(caller: string, index: number): WaitingTask | undefined {
    const queue = this.queues.get(caller) ?? []
    const [task] = queue.splice(index, 1)
    this.queuedCount--
    this.queues.delete(caller)
    if (queue.length > 0) this.queues.set(caller, queue)
    return task
  }
}
