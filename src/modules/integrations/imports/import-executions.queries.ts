import type { ExecutionSummary } from '../../../platform/audit-log/operations.types.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import { executeUnlogged } from '../../../platform/database/statements.ts'

// Raw SQL: aggregates over the imports of a workspace.

type ExecutionsRow = Omit<ExecutionSummary, 'lastExecutionAt'> & { readonly lastExecutionAt: string | Date | null }

/**
 * The imports of a workspace that ended from `from` (inclusive) to `to` (exclusive), and the imports that run; null
 * when the workspace has no imports at all. A cancelled import has neither succeeded nor failed.
 */
export async function getImportExecutions(
  em: EntityManager,
  workspaceId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ExecutionSummary | null> {
  const [row] = await executeUnlogged<ExecutionsRow>(em, executionsSql, [workspaceId, from, to, workspaceId])
  if (!row?.lastExecutionAt) return null
  return { ...row, lastExecutionAt: new Date(row.lastExecutionAt) }
}

const executionsSql = `
  with ended as (
    select * from link_import
     where workspace_id = ? and finished_at >= ?::timestamptz and finished_at < ?::timestamptz
       and state in ('completed', 'failed'))
  select counted.succeeded, counted.failed, counted.duration as "averageDurationMs", counted.p95 as "p95DurationMs",
         all_imports.running, counted.succeeded + counted.failed + all_imports.running as executions,
         all_imports.last_started as "lastExecutionAt",
         (select failure_message from ended where state = 'failed' order by finished_at desc limit 1) as "lastError"
    from (
      select count(*) filter (where state = 'completed')::int as succeeded,
             count(*) filter (where state = 'failed')::int as failed,
             round(avg(extract(epoch from finished_at - started_at)) * 1000)::int as duration,
             (percentile_disc(0.95) within group (order by extract(epoch from finished_at - started_at)) * 1000)::int as p95
        from ended) as counted
   cross join (
      select count(*) filter (where state in ('queued', 'running'))::int as running, max(started_at) as last_started
        from link_import where workspace_id = ?) as all_imports`
