import type { ExecutionSummary } from '../audit-log/operations.types.ts'
import type { EntityManager, Orm } from '../database/database.ts'
import {
  addToHistogramSql,
  averageDurationMs,
  bucketSql,
  countMeasurements,
  percentile95DurationMs,
  readHistogram,
} from '../database/duration-histogram.queries.ts'
import { executeUnlogged, withoutQueryLog } from '../database/statements.ts'
import type { Clock } from '../shared/clock.ts'
import { newId } from '../shared/ids.ts'

/** The background processes that go over everything there is, for all accounts together. */
export type PeriodicJobName = 'lifecycle' | 'anomaly-detector' | 'link-health'

/** A sweep that found nothing to do is noted this often at most, by one process. */
const idleRecordIntervalMs = 60_000

/** Notes how the sweeps of this process went: what an operator and an owner see of background work that is no job. */
export class JobRunRecorder {
  readonly #orm: Orm
  readonly #clock: Clock
  readonly #lastIdleRecordedAt = new Map<PeriodicJobName, number>()

  constructor(orm: Orm, clock: Clock) {
    this.#orm = orm
    this.#clock = clock
  }

  /** Runs a sweep, which answers how many things it dealt with, and notes how it went. Throws what it throws. */
  async record(jobName: PeriodicJobName, runJob: () => Promise<number>): Promise<number> {
    const [startedAt, startedMs] = [this.#clock.now(), performance.now()]
    try {
      const items = await runJob()
      if (items > 0 || this.#isIdleRecordDue(jobName, startedMs))
        await this.#insertRun(jobName, startedAt, startedMs, items, null)
      return items
    } catch (error) {
      // The database may be what failed; then nothing can be noted either, and the failure itself is what is told.
      await this.#insertRun(jobName, startedAt, startedMs, 0, 'The sweep failed; it is tried again.').catch(
        () => undefined,
      )
      throw error
    }
  }

  #isIdleRecordDue(jobName: PeriodicJobName, nowMs: number): boolean {
    const lastMs = this.#lastIdleRecordedAt.get(jobName)
    if (lastMs !== undefined && nowMs - lastMs < idleRecordIntervalMs) return false
    this.#lastIdleRecordedAt.set(jobName, nowMs)
    return true
  }

  async #insertRun(
    jobName: PeriodicJobName,
    startedAt: Date,
    startedMs: number,
    items: number,
    error: string | null,
  ): Promise<void> {
    const durationMs = Math.round(performance.now() - startedMs)
    await executeUnlogged(this.#orm.em.fork(withoutQueryLog()), insertRunSql, [
      newId('swp', startedAt),
      jobName,
      startedAt,
      durationMs,
      items,
      error,
    ])
  }
}

/** Sweeps as sums of them take them. */
export const jobRunMeasuresSql = `
  select workflow as subject_id, case when error is null then 'succeeded' else 'failed' end as measure,
         started_at as at, ${bucketSql('duration_ms')} as bucket, 1 as count, duration_ms as total_ms`

const insertRunSql = `
  with kept_sweep as (
    insert into sweep (id, workflow, started_at, duration_ms, items, error) values (?, ?, ?, ?, ?, ?) returning *)
  ${addToHistogramSql('sweep_sum', `${jobRunMeasuresSql} from kept_sweep`)}`

/** What each of these sweeps did from an instant on, for all accounts together. */
export async function summarizeJobRuns(
  em: EntityManager,
  jobNames: readonly PeriodicJobName[],
  from: Date,
): Promise<Map<PeriodicJobName, ExecutionSummary>> {
  const sums = await readHistogram(em, 'sweep_sum', {
    subjectIds: jobNames,
    from,
    rows: { sql: unsummedRunsSql, since: from },
  })
  const lastRuns = await executeUnlogged<LastRunRow>(em, lastRunsSql, [from, JSON.stringify(jobNames)])
  return new Map(jobNames.map((jobName) => [jobName, toExecutionSummary(jobName, sums, lastRuns)]))
}

interface LastRunRow {
  readonly workflow: string
  readonly startedAt: string | Date | null
  readonly error: string | null
}

function toExecutionSummary(
  jobName: PeriodicJobName,
  allSums: Awaited<ReturnType<typeof readHistogram>>,
  lastRuns: readonly LastRunRow[],
): ExecutionSummary {
  const sums = allSums.filter(({ subjectId }) => subjectId === jobName)
  const lastRun = lastRuns.find(({ workflow }) => workflow === jobName)
  const failed = countMeasurements(sums.filter(({ measure }) => measure === 'failed'))
  const executions = countMeasurements(sums)
  return {
    ...{ executions, succeeded: executions - failed, failed, running: 0 },
    ...{ averageDurationMs: averageDurationMs(sums), p95DurationMs: percentile95DurationMs(sums) },
    lastExecutionAt: lastRun?.startedAt ? new Date(lastRun.startedAt) : null,
    lastError: lastRun?.error ?? null,
  }
}

const unsummedRunsSql = `${jobRunMeasuresSql} from sweep where workflow in (?) and started_at >= ? and started_at < ?`

const lastRunsSql = `
  select workflow, (select max(started_at) from sweep where workflow = named.workflow) as "startedAt",
         (select error from sweep where workflow = named.workflow and error is not null and started_at >= ?::timestamptz
           order by started_at desc limit 1) as error
    from (select value as workflow from jsonb_array_elements_text(?::jsonb)) as named`
