import { fromKysely, PgBoss } from 'pg-boss'
import type { EntityManager } from '../database/database.ts'
import { connectPgBoss, type PgBossConnection, type PgBossPlace, pgBossOptions } from '../database/pg-boss.ts'
import { executeUnlogged } from '../database/statements.ts'
import { pgBossSchema } from '../database/tables.ts'
import { LastReading } from '../shared/metrics/last-reading.ts'
import { formatLabels, gauge, type Metric } from '../shared/metrics/metric.ts'
import { type JobHandler, JobWorker } from './job-worker.ts'

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

/** Finished jobs are kept this long, and a job with the same id is ignored meanwhile. */
const finishedJobRetentionSeconds = 24 * 3600

const queueOptions = {
  // Growing delays, so that jobs survive an outage of an hour.
  retryLimit: 20,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 300,
  // After this time the worker of a job is taken to be dead.
  expireInSeconds: 20,
  deleteAfterSeconds: finishedJobRetentionSeconds,
  retentionSeconds: 30 * finishedJobRetentionSeconds,
  notify: true,
  deadLetter: deadLetterQueue,
}

/**
 * Background jobs that any node may run. They are rows of the same database: a job is sent in the transaction of its
 * cause and runs at least once. Built on pg-boss, which starts with the first handler (docs/decisions/jobs.md).
 */
export class JobQueue {
  private readonly workers: JobWorker<never>[] = []
  private readonly reading = new LastReading('jobs', async () => {
    const counts = await executeUnlogged<QueueCounts>(this.place.orm.em.fork(), queueCountsSql)
    return toJobMetrics(
      counts,
      this.workers.map(({ queue }) => queue),
    )
  })
  private started: Promise<{ boss: PgBoss; connection: PgBossConnection }> | undefined

  /** `runsJobs`: false for a process that only sends jobs, which another one of the machine runs. */
  constructor(
    private readonly place: PgBossPlace,
    private readonly runsJobs = true,
  ) {}

  /** Starts a worker for a queue, after the migrations. Dead letters are retried, because a restart may bring a fix. */
  async registerHandler<T extends object>(handler: JobHandler<T>): Promise<void> {
    this.started ??= this.start()
    const { boss } = await this.started
    if (!this.runsJobs) return
    const { queue, retryLimit, expireInSeconds, heartbeatSeconds } = handler
    if (!(await boss.getQueue(queue))) {
      await boss.createQueue(deadLetterQueue, {
        deleteAfterSeconds: finishedJobRetentionSeconds,
        retentionSeconds: 365 * finishedJobRetentionSeconds,
      })
      await boss.createQueue(queue, {
        ...queueOptions,
        ...(retryLimit !== undefined && { retryLimit }),
        ...(expireInSeconds !== undefined && { expireInSeconds }),
        ...(heartbeatSeconds !== undefined && { heartbeatSeconds }),
      })
    }
    await this.redrive(queue)
    this.workers.push(new JobWorker(boss, this.place.log, handler) as JobWorker<never>)
  }

  /** Sends jobs in the transaction of `em`. The workers of every node are notified when it commits. */
  async send(em: EntityManager, queue: string, inputs: readonly JobInput[]): Promise<void> {
    const transaction = em.getTransactionContext<Parameters<typeof fromKysely>[0]>()
    if (!transaction) throw new Error('Jobs are sent in the transaction of their cause.')
    const jobs = inputs.map(({ id, data, group }) => ({ id, data, group: { id: group } }))
    const boss = await this.boss()
    await boss.insert(queue, jobs, { db: fromKysely(transaction) })
  }

  /** Retries the jobs of a queue that failed on every attempt. Returns their number. */
  async redrive(queue: string): Promise<number> {
    const boss = await this.boss()
    return boss.redrive(deadLetterQueue, { sourceName: queue })
  }

  /** The metrics of the jobs of all nodes. */
  metrics(): Promise<Metric[]> {
    return this.reading.read()
  }

  /** Starts no other job and waits up to 5 s for those that run. */
  async close(timeoutMs = 5_000): Promise<void> {
    // One that could not be started has closed its connection.
    const started = await this.started?.catch(() => undefined)
    if (!started) return
    const { boss, connection } = started
    await Promise.all(this.workers.map((worker) => worker.close(timeoutMs)))
    await boss.stop({ graceful: false, close: false })
    await connection.close()
  }

