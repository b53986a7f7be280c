import { fromKysely, PgBoss } from 'pg-boss'
import type { Figure } from '../../base/figure.ts'
import { within } from '../../base/within.ts'
import { bossOptions, bossSchema } from '../../database/boss.ts'
import type { EntityManager } from '../../database/open.ts'
import { type JobsDatabase, type JobsDatabaseParts, openJobsDatabase } from './database.ts'
import { type JobCounts, jobFigures } from './figures.ts'
import { type Work, Worker } from './worker.ts'

/** One piece of work to be done later. */
export interface JobWish {
  /** A UUID. Of two jobs of one id only the first is kept. */
  readonly id: string
  readonly data: object
  /** What of one group runs at the same time is bounded by its worker. */
  readonly group: string
}

/** Where jobs go that failed on every try. */
const deadLetters = 'dead'

/** A failed job is tried so often, from 2 s on at growing distances up to 5 min: an outage of an hour is outlived. */
const retries = { retryLimit: 20, retryDelay: 2, retryBackoff: true, retryDelayMax: 300 }

/** How long a job may take before its worker is taken for dead. */
const longestSeconds = 20

/** How long what is done is kept: a job of the same id is refused for so long. */
const keptSeconds = 24 * 3600

/**
 * Work that is done in the background, by whichever node is free: jobs are rows of the same database, and so are sent in
 * the transaction of their cause, and done at least once. How it is done is pg-boss's (docs/decisions/jobs.md).
 */
export class Jobs {
  readonly #boss: PgBoss
  readonly #database: JobsDatabase
  readonly #parts: JobsDatabaseParts
  readonly #workers: Worker<never>[]

  private constructor(boss: PgBoss, database: JobsDatabase, parts: JobsDatabaseParts, workers: Worker<never>[]) {
    this.#boss = boss
    this.#database = database
    this.#parts = parts
    this.#workers = workers
  }

  /** To be called after the migrations. */
  static async open(parts: JobsDatabaseParts): Promise<Jobs> {
    const workers: Worker<never>[] = []
    const database = await openJobsDatabase(parts, (queue) => {
      for (const worker of workers) if (queue === null || queue === worker.queue) worker.wake()
    })
    const boss = new PgBoss({ ...bossOptions, db: database })
    boss.on('error', (err) => parts.log.warn({ err }, 'the upkeep of background jobs failed; trying again'))
    boss.on('warning', ({ message, data }) => parts.log.warn({ data }, message))
    await boss.start()
    // The embedded database has one process: what was under way in it ended with the one before.
    if (parts.place.kind !== 'server') await database.executeSql(leftOffSql)
    return new Jobs(boss, database, parts, workers)
  }

  /** Does the jobs of a queue from now on. What failed for good before is tried once more: a restart is a new chance. */
  async work<T extends object>(work: Work<T>): Promise<void> {
    const { queue } = work
    if (!(await this.#boss.getQueue(queue))) {
      const common = { deleteAfterSeconds: keptSeconds }
      await this.#boss.createQueue(deadLetters, { ...common, retentionSeconds: 365 * keptSeconds })
      const limits = { ...retries, expireInSeconds: longestSeconds, retentionSeconds: 30 * keptSeconds }
      await this.#boss.createQueue(queue, { ...common, ...limits, notify: true, deadLetter: deadLetters })
    }
    await this.redrive(queue)
    this.#workers.push(new Worker({ boss: this.#boss, log: this.#parts.log }, work) as Worker<never>)
  }

  /** Sends jobs in the transaction of `em`: they exist when it commits, and workers of every node hear of it then. */
  async send(em: EntityManager, queue: string, wishes: readonly JobWish[]): Promise<void> {
    const transaction = em.getTransactionContext<Parameters<typeof fromKysely>[0]>()
    if (!transaction) throw new Error('Jobs are sent in the transaction of their cause.')
    const jobs = wishes.map(({ id, data, group }) => ({ id, data, group: { id: group } }))
    await this.#boss.insert(queue, jobs, { db: fromKysely(transaction) })
  }

  /** Gives the jobs of a queue that failed for good another chance. Answers how many there were. */
  redrive(queue: string): Promise<number> {
    return this.#boss.redrive(deadLetters, { sourceName: queue })
  }

  /** What `/metrics` shows of the jobs of all nodes; nothing while the database does not answer. */
  async figures(): Promise<Figure[]> {
    try {
      const { rows } = await within(figuresPatienceMs, this.#database.executeSql(countsSql, [deadLetters]))
      return jobFigures(rows[0] as JobCounts)
    } catch {
      return []
    }
  }

  /** Begins no other job and waits up to 10 s for those that run. */
  async close(patienceMs = 10_000): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close(patienceMs)))
    await this.#boss.stop({ graceful: false, close: false })
    await this.#database.close()
  }
}

/** How long `/metrics` waits for the figures of jobs. */
const figuresPatienceMs = 1_000

const leftOffSql = `update ${bossSchema}.job set state = 'retry', start_after = now() where state = 'active'`

const countsSql = `
  select count(*) filter (where name <> $1 and state in ('created', 'retry'))::int as queued,
         count(*) filter (where name <> $1 and state = 'active')::int as active,
         count(*) filter (where name = $1 and state in ('created', 'retry'))::int as dead,
         coalesce(extract(epoch from now() - min(created_on) filter (where name <> $1 and state in ('created', 'retry'))), 0)::float
           as "oldestSeconds"
    from ${bossSchema}.job where state in ('created', 'retry', 'active')`
