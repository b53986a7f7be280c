import type { AccountInWorkspace, MembershipReader, Statements } from '../../platform/auth/caller.ts'
import type { EntityManager } from '../../platform/database/database.ts'
import { executeUnlogged } from '../../platform/database/statements.ts'

/** Plain SQL, because it runs with every request of an account: entities cost several times more. */
export class WorkspaceMembershipReader implements MembershipReader {
  workspacesSql(accountId: string): string {
    return `
      (select coalesce(json_agg(json_build_object('id', caller_workspace.id, 'role', member.role, 'plan', plan,
                                                  'isPersonal', personal_account_id is not null)
                                order by personal_account_id is null, caller_workspace.id), '[]')
         from workspace_member as member
         join workspace as caller_workspace on caller_workspace.id = member.workspace_id
        where member.account_id = ${accountId} and deleted_at is null)`
  }

  async areMembers(em: Statements, accounts: readonly AccountInWorkspace[]): Promise<readonly boolean[]> {
    const rows = (await em.execute(areMembersSql, [JSON.stringify(accounts)])) as { isMember: boolean }[]
    return rows.map(({ isMember }) => isMember)
  }
}

/**
 * Locks a workspace that was deleted up to an instant, unless another node is deleting its data; null when there is none.
 * Raw SQL: only `for no key update`, which the ORM lacks, lets rows that refer to the workspace be written.
 */
export async function lockPurgeableWorkspace(em: EntityManager, deletedUntil: Date): Promise<string | null> {
  const [row] = await executeUnlogged<{ id: string }>(em, lockPurgeableSql, [deletedUntil])
  return row?.id ?? null
}

const lockPurgeableSql = `
  select id from workspace
   where deleted_at <= ?
   order by deleted_at, id
   limit 1
     for no key update skip locked`

const areMembersSql = `
  select workspace.id is not null as "isMember"
    from jsonb_array_elements(?::jsonb) with ordinality as listed (pair, number)
    left join workspace_member as member
      on member.account_id = pair->>'accountId' and member.workspace_id = pair->>'workspaceId'
    left join workspace on workspace.id = member.workspace_id and workspace.deleted_at is null
   order by number`

/**
 * Claims workspaces whose weekly export is due: those with the setting whose last one began before `dueAt`. One statement,
 * so of several nodes only one gets a workspace. Raw SQL: the ORM has no update with a limit that skips locked rows.
 */
export async function claimWeeklyExports(
  em: EntityManager,
  { dueAt, now, limit }: { readonly dueAt: Date; readonly now: Date; readonly limit: number },
): Promise<string[]> {
  const rows = await executeUnlogged<{ id: string }>(em, claimWeeklyExportsSql, [now, dueAt, limit])
  return rows.map(({ id }) => id)
}

const claimWeeklyExportsSql = `
  update workspace set weekly_export_at = ?
   where id in (
     select id from workspace
      where weekly_export and weekly_export_at < ?::timestamptz and deleted_at is null
      order by weekly_export_at
      limit ?
        for no key update skip locked)
  returning id`
