import type { ExecutionSummary } from '../audit-log/operations.types.ts'
import type { EntityManager } from '../database/database.ts'
import {
  addToHistogramSql,
  averageDurationMs,
  bucketSql,
  countMeasurements,
  type HistogramBucket,
  percentile95DurationMs,
  readHistogram,
} from '../database/duration-histogram.queries.ts'
import { executeUnlogged } from '../database/statements.ts'
import type { JobRun, PeriodicJobName } from './job-run.entity.ts'

/** Inserts a run and adds it to the histogram of its job, in one statement: both or neither. */
export async function insertJobRun(em: EntityManager, run: JobRun): Promise<void> {
  const { id, jobName, startedAt, durationMs, items, error } = run
  await executeUnlogged(em, insertRunSql, [id, jobName, startedAt, durationMs, items, error])
}

/** Summarizes the runs of each job since an instant. */
export async function summarizeJobRuns(
  em: EntityManager,
  jobNames: readonly PeriodicJobName[],
  from: Date,
): Promise<Map<PeriodicJobName, ExecutionSummary>> {
  const rows = { sql: runsOutsideHistogramSql, since: from }
  const buckets = await readHistogram(em, 'job_run_sum', { subjectIds: jobNames, from, rows })
  const lastRuns = await executeUnlogged<LastRunRow>(em, lastRunsSql, [from, JSON.stringify(jobNames)])
  return new Map(jobNames.map((jobName) => [jobName, toExecutionSummary(jobName, buckets, lastRuns)]))
}

interface LastRunRow {
  readonly jobName: string
  readonly startedAt: string | Date | null
  readonly error: string | null
}

function toExecutionSummary(
  jobName: PeriodicJobName,
  allBuckets: readonly HistogramBucket[],
  lastRuns: readonly LastRunRow[],
): ExecutionSummary {
  const buckets = allBuckets.filter(({ subjectId }) => subjectId === jobName)
  const lastRun = lastRuns.find((run) => run.jobName === jobName)
  const failed = countMeasurements(buckets.filter(({ measure }) => measure === 'failed'))
  const executions = countMeasurements(buckets)
  return {
    executions,
    succeeded: executions - failed,
    failed,
    running: 0,
    averageDurationMs: averageDurationMs(buckets),
    p95DurationMs: percentile95DurationMs(buckets),
    lastExecutionAt: lastRun?.startedAt ? new Date(lastRun.startedAt) : null,
    lastError: lastRun?.error ?? null,
  }
}

/** The columns that `addToHistogramSql` reads. */
const measurementColumnsSql = `
  select job_name as subject_id, case when error is null then 'succeeded' else 'failed' end as measure,
         started_at as at, ${bucketSql('duration_ms')} as bucket, 1 as count, duration_ms as total_ms`

const insertRunSql = `
  with inserted as (
    insert into job_run (id, job_name, started_at, duration_ms, items, error) values (?, ?, ?, ?, ?, ?) returning *)
  ${addToHistogramSql('job_run_sum', `${measurementColumnsSql} from inserted`)}`

const runsOutsideHistogramSql = `
  ${measurementColumnsSql} from job_run where job_name in (?) and started_at >= ? and started_at < ?`

/** One look into an index for each job and column, however many runs there are. */
const lastRunsSql = `
  select job.name as "jobName", (select max(started_at) from job_run where job_name = job.name) as "startedAt",
         (select error from job_run where job_name = job.name and error is not null and started_at >= ?::timestamptz
           order by started_at desc limit 1) as error
    from jsonb_array_elements_text(?::jsonb) as job (name)`
