import type { Job, PgBoss } from 'pg-boss'
import type { Logger } from '../shared/logger.ts'
import { Counter, Histogram } from '../shared/metrics/counter.ts'
import { secondMs, TimeoutError, withTimeout } from '../shared/time.ts'
import { withNewTrace } from '../tracing/tracing.ts'

/** The handler of a queue. A job whose promise is rejected is retried. */
export interface JobHandler<T extends object> {
  readonly queue: string
  /** Jobs that one process runs at the same time. */
  readonly concurrency: number
  /** Jobs of one group that all processes together run at the same time. */
  readonly groupConcurrency?: number
  /** Attempts after the first one, and when the worker of a job is taken to be dead, if they differ from the defaults. */
  readonly retryLimit?: number
  readonly expireInSeconds?: number
  /**
   * For jobs that take long: the worker says so often that it lives, and is taken to be dead when it has not. Then
   * `expireInSeconds` is the longest that a job may take.
   */
  readonly heartbeatSeconds?: number
  /** Deletes completed jobs at once. A later job with the same id is then not ignored. */
  readonly deletesCompleted?: boolean
  handle(data: T): Promise<void>
}

const attempts = new Counter({
  name: 'tack_job_attempts_total',
  help: 'Attempts of background jobs by this process. A failed one is repeated, up to the limit of its queue.',
  labels: ['queue', 'result'],
})

const durations = new Histogram({
  name: 'tack_job_duration_seconds',
  help: 'How long attempts of background jobs took.',
  labels: ['queue'],
  bounds: [0.01, 0.1, 0.5, 1, 5, 30, 120, 600],
})

/** How often a worker fetches without a notification. Retries are not notified. */
const pollIntervalMs = 5_000

/** Fetches the jobs of one queue and runs them independently of each other, so that a slow job delays no other. */
export class JobWorker<T extends object> {
  private readonly running = new Set<Promise<void>>()
  private readonly timer: NodeJS.Timeout
  private polling: Promise<void> | undefined
  private hasPendingWake = false
  private isClosed = false
  private isFailing = false

  constructor(
    private readonly boss: PgBoss,
    private readonly log: Pick<Logger, 'warn'>,
    private readonly handler: JobHandler<T>,
  ) {
    this.timer = setInterval(() => this.wake(), pollIntervalMs).unref()
    this.wake()
  }

  get queue(): string {
    return this.handler.queue
  }

  /** Fetches now. */
  wake(): void {
    this.hasPendingWake = true
    this.polling ??= this.poll().finally(() => {
      this.polling = undefined
      if (this.hasPendingWake && !this.isClosed) this.wake()
    })
  }

  /** Starts no other job, and waits for those that run. Jobs that exceed the timeout are run again by another worker. */
  async close(timeoutMs: number): Promise<void> {
    this.isClosed = true
    clearInterval(this.timer)
    await this.polling
    await withTimeout(timeoutMs, Promise.all(this.running)).catch((error: unknown) => {
      if (!(error instanceof TimeoutError)) throw error
    })
  }

  private async poll(): Promise<void> {
    while (this.hasPendingWake && !this.isClosed) {
      this.hasPendingWake = false
      const jobs = await this.fetch()
      // There may be more jobs than fit into the batch, or of other groups.
      if (jobs.length > 0) this.hasPendingWake = true
      for (const job of jobs) this.start(job)
    }
  }

  private async fetch(): Promise<Job<T>[]> {
    const { queue, concurrency, groupConcurrency } = this.handler
    const freeSlots = concurrency - this.running.size
    if (freeSlots <= 0) return []
    try {
      const limits = groupConcurrency === undefined ? {} : { groupConcurrency }
      const jobs = await this.boss.fetch<T>(queue, { batchSize: freeSlots, ...limits })
      this.isFailing = false
      return jobs
    } catch (err) {
      if (!this.isFailing) this.log.warn({ err, queue }, 'jobs cannot be fetched; trying again')
      this.isFailing = true
      return []
    }
  }

  private start(job: Job<T>): void {
    const running = this.process(job).finally(() => {
      this.running.delete(running)
      if (!this.isClosed) this.wake()
    })
    this.running.add(running)
  }

  /** Never rejects. A job that can be neither completed nor failed expires, and another worker runs it again. */
  private async process(job: Job<T>): Promise<void> {
    const { queue } = this.handler
    const heartbeat = this.startHeartbeat(job)
    const startedAtMs = performance.now()
    try {
      const attributes = { 'tack.job.queue': queue, 'tack.job.id': job.id }
      const error = await withNewTrace({ name: `job ${queue}`, kind: 'consumer', attributes }, () =>
        this.handler.handle(job.data),
      ).then(
        () => null,
        (reason: unknown) => reason,
      )
      attempts.increment(queue, error === null ? 'succeeded' : 'failed')
      durations.observe((performance.now() - startedAtMs) / secondMs, queue)
      if (error === null && this.handler.deletesCompleted) await this.boss.deleteJob(queue, job)
      else if (error === null) await this.boss.complete(queue, job)
      else {
        this.log.warn({ err: error, queue, job: job.id }, 'a job failed')
        await this.boss.fail(queue, job, { message: error instanceof Error ? error.message : String(error) })
      }
    } catch (err) {
      this.log.warn({ err, queue, job: job.id }, 'a job cannot be completed; it will run again')
    } finally {
      clearInterval(heartbeat)
    }
  }

  /** Three for each interval, so that one that fails ends nothing. */
  private startHeartbeat(job: Job<T>): NodeJS.Timeout | undefined {
    const { queue, heartbeatSeconds } = this.handler
    if (heartbeatSeconds === undefined) return undefined
    const beat = () => {
      this.boss.touch(queue, job).catch((err: unknown) => {
        this.log.warn({ err, queue, job: job.id }, 'the heartbeat of a job failed')
      })
    }
    return setInterval(beat, (heartbeatSeconds * secondMs) / 3).unref()
  }
}
