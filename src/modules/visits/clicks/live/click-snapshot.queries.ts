import type { EntityManager } from '../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../platform/database/statements.ts'

// Raw SQL, because the snapshot of the database and its link are read in one statement.

/** Returns the snapshot with which a subscription begins; null when its link does not exist or is in another workspace. */
export async function takeClickSnapshot(
  em: EntityManager,
  { workspaceId, urlId }: { readonly workspaceId: string; readonly urlId: string | null },
): Promise<string | null> {
  const [row] = await em.execute<{ snapshot: string; exists: boolean }[]>(snapshotSql, [urlId, urlId, workspaceId])
  return row?.exists ? row.snapshot : null
}

const snapshotSql = `
  select pg_current_snapshot()::text as snapshot,
         ?::text is null or exists (select 1 from link where id = ? and workspace_id = ?) as "exists"`

/** Which of the links still exist. */
export async function findExistingLinks(em: EntityManager, linkIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (linkIds.length === 0) return new Set()
  const rows = await executeUnlogged<{ id: string }>(em, 'select id from link where id in (?)', [linkIds])
  return new Set(rows.map(({ id }) => id))
}
