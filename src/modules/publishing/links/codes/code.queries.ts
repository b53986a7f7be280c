import type { EntityManager } from '../../../../platform/database/database.ts'
import { executePrepared } from '../../../../platform/database/prepared-statements.ts'
import { executeUnlogged, toArrayLiteral } from '../../../../platform/database/statements.ts'

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
 * Takes the different keys of codes for links, and returns the keys that were taken. A tombstone is available to its
 * former owner. A released code is available to everyone, and the anonymous link that still has it is deleted. One
 * guarded statement, because several callers can claim one code at the same time: the primary key decides. It takes
 * nothing while such a link exists: links are locked before their codes everywhere. The keys are taken in one order, so
 * that batches wait for each other and do not deadlock.
 */
export async function claimCodes(
  em: EntityManager,
  claims: readonly (Omit<CodeClaim, 'domainId'> & { readonly key: string })[],
  now: Date,
): Promise<ReadonlySet<string>> {
  for (;;) {
    const rows = await executePrepared<ClaimRow>(em, claimStatement, [JSON.stringify(claims), now])
    const expiredLinkIds = rows.flatMap(({ expired_link_id: id }) => id ?? [])
    if (expiredLinkIds.length === 0) return new Set(rows.flatMap(({ key }) => key ?? []))
    await executeUnlogged(em, deleteAnonymousLinksSql, [toArrayLiteral(expiredLinkIds.toSorted())])
  }
}

/** A key that was taken, or else an anonymous link that still has a released code. */
interface ClaimRow {
  readonly key: string | null
  readonly expired_link_id: string | null
}

/**
 * Laterals with a limit find rows by their primary keys, whatever the planner takes for granted in a database that was
 * never analyzed: it would read all anonymous links, or all codes.
 */
const claimStatement = {
  name: 'claim_codes',
  text: `
  with claim as materialized (
    select key, "linkId", "workspaceId", "releasedAt"
      from jsonb_to_recordset($1::jsonb) as claim(key text, "linkId" text, "workspaceId" text, "releasedAt" timestamptz)),
  expired_link as materialized (
    select released.link_id as id
      from claim
     cross join lateral (select link_id from code where code.key = claim.key and released_at <= $2 limit 1) as released
     cross join lateral (select from link where id = released.link_id and workspace_id is null limit 1) as anonymous),
  claimed as (
    insert into code (key, link_id, workspace_id, released_at)
    select key, "linkId", "workspaceId", "releasedAt" from claim
     where not exists (select from expired_link)
     order by key
    on conflict (key) do update
      set link_id = excluded.link_id, workspace_id = excluded.workspace_id, released_at = excluded.released_at
      where code.released_at <= $2 or (code.link_id is null and code.workspace_id = excluded.workspace_id)
    returning key)
  select key, null as expired_link_id from claimed union all select null, id from expired_link`,
}

/** In the order of ids, so that two callers do not deadlock. */
const deleteAnonymousLinksSql = `
  delete from link
   where id = any(array(
     select locked.id from unnest(?::text[]) as expired(id)
      cross join lateral (select id from link where id = expired.id and workspace_id is null for update) as locked))`

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
