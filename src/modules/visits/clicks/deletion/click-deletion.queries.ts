import type { EntityManager } from '../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../platform/database/statements.ts'
import { dayMs } from '../../../../platform/shared/time.ts'

// Raw SQL, because these tables have no entities.

/** Deletes the ids of links that were deleted so long ago that no journal has a click of them. */
export async function deleteOldTombstones(em: EntityManager, now: Date): Promise<void> {
  await executeUnlogged(em, 'delete from click_link_tombstone where deleted_at < ?', [
    new Date(now.getTime() - tombstoneLifetimeMs),
  ])
}

/** A journal of a node that was away for longer keeps its clicks of deleted links in quarantine. */
const tombstoneLifetimeMs = 90 * dayMs

/**
 * Records, before the deletion, that single clicks of a workspace before an instant may be deleted. So summaries look
 * for deleted clicks only where there may be some. An empty id stands for all workspaces.
 */
export async function recordRetentionBound(em: EntityManager, workspaceId: string, before: Date): Promise<void> {
  await executeUnlogged(em, recordBoundSql, [workspaceId, before.toISOString()])
}

const recordBoundSql = `
  insert into click_retention_bound as bound (workspace_id, deleted_before)
  values (?, ?::timestamptz)
  on conflict (workspace_id) do update set deleted_before = excluded.deleted_before
   where bound.deleted_before < excluded.deleted_before`

/** Single clicks of a workspace before this instant may have been deleted; null when none were. */
export async function findRetentionBound(em: EntityManager, workspaceId: string): Promise<Date | null> {
  const sql = `select max(deleted_before) as bound from click_retention_bound where workspace_id in ('', ?)`
  const [row] = await executeUnlogged<{ bound: string | Date | null }>(em, sql, [workspaceId])
  return row?.bound == null ? null : new Date(row.bound)
}
