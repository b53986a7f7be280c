import type { Orm } from '../database/database.ts'
import { withoutQueryLog } from '../database/statements.ts'
import { newId } from '../shared/ids.ts'
import { type Clock, minuteMs } from '../shared/time.ts'
import type { PeriodicJobName } from './job-run.entity.ts'
import { insertJobRun } from './job-run.queries.ts'

export type { PeriodicJobName } from './job-run.entity.ts'
export { summarizeJobRuns } from './job-run.queries.ts'

/** A process records runs of a job that found nothing to do at most this often. */
const idleRecordIntervalMs = minuteMs

/** Records the runs of periodic jobs, for operators and for owners. */
export class JobRunRecorder {
  private readonly lastIdleRecordedAt = new Map<PeriodicJobName, number>()

  constructor(
    private readonly orm: Orm,
    private readonly clock: Clock,
  ) {}

  /** Runs a job, which returns the number of items it processed, and records the run. Throws what the job throws. */
  async record(jobName: PeriodicJobName, runJob: () => Promise<number>): Promise<number> {
    const startedAt = this.clock.now()
    const startedMs = performance.now()
    const insertRun = (items: number, error: string | null) =>
      insertJobRun(this.orm.em.fork(withoutQueryLog()), {
        id: newId('run', startedAt),
        jobName,
        startedAt,
        durationMs: Math.round(performance.now() - startedMs),
        items,
        error,
      })
    try {
      const items = await runJob()
      if (items > 0 || this.isIdleRecordDue(jobName, startedAt.getTime())) await insertRun(items, null)
      return items
    } catch (error) {
      // If the database has failed, the run cannot be recorded either. The caller needs the first error.
      await insertRun(0, 'The run failed; it is repeated.').catch(() => undefined)
      throw error
    }
  }

  private isIdleRecordDue(jobName: PeriodicJobName, nowMs: number): boolean {
    const lastMs = this.lastIdleRecordedAt.get(jobName)
    // The clock may have been set back.
    if (lastMs !== undefined && Math.abs(nowMs - lastMs) < idleRecordIntervalMs) return false
    this.lastIdleRecordedAt.set(jobName, nowMs)
    return true
  }
}
