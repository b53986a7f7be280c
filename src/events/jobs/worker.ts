import type { Job, PgBoss } from 'pg-boss'
import { TooLate, within } from '../../base/within.ts'

/** What is done with the jobs of a queue. A rejection leaves the job to be tried again. */
export interface Work<T extends object> {
  readonly queue: string
  /** How many jobs one process does at the same time. */
  readonly atOnce: number
  /** How many of one group are done at the same time, by all processes together. */
  readonly atOncePerGroup?: number
  do(data: T): Promise<void>
}

export interface WorkerParts {
  readonly boss: PgBoss
  readonly log: { warn(details: object, message: string): void }
}

/** How long until a worker that heard nothing looks for jobs all the same: those to be tried again announce nothing. */
const lookEveryMs = 5_000

/** Fetches the jobs of one queue and does them, each for itself, so that a slow one holds up no other. */
export class Worker<T extends object> {
  readonly #parts: WorkerParts
  readonly #work: Work<T>
  readonly #running = new Set<Promise<void>>()
  readonly #timer: NodeJS.Timeout
  #looking: Promise<void> | undefined
  #isAskedAgain = false
  #isClosed = false
  #isFailing = false

  constructor(parts: WorkerParts, work: Work<T>) {
    this.#parts = parts
    this.#work = work
    this.#timer = setInterval(() => this.wake(), lookEveryMs).unref()
    this.wake()
  }

  get queue(): string {
    return this.#work.queue
  }

  /** There may be something to do. */
  wake(): void {
    this.#isAskedAgain = true
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
      if (this.#isAskedAgain && !this.#isClosed) this.wake()
    })
  }

  /** Begins no other job, and waits so long for those that run. What is not done then is done by another worker. */
  async close(patienceMs: number): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#looking
    await within(patienceMs, Promise.all(this.#running)).catch((error: unknown) => {
      if (!(error instanceof TooLate)) throw error
    })
  }

  async #look(): Promise<void> {
    while (this.#isAskedAgain && !this.#isClosed) {
      this.#isAskedAgain = false
      const jobs = await this.#fetch()
      // There may be more than were asked for, or those found may have filled their groups.
      if (jobs.length > 0) this.#isAskedAgain = true
      for (const job of jobs) this.#start(job)
    }
  }

  async #fetch(): Promise<Job<T>[]> {
    const { queue, atOnce, atOncePerGroup } = this.#work
    const free = atOnce - this.#running.size
    if (free <= 0) return []
    try {
      const limits = atOncePerGroup === undefined ? {} : { groupConcurrency: atOncePerGroup }
      const jobs = await this.#parts.boss.fetch<T>(queue, { batchSize: free, ...limits })
      this.#isFailing = false
      return jobs
    } catch (err) {
      if (!this.#isFailing) this.#parts.log.warn({ err, queue }, 'jobs cannot be fetched; trying again')
      this.#isFailing = true
      return []
    }
  }

  #start(job: Job<T>): void {
    const running = this.#settle(job).finally(() => {
      this.#running.delete(running)
      if (!this.#isClosed) this.wake()
    })
    this.#running.add(running)
  }

  /** Never rejects. A job that cannot be settled is given to another worker when its time is over. */
  async #settle(job: Job<T>): Promise<void> {
    const { boss, log } = this.#parts
    const { queue } = this.#work
    try {
      const error = await this.#work.do(job.data).then(
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
