import { fromKysely, PgBoss } from 'pg-boss'
import type { EntityManager } from '../database/database.ts'
import { pgBossOptions, pgBossSchema } from '../database/pg-boss.ts'
import type { Metric } from '../shared/metric.ts'
import { withTimeout } from '../shared/timeout.ts'
import { type JobDatabase, type JobDatabaseDependencies, openJobDatabase } from './job-database.ts'
import { type JobHandler, JobWorker } from './job-worker.ts'

/** Numbers of background jobs, over all nodes. */
export interface JobCounts {
  readonly queued: number
  readonly active: number
  /** Jobs that failed on every attempt. */
  readonly dead: number
  /** Age of the oldest waiting job. */
  readonly oldestSeconds: number
}

export function toJobMetrics({ queued, active, dead, oldestSeconds }: JobCounts): Metric[] {
  const gauge = (name: string, help: string, value: number): Metric => ({ name, type: 'gauge', help, value })
  return [
    gauge('tack_jobs_queued', 'Background jobs that wait, on all nodes.', queued),
    gauge('tack_jobs_active', 'Background jobs that run, on all nodes.', active),
    gauge('tack_jobs_failed', 'Background jobs that failed on every attempt; a restart retries them.', dead),
    gauge('tack_jobs_oldest_seconds', 'Age of the oldest waiting background job.', oldestSeconds),
  ]
}

/** A job to be run later. */
export interface JobInput {
  /** A UUID. A second job with the same id is ignored. */
  readonly id: string
  readonly data: object
  /** `JobHandler.groupConcurrency` limits the jobs of a group that run at the same time. */
  readonly group: string
}

/** The queue of jobs that failed on every attempt. */
const deadLetterQueue = 'dead'

/** Retries with growing delays from 2 s to 5 min, so that jobs survive an outage of an hour. */
const retries = { retryLimit: 20, retryDelay: 2, retryBackoff: true, retryDelayMax: 300 }

/** After this time the worker of a job is taken to be dead. */
const jobTimeoutSeconds = 20

/** Finished jobs are kept this long, and a job with the same id is ignored meanwhile. */
const finishedJobRetentionSeconds = 24 * 3600

/**
 * Background jobs that any node may run. They are rows of the same database: a job is sent in the transaction of its
 * cause and runs at least once. Built on pg-boss (docs/decisions/jobs.md).
 */
export class JobQueue {
  readonly #boss: PgBoss
  readonly #database: JobDatabase
  readonly #dependencies: JobDatabaseDependencies
  readonly #workers: JobWorker<never>[]

  private constructor(
    boss: PgBoss,
    database: JobDatabase,
    dependencies: JobDatabaseDependencies,
    workers: JobWorker<never>[],
  ) {
    this.#boss = boss
    this.#database = database
    this.#dependencies = dependencies
    this.#workers = workers
  }

  /** To be called after the migrations. */
  static async open(dependencies: JobDatabaseDependencies): Promise<JobQueue> {
    const workers: JobWorker<never>[] = []
    const database = await openJobDatabase(dependencies, (queue) => {
      for (const worker of workers) if (queue === null || queue === worker.queue) worker.wake()
    })
    const boss = new PgBoss({ ...pgBossOptions, db: database })
    boss.on('error', (err) => dependencies.log.warn({ err }, 'the maintenance of background jobs failed; trying again'))
    boss.on('warning', ({ message, data }) => dependencies.log.warn({ data }, message))
    await boss.start()
    // The embedded database has one process, so jobs that are still active were interrupted when it ended.
    if (dependencies.place.kind !== 'server') await database.executeSql(retryInterruptedJobsSql)
    return new JobQueue(boss, database, dependencies, workers)
  }

  /** Starts a worker for a queue. Jobs that failed on every attempt are retried, because a restart may bring a fix. */
  async registerHandler<T extends object>(handler: JobHandler<T>): Promise<void> {
    const { queue } = handler
    if (!(await this.#boss.getQueue(queue))) {
      const queueDefaults = { deleteAfterSeconds: finishedJobRetentionSeconds }
      await this.#boss.createQueue(deadLetterQueue, {
        ...queueDefaults,
        retentionSeconds: 365 * finishedJobRetentionSeconds,
      })
      const limits = {
        ...retries,
        expireInSeconds: jobTimeoutSeconds,
        retentionSeconds: 30 * finishedJobRetentionSeconds,
      }
      await this.#boss.createQueue(queue, { ...queueDefaults, ...limits, notify: true, deadLetter: deadLetterQueue })
    }
    await this.redrive(queue)
    this.#workers.push(new JobWorker({ boss: this.#boss, log: this.#dependencies.log }, handler) as JobWorker<never>)
  }

  /** Sends jobs in the transaction of `em`. The workers of every node are notified when it commits. */
  async send(em: EntityManager, queue: string, inputs: readonly JobInput[]): Promise<void> {
    const transaction = em.getTransactionContext<Parameters<typeof fromKysely>[0]>()
    if (!transaction) throw new Error('Jobs are sent in the transaction of their cause.')
    const jobs = inputs.map(({ id, data, group }) => ({ id, data, group: { id: group } }))
    await this.#boss.insert(queue, jobs, { db: fromKysely(transaction) })
  }

  /** Retries the jobs of a queue that failed on every attempt. Returns their number. */
  redrive(queue: string): Promise<number> {
    return this.#boss.redrive(deadLetterQueue, { sourceName: queue })
  }

  /** The metrics of the jobs of all nodes; none while the database does not answer. */
  async metrics(): Promise<Metric[]> {
    try {
      const { rows } = await withTimeout(metricsTimeoutMs, this.#database.executeSql(jobCountsSql, [deadLetterQueue]))
      return toJobMetrics(rows[0] as JobCounts)
    } catch {
      return []
    }
  }

  /** Starts no other job and waits up to 10 s for those that run. */
  async close(timeoutMs = 10_000): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close(timeoutMs)))
    await this.#boss.stop({ graceful: false, close: false })
    await this.#database.close()
  }
}

const metricsTimeoutMs = 1_000

const retryInterruptedJobsSql = `update ${pgBossSchema}.job set state = 'retry', start_after = now() where state = 'active'`

const jobCountsSql = `
  select count(*) filter (where name <> $1 and state in ('created', 'retry'))::int as queued,
         count(*) filter (where name <> $1 and state = 'active')::int as active,
         count(*) filter (where name = $1 and state in ('created', 'retry'))::int as dead,
         coalesce(extract(epoch from now() - min(created_on) filter (where name <> $1 and state in ('created', 'retry'))), 0)::float
           as "oldestSeconds"
    from ${pgBossSchema}.job where state in ('created', 'retry', 'active')`
