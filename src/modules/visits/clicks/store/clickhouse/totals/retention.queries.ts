import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../../../platform/database/statements.ts'

// Raw SQL, because these tables have no entities.

/**
 * A run of the retention: the clicks before an instant are summed, and then deleted. There is one at a time. While it sums, its
 * totals do not count; afterwards its single clicks do not.
 */
export interface RetentionRun {
  /** Names the totals of this run. */
  readonly id: string
  /** Empty for all workspaces. */
  readonly workspaceId: string
  readonly before: Date
  readonly isSummed: boolean
}

export interface RetentionState {
  /** Whether clicks may have been deleted of which totals are left. */
  readonly hasTotals: boolean
  readonly run: RetentionRun | null
}

type RunRow = Omit<RetentionRun, 'before'> & { readonly before: string | Date }

const toRun = (row: RunRow): RetentionRun => ({ ...row, before: new Date(row.before) })

export async function readRetentionState(em: EntityManager): Promise<RetentionState> {
  const [row] = await executeUnlogged<{ hasTotals: boolean; run: RunRow | null }>(em, stateSql)
  return { hasTotals: row?.hasTotals ?? false, run: row?.run ? toRun(row.run) : null }
}

const runColumns = `id, workspace_id as "workspaceId", deleted_before as before, is_summed as "isSummed"`

const stateSql = `
  select exists (select from click_retention_bound) as "hasTotals",
         (select to_jsonb(run) from (select ${runColumns} from click_retention_run) as run) as run`

/** How long a node works on a step before another one takes it over. */
const leaseSeconds = 120

/**
 * Begins a run, or goes on with the one that has not ended, on one node at a time. Null when another node works on it.
 */
export async function claimRun(em: EntityManager, workspaceId: string, before: Date): Promise<RetentionRun | null> {
  const values = [`${workspaceId} ${before.toISOString().slice(0, 10)}`, workspaceId, before.toISOString()]
  await executeUnlogged(em, beginSql, values)
  const [row] = await executeUnlogged<RunRow>(em, claimSql)
  return row ? toRun(row) : null
}

const beginSql = `
  insert into click_retention_run (is_only, id, workspace_id, deleted_before, is_summed, leased_until)
  values (true, ?, ?, ?::timestamptz, false, '-infinity')
  on conflict do nothing`

const claimSql = `
  update click_retention_run set leased_until = now() + interval '${leaseSeconds} seconds'
   where leased_until < now()
  returning ${runColumns}`

/** Call it when the totals are complete. */
export async function markSummed(em: EntityManager, { id }: RetentionRun): Promise<void> {
  await executeUnlogged(em, 'update click_retention_run set is_summed = true where id = ?', [id])
}

/** Call it when the single clicks are gone, or when there were none. */
export async function endRun(em: EntityManager, { id }: RetentionRun): Promise<void> {
  await executeUnlogged(em, 'delete from click_retention_run where id = ?', [id])
}

/** Leaves a run to whoever comes next, after a failure. */
export async function releaseRun(em: EntityManager, { id }: RetentionRun): Promise<void> {
  await executeUnlogged(em, `update click_retention_run set leased_until = '-infinity' where id = ?`, [id])
}
