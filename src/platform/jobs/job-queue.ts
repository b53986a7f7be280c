import { fromKysely, PgBoss } from 'pg-boss'
import type { EntityManager } from '../database/database.ts'
import { pgBossOptions, pgBossSchema } from '../database/pg-boss.ts'
import type { Metric } from '../shared/metric.ts'
import { withTimeout } from '../shared/timeout.ts'
import { type JobDatabase, type JobDatabaseDependencies, openJobDatabase } from './job-database.ts'
import { type JobHandler, JobWorker } from './job-worker.ts'

/** How background jobs stand, those of all nodes together. */
export interface JobCounts {
  readonly queued: number
  readonly active: number
  /** Those that failed on every try. */
  readonly dead: number
  /** Age of the oldest that waits. */
  readonly oldestSeconds: number
}

export function toJobMetrics({ queued, active, dead, oldestSeconds }: JobCounts): Metric[] {
  const gauge = (name: string, help: string, value: number): Metric => ({ name, type: 'gauge', help, value })
  return [
    gauge('tack_jobs_queued', 'Background jobs that wait, on all nodes.', queued),
    gauge('tack_jobs_active', 'Background jobs under way, on all nodes.', active),
    gauge('tack_jobs_failed', 'Background jobs that failed on every try; a restart tries them again.', dead),
    gauge('tack_jobs_oldest_seconds', 'Age of the oldest background job that waits.', oldestSeconds),
  ]
}

/** One piece of work to be done later. */
export interface JobInput {
  /** A UUID. Of two jobs of one id only the first is kept. */
  readonly id: string
  readonly data: object
  /** What of one group runs at the same time is bounded by its worker. */
  readonly group: string
}

/** Where jobs go that failed on every try. */
const deadLetterQueue = 'dead'

/** A failed job is tried so often, from 2 s on at growing distances up to 5 min: an outage of an hour is outlived. */
const retries = { retryLimit: 20, retryDelay: 2, retryBackoff: true, retryDelayMax: 300 }

/** How long a job may take before its worker is taken for dead. */
const jobTimeoutSeconds = 20

/** How long what is done is kept: a job of the same id is refused for so long. */
const finishedJobRetentionSeconds = 24 * 3600

/**
 * Work that is done in the background, by whichever node is free: jobs are rows of the same database, and so are sent in
 * the transaction of their cause, and done at least once. How it is done is pg-boss's (docs/decisions/jobs.md).
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
    boss.on('error', (err) => dependencies.log.warn({ err }, 'the upkeep of background jobs failed; trying again'))
    boss.on('warning', ({ message, data }) => dependencies.log.warn({ data }, message))
    await boss.start()
    // The embedded database has one process: what was under way in it ended with the one before.
    if (dependencies.place.kind !== 'server') await database.executeSql(retryInterruptedJobsSql)
    return new JobQueue(boss, database, dependencies, workers)
  }

  /** Does the jobs of a queue from now on. What failed for good before is tried once more: a restart is a new chance. */
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

  /** Sends jobs in the transaction of `em`: they exist when it commits, and workers of every node hear of it then. */
  async send(em: EntityManager, queue: string, inputs: readonly JobInput[]): Promise<void> {
    const transaction = em.getTransactionContext<Parameters<typeof fromKysely>[0]>()
    if (!transaction) throw new Error('Jobs are sent in the transaction of their cause.')
    const jobs = inputs.map(({ id, data, group }) => ({ id, data, group: { id: group } }))
    await this.#boss.insert(queue, jobs, { db: fromKysely(transaction) })
  }

  /** Gives the jobs of a queue that failed for good another chance. Answers how many there were. */
  redrive(queue: string): Promise<number> {
    return this.#boss.redrive(deadLetterQueue, { sourceName: queue })
  }

  /** What `/metrics` shows of the jobs of all nodes; nothing while the database does not answer. */
  async metrics(): Promise<Metric[]> {
    try {
      const { rows } = await withTimeout(metricsTimeoutMs, this.#database.executeSql(jobCountsSql, [deadLetterQueue]))
      return toJobMetrics(rows[0] as JobCounts)
    } catch {
      return []
    }
  }

  /** Begins no other job and waits up to 10 s for those that run. */
  async close(timeoutMs = 10_000): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close(timeoutMs)))
    await this.#boss.stop({ graceful: false, close: false })
    await this.#database.close()
  }
}

/** How long `/metrics` waits for the figures of jobs. */
const metricsTimeoutMs = 1_000

const retryInterruptedJobsSql = `update ${pgBossSchema}.job set state = 'retry', start_after = now() where state = 'active'`

const jobCountsSql = `
  select count(*) filter (where name <> $1 and state in ('created', 'retry'))::int as queued,
         count(*) filter (where name <> $1 and state = 'active')::int as active,
         count(*) filter (where name = $1 and state in ('created', 'retry'))::int as dead,
         coalesce(extract(epoch from now() - min(created_on) filter (where name <> $1 and state in ('created', 'retry'))), 0)::float
           as "oldestSeconds"
    from ${pgBossSchema}.job where state in ('created', 'retry', 'active')`