  /** Does not start pg-boss: on the embedded database its start would wait for the transaction of the caller. */
  private async boss(): Promise<PgBoss> {
    if (!this.started) throw new Error('Register a handler before jobs are sent.')
    return (await this.started).boss
  }

  private async start(): Promise<{ boss: PgBoss; connection: PgBossConnection }> {
    const { place, log } = this.place
    const connection = await connectPgBoss(this.place, (queue) => {
      for (const worker of this.workers) if (queue === null || queue === worker.queue) worker.wake()
    })
    const options = this.runsJobs ? pgBossOptions : { ...pgBossOptions, supervise: false, useListenNotify: false }
    const boss = new PgBoss({ ...options, db: connection })
    boss.on('error', (err) => log.warn({ err }, 'the maintenance of background jobs failed; trying again'))
    boss.on('warning', ({ message, data }) => log.warn({ data: withoutStatement(data) }, message))
    try {
      await boss.start()
      // The embedded database has one process, so jobs that are still active were interrupted when it ended.
      if (place.kind !== 'server') await connection.executeSql(retryInterruptedJobsSql)
    } catch (error) {
      await boss.stop({ graceful: false, close: false }).catch(() => undefined)
      await connection.close()
      throw error
    }
    return { boss, connection }
  }
}

/** The data of a warning. That of a slow statement has the statement, of hundreds of lines, with its values. */
function withoutStatement(data: object): object {
  const { sql: _sql, values: _values, ...rest } = data as { readonly sql?: unknown; readonly values?: unknown }
  return rest
}

interface QueueCounts {
  readonly queue: string
  readonly queued: number
  readonly active: number
  readonly failed: number
  readonly oldestSeconds: number
}

function toJobMetrics(found: readonly QueueCounts[], queues: readonly string[]): Metric[] {
  // A queue without jobs is there too, at 0.
  const missing = queues.filter((queue) => !found.some((counts) => counts.queue === queue))
  const none = { queued: 0, active: 0, failed: 0, oldestSeconds: 0 }
  const all = [...found, ...missing.map((queue) => ({ ...none, queue }))]
  const states = ['queued', 'active', 'failed'] as const
  const sum = (state: (typeof states)[number]) => all.reduce((total, counts) => total + counts[state], 0)
  const oldestSeconds = Math.max(0, ...all.map((counts) => counts.oldestSeconds))
  return [
    gauge('tack_jobs_queued', 'Background jobs that wait, on all nodes.', sum('queued')),
    gauge('tack_jobs_active', 'Background jobs that run, on all nodes.', sum('active')),
    gauge('tack_jobs_failed', 'Background jobs that failed on every attempt; a restart retries them.', sum('failed')),
    gauge('tack_jobs_oldest_seconds', 'Age of the oldest waiting background job.', oldestSeconds),
    gauge(
      'tack_job_queue_jobs',
      'Background jobs of all nodes by queue and state.',
      all.flatMap((counts) =>
        states.map((state) => ({ labels: formatLabels({ queue: counts.queue, state }), value: counts[state] })),
      ),
    ),
    gauge(
      'tack_job_queue_oldest_seconds',
      'Age of the oldest waiting background job of each queue.',
      all.map(({ queue, oldestSeconds: value }) => ({ labels: formatLabels({ queue }), value })),
    ),
  ]
}

const retryInterruptedJobsSql = `update ${pgBossSchema}.job set state = 'retry', start_after = now() where state = 'active'`

const isWaitingSql = `state in ('created', 'retry')`
const isDeadLetterSql = `name = '${deadLetterQueue}'`

/** A dead letter counts for the queue that its job came from. */
const queueCountsSql = `
  select case when ${isDeadLetterSql} then coalesce(source_name, name) else name end as queue,
         count(*) filter (where not ${isDeadLetterSql} and ${isWaitingSql})::int as queued,
         count(*) filter (where not ${isDeadLetterSql} and state = 'active')::int as active,
         count(*) filter (where ${isDeadLetterSql} and ${isWaitingSql})::int as failed,
         coalesce(extract(epoch from now() - min(created_on) filter (where not ${isDeadLetterSql} and ${isWaitingSql})), 0)::float
           as "oldestSeconds"
    from ${pgBossSchema}.job where state in ('created', 'retry', 'active') group by 1`
