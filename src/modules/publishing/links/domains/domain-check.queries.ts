import type { EntityManager } from '../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../platform/database/statements.ts'
import { Domain } from './domain.entity.ts'

/** How many domains a workspace has yet to prove, or could not prove lately. */
export function countUnprovenDomains(em: EntityManager, workspace: string): Promise<number> {
  return em.count(Domain, { workspace, $or: [{ status: 'pending' }, { unprovenSince: { $ne: null } }] })
}

/**
 * Claims verified domains that were last looked up before an instant, and returns their ids. The domains that have
 * waited longest are first. Raw SQL for SKIP LOCKED, so that each node claims other domains.
 */
export async function claimDomainChecks(
  em: EntityManager,
  { now, checkedBefore, limit }: { readonly now: Date; readonly checkedBefore: Date; readonly limit: number },
): Promise<string[]> {
  const rows = await executeUnlogged<{ id: string }>(em, claimSql, [now, checkedBefore, limit])
  return rows.map(({ id }) => id)
}

const claimSql = `
  update domain set checked_at = ?::timestamptz
   where id in (
     select id from domain
      where status = 'verified' and greatest(verified_at, checked_at) <= ?::timestamptz
      order by greatest(verified_at, checked_at)
      limit ?
        for update skip locked)
  returning id`
