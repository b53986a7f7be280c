import type { Job, PgBoss } from 'pg-boss'
import type { Logger } from '../shared/logger.ts'
import { TimeoutError, withTimeout } from '../shared/timeout.ts'

/** What is done with the jobs of a queue. A rejection leaves the job to be tried again. */
export interface JobHandler<T extends object> {
  readonly queue: string
  /** How many jobs one process does at the same time. */
  readonly concurrency: number
  /** How many of one group are done at the same time, by all processes together. */
  readonly groupConcurrency?: number
  handle(data: T): Promise<void>
}

export interface JobWorkerDependencies {
  readonly boss: PgBoss
  readonly log: Pick<Logger, 'warn'>
}

/** How long until a worker that heard nothing looks for jobs all the same: those to be tried again announce nothing. */
const pollIntervalMs = 5_000

/** Fetches the jobs of one queue and does them, each for itself, so that a slow one holds up no other. */
export class JobWorker<T extends object> {
  readonly #dependencies: JobWorkerDependencies
  readonly #handler: JobHandler<T>
  readonly #running = new Set<Promise<void>>()
  readonly #timer: NodeJS.Timeout
  #polling: Promise<void> | undefined
  #hasPendingWake = false
  #isClosed = false
  #isFailing = false

  constructor(dependencies: JobWorkerDependencies, handler: JobHandler<T>) {
    this.#dependencies = dependencies
    this.#handler = handler
    this.#timer = setInterval(() => this.wake(), pollIntervalMs).unref()
    this.wake()
  }

  get queue(): string {
    return this.#handler.queue
  }

  /** There may be something to do. */
  wake(): void {
    this.#hasPendingWake = true
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = undefined
      if (this.#hasPendingWake && !this.#isClosed) this.wake()
    })
  }

  /** Begins no other job, and waits so long for those that run. What is not done then is done by another worker. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#polling
    await withTimeout(timeoutMs, Promise.all(this.#running)).catch((error: unknown) => {
      if (!(error instanceof TimeoutError)) throw error
    })
  }

  async #poll(): Promise<void> {
    while (this.#hasPendingWake && !this.#isClosed) {
      this.#hasPendingWake = false
      const jobs = await this.#fetch()
      // There may be more than were asked for, or those found may have filled their groups.
      if (jobs.length > 0) this.#hasPendingWake = true
      for (const job of jobs) this.#start(job)
    }
  }

  async #fetch(): Promise<Job<T>[]> {
    const { queue, concurrency, groupConcurrency } = this.#handler
    const freeSlots = concurrency - this.#running.size
    if (freeSlots <= 0) return []
    try {
      const limits = groupConcurrency === undefined ? {} : { groupConcurrency }
      const jobs = await this.#dependencies.boss.fetch<T>(queue, { batchSize: freeSlots, ...limits })
      this.#isFailing = false
      return jobs
    } catch (err) {
      if (!this.#isFailing) this.#dependencies.log.warn({ err, queue }, 'jobs cannot be fetched; trying again')
      this.#isFailing = true
      return []
    }
  }

  #start(job: Job<T>): void {
    const running = this.#process(job).finally(() => {
      this.#running.delete(running)
      if (!this.#isClosed) this.wake()
    })
    this.#running.add(running)
  }

  /** Never rejects. A job that cannot be settled is given to another worker when its time is over. */
  async #process(job: Job<T>): Promise<void> {
    const { boss, log } = this.#dependencies
    const { queue } = this.#handler
    try {
      const error = await this.#handler.handle(job.data).then(
        () => null,
        (reason: unknown) => reason,
      )
      if (error === null) await boss.complete(queue, job)
      else {
        log.warn({ err: error, queue, job: job.id }, 'a job failed')
        await boss.fail(queue, job, { message: error instanceof Error ? error.message : String(error) })
      }
    } catch (err) {
      log.warn({ err, queue, job: job.id }, 'a job cannot be settled; it will be done again')
    }
  }
}
