import { AccountSuspended, SecondFactorNeeded, WorkspaceNotFound } from '../../../platform/auth/auth.errors.ts'
import type { AccountInWorkspace, MembershipReader, Statements } from '../../../platform/auth/caller.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import { executeUnlogged } from '../../../platform/database/statements.ts'
import type { PurgedAccount } from '../../../platform/jobs/account-purge.ts'
import { type PurgeStep, purgeSliceSize } from '../../../platform/jobs/workspace-purge.ts'
import type { PlanLimit } from '../../../platform/rate-limiting/plan-limit.ts'
import type { ServiceError } from '../../../platform/shared/service-error.ts'
import { hasSecondFactorSql } from '../accounts/index.ts'
import { Invitation } from './invitation.entity.ts'
import type { Membership } from './membership.entity.ts'

/** Plain SQL, because it runs with every request of an account: entities cost several times more. */
export class WorkspaceMembershipReader implements MembershipReader {
  workspacesSql(accountId: string): string {
    return `
      (select case when deletion_requested_at is null then
         (select coalesce(json_agg(json_build_object('id', caller_workspace.id, 'role', member.role, 'plan', plan,
                                                     'isPersonal', personal_account_id is not null,
                                                     'needsSecondFactor', needs_second_factor)
                                   order by personal_account_id is null, caller_workspace.id), '[]')
            from workspace_member as member
            join workspace as caller_workspace on caller_workspace.id = member.workspace_id
           where member.account_id = caller_account.id and deleted_at is null) end
         from account as caller_account where caller_account.id = ${accountId})`
  }

  async checkMembers(
    em: Statements,
    accounts: readonly AccountInWorkspace[],
  ): Promise<readonly (ServiceError | null)[]> {
    const rows = (await em.execute(checkMembersSql, [JSON.stringify(accounts)])) as MemberRow[]
    return rows.map(({ isMember, isSuspended, lacksSecondFactor }) => {
      if (isSuspended) return new AccountSuspended()
      if (!isMember) return new WorkspaceNotFound()
      return lacksSecondFactor ? new SecondFactorNeeded() : null
    })
  }
}

/**
 * Locks a workspace that was deleted up to an instant, unless another node is deleting its data; null when there is
 * none. Raw SQL, because the ORM lacks `for no key update`, the only lock with which others can still write rows that
 * refer to the workspace.
 */
export async function lockPurgeableWorkspace(em: EntityManager, deletedUntil: Date): Promise<string | null> {
  const [row] = await executeUnlogged<{ id: string }>(em, lockPurgeableSql, [deletedUntil])
  return row?.id ?? null
}

/**
 * Locks the workspaces of an account, which are locked before the account everywhere. Raw SQL, because the ORM lacks
 * `for no key update`.
 */
export async function lockWorkspacesOf(em: EntityManager, accountId: string): Promise<void> {
  const sql = `
    select id from workspace
     where id in (select workspace_id from workspace_member where account_id = ?)
     order by id
       for no key update`
  await em.execute(sql, [accountId])
}

/**
 * Deletes invitations of the address of an account, in any workspace. Raw SQL, because a delete of the ORM has no
 * limit.
 */
export const deleteInvitationsOf: PurgeStep<PurgedAccount> = async (em, { emailKey }) => {
  const sql = `
    delete from workspace_invitation
     where id in (select id from workspace_invitation where email_key = ? limit ${purgeSliceSize})
    returning 1`
  return (await executeUnlogged(em, sql, [emailKey])).length
}

/**
 * A subquery with the account that answers for a workspace: the first of its owners. Work of the service for
 * workspaces, such as calls to other hosts, is shared fairly among these accounts.
 */
export const firstOwnerSql = (workspaceId: string) => `
  (select account_id from workspace_member
    where workspace_id = ${workspaceId} and role = 'owner'
    order by joined_at, id
    limit 1)`

/** Members and open invitations of a workspace together. Raw SQL: two counts in one expression. */
export const memberPlanLimit: PlanLimit = {
  resourceName: 'members',
  maximum: 'members',
  holder: 'workspace',
  selectUsed: (_, workspaceId, now) => ({
    getQuery: () => countMembersSql,
    getParams: () => [workspaceId, workspaceId, now],
  }),
  findNewest: (em, workspace) => em.findOne(Invitation, { workspace }, { orderBy: { createdAt: 'desc' } }),
}

const countMembersSql = `
  select (select count(*) from workspace_member where workspace_id = ?)
       + (select count(*) from workspace_invitation where workspace_id = ? and status = 'pending' and expires_at > ?)`

const lockPurgeableSql = `
  select id from workspace
   where deleted_at <= ?
   order by deleted_at, id
   limit 1
     for no key update skip locked`

interface MemberRow {
  readonly isMember: boolean
  readonly isSuspended: boolean | null
  readonly lacksSecondFactor: boolean
}

const checkMembersSql = `
  select workspace.id is not null as "isMember",
         account.suspended_at is not null as "isSuspended",
         (pair->>'isLogin')::boolean and needs_second_factor and not (${hasSecondFactorSql}) as "lacksSecondFactor"
    from jsonb_array_elements(?::jsonb) with ordinality as listed (pair, number)
    left join workspace_member as member
      on member.account_id = pair->>'accountId' and member.workspace_id = pair->>'workspaceId'
    left join account on account.id = member.account_id and account.deletion_requested_at is null
    left join workspace on workspace.id = member.workspace_id and workspace.deleted_at is null and account.id is not null
   order by number`

/**
 * Claims workspaces whose weekly export is due: workspaces with the setting, whose last export began before `dueAt`.
 * One statement, so of several nodes only one gets a workspace. Raw SQL: the ORM has no update with a limit that skips
 * locked rows.
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

/** By the ids of the memberships. Raw SQL: the newest activity of each member is one step in an index. */
export async function findLastActivities(
  em: EntityManager,
  members: readonly Membership[],
): Promise<ReadonlyMap<string, Date>> {
  const sql = `
    select member.id, (select max(created_at) from activity
                        where activity.workspace_id = member.workspace_id and actor = member.account_id) as at
      from workspace_member as member
     where member.id in (select jsonb_array_elements_text(?::jsonb))`
  const rows = await em.execute<{ id: string; at: Date | string | null }[]>(sql, [idsOf(members)])
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, new Date(at)]])))
}

/** By the ids of the memberships. Raw SQL, because second factors are in two tables. */
export async function findSecondFactors(
  em: EntityManager,
  members: readonly Membership[],
): Promise<ReadonlyMap<string, boolean>> {
  const sql = `
    select member.id, (${hasSecondFactorSql}) as has
      from workspace_member as member join account on account.id = member.account_id
     where member.id in (select jsonb_array_elements_text(?::jsonb))`
  const rows = await em.execute<{ id: string; has: boolean }[]>(sql, [idsOf(members)])
  return new Map(rows.map(({ id, has }) => [id, has]))
}

function idsOf(members: readonly Membership[]): string {
  return JSON.stringify(members.map(({ id }) => id))
}
