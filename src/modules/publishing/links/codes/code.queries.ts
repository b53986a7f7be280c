import type { EntityManager } from '../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../platform/database/statements.ts'

// Raw SQL: guarded statements for many rows, because several batches and imports can claim one code at the same time.

export interface CodeClaim {
  /** The domain whose namespace has the code; null for the namespace of the service itself. */
  readonly domainId: string | null
  readonly linkId: string
  readonly workspaceId: string | null
  /** When the code becomes available to everyone. Null while the link exists. */
  readonly releasedAt: Date | null
}

/**
 * Takes the different keys of codes for links, and returns the keys that were not taken. A tombstone is available to
 * its former owner. A released code is available to everyone, and the anonymous link that still has it is deleted. One
 * guarded statement, because several callers can claim one code at the same time: the primary key decides. The keys are
 * taken in one order, so that batches wait for each other and do not deadlock.
 */
export async function claimCodes(
  em: EntityManager,
  claims: readonly (Omit<CodeClaim, 'domainId'> & { readonly key: string })[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await executeUnlogged<{ key: string }>(em, claimCodesSql, [JSON.stringify(claims), now, now])
  return new Set(rows.map(({ key }) => key))
}

const claimCodesSql = `
  with claim as materialized (
    select key, "linkId", "workspaceId", "releasedAt"
      from jsonb_to_recordset(?::jsonb) as claim(key text, "linkId" text, "workspaceId" text, "releasedAt" timestamptz)),
  deleted_link as (
    delete from link
     where id in (select link_id from code where key in (select key from claim) and released_at <= ?)
       and workspace_id is null)
  insert into code (key, link_id, workspace_id, released_at)
  select key, "linkId", "workspaceId", "releasedAt" from claim order by key
  on conflict (key) do update
    set link_id = excluded.link_id, workspace_id = excluded.workspace_id, released_at = excluded.released_at
    where code.released_at <= ? or (code.link_id is null and code.workspace_id = excluded.workspace_id)
  returning key`

/** Leaves a tombstone for each of the codes. */
export async function retireCodes(
  em: EntityManager,
  codes: readonly { readonly key: string; readonly linkId: string; readonly releasedAt: Date | null }[],
): Promise<void> {
  await em.execute(
    `update code set link_id = null, released_at = retired."releasedAt"
       from jsonb_to_recordset(?::jsonb) as retired(key text, "linkId" text, "releasedAt" timestamptz)
      where code.key = retired.key and code.link_id = retired."linkId"`,
    [JSON.stringify(codes)],
  )
}
