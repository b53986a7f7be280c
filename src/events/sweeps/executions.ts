import type { EntityManager } from '../../database/open.ts'
import { run } from '../../database/quiet.ts'
import { averageOf, countOf, percentile95Of, readSums } from '../../database/sums.ts'
import type { Executions } from '../operations.ts'
import { type Sweeping, sweepMeasuresSql } from './sweeps.ts'

/** What each of these sweeps did from an instant on, for all accounts together. */
export async function sweepExecutions(
  em: EntityManager,
  sweepings: readonly Sweeping[],
  from: Date,
): Promise<Map<Sweeping, Executions>> {
  const sums = await readSums(em, 'sweep_sum', { subjectIds: sweepings, from, rows: { sql: freshSql, since: from } })
  const last = await run<Last>(em, lastSql, [from, JSON.stringify(sweepings)])
  return new Map(sweepings.map((sweeping) => [sweeping, executionsOf(sweeping, sums, last)]))
}

interface Last {
  readonly workflow: string
  readonly startedAt: string | Date | null
  readonly error: string | null
}

function executionsOf(
  sweeping: Sweeping,
  all: Awaited<ReturnType<typeof readSums>>,
  last: readonly Last[],
): Executions {
  const sums = all.filter(({ subjectId }) => subjectId === sweeping)
  const latest = last.find(({ workflow }) => workflow === sweeping)
  const failed = countOf(sums.filter(({ measure }) => measure === 'failed'))
  const executions = countOf(sums)
  return {
    ...{ executions, succeeded: executions - failed, failed, running: 0 },
    ...{ averageDurationMs: averageOf(sums), p95DurationMs: percentile95Of(sums) },
    lastExecutionAt: latest?.startedAt ? new Date(latest.startedAt) : null,
    lastError: latest?.error ?? null,
  }
}

const freshSql = `${sweepMeasuresSql} from sweep where workflow in (?) and started_at >= ? and started_at < ?`

const lastSql = `
  select workflow, (select max(started_at) from sweep where workflow = named.workflow) as "startedAt",
         (select error from sweep where workflow = named.workflow and error is not null and started_at >= ?::timestamptz
           order by started_at desc limit 1) as error
    from (select value as workflow from jsonb_array_elements_text(?::jsonb)) as named`
