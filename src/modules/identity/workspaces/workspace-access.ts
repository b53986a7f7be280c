import { LockMode, sql } from '@mikro-orm/postgresql'
import { RoleTooLow, WorkspaceNotFound } from '../../../platform/auth/auth.errors.ts'
import { requireAccount } from '../../../platform/auth/authorization.ts'
import type { CallerWorkspace } from '../../../platform/auth/caller.ts'
import { isAtLeastRole, type WorkspaceRole } from '../../../platform/auth/workspace-role.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Membership } from './membership.entity.ts'
import { Workspace } from './workspace.entity.ts'
import { LastOwner, PersonalWorkspace } from './workspace.errors.ts'

/** The membership of the caller in a workspace. */
export interface CallerMembership {
  readonly workspace: Workspace
  readonly role: WorkspaceRole
}

/** The memberships of an account, with their workspaces: the personal one first, then in the order of joining. */
export async function listMemberships(em: EntityManager, accountId: string): Promise<Membership[]> {
  const orderBy = [{ workspace: { personalAccount: 'asc' } }, { joinedAt: 'asc' }, { id: 'asc' }] as const
  const where = { account: accountId, workspace: { deletedAt: null } }
  return em.find(Membership, where, { populate: ['workspace'], orderBy: [...orderBy], refresh: true })
}

/** Filter for the memberships of the caller in workspaces that its credential may use. */
export function callerMemberships({ caller }: RequestContext) {
  const { accountId, workspaceIds } = requireAccount(caller)
  return { account: accountId, ...(workspaceIds && { workspace: { $in: [...workspaceIds] } }) }
}

/** Further conditions for a workspace of the caller. */
interface WorkspaceCriteria {
  /** The caller has at least this role; by default the role that the operation declares. */
  readonly lowestRole?: WorkspaceRole
  /** When it was deleted; by default it was not. */
  readonly deletedAt?: null | { readonly $gt: Date }
}

/**
 * A workspace of the caller. Throws `WorkspaceNotFound` for a workspace that is unknown, deleted or not the caller's,
 * and `RoleTooLow` when the caller's role in it is too low.
 */
export async function findWorkspaceAs(
  context: RequestContext,
  id: string,
  { lowestRole = context.lowestRole, deletedAt = null }: WorkspaceCriteria = {},
  em: EntityManager = context.em,
): Promise<CallerMembership> {
  const where = { $and: [{ workspace: { id, deletedAt } }, callerMemberships(context)] }
  const options = { populate: ['workspace'], refresh: true } as const
  const membership = await em.findOne(Membership, where, options)
  if (!membership) throw new WorkspaceNotFound()
  const { role } = membership
  if (!isAtLeastRole(role, lowestRole)) throw new RoleTooLow(lowestRole)
  return { workspace: membership.workspace.getEntity(), role }
}

/**
 * Like `findWorkspaceAs`, and locks the row of the workspace. So changes of its members run one after the other, and
 * each sees the owners that earlier changes left. Call it in a transaction.
 */
export async function lockWorkspaceAs(
  context: RequestContext,
  em: EntityManager,
  id: string,
  criteria: WorkspaceCriteria = {},
): Promise<CallerMembership> {
  // A caller without a membership does not reach the lock.
  await findWorkspaceAs(context, id, criteria, em)
  await em.findOne(Workspace, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  return findWorkspaceAs(context, id, criteria, em)
}

/** Throws `PersonalWorkspace` for a workspace that cannot be shared. */
export function assertShared({ personalAccount }: Workspace): void {
  if (personalAccount) throw new PersonalWorkspace()
}

/** Throws `LastOwner` when nobody but this account owns the workspace. Its row must be locked. */
export async function assertOtherOwner(em: EntityManager, workspace: Workspace, accountId: string): Promise<void> {
  if (!(await hasOtherOwner(em, workspace.id, accountId))) throw new LastOwner()
}

/** Whether the workspace has another owner whose account is not being deleted. */
export async function hasOtherOwner(em: EntityManager, workspaceId: string, accountId: string): Promise<boolean> {
  return (await findWithOtherOwner(em, [workspaceId], accountId)).has(workspaceId)
}

/** The workspaces that the account owns, alone or with others; deleted ones too, because an owner can restore them. */
export async function findOwnedWorkspaceIds(em: EntityManager, accountId: string): Promise<string[]> {
  const where = { account: accountId, role: 'owner' as const }
  const owned = await em.find(Membership, where, { fields: ['workspace'], disableIdentityMap: true })
  return owned.map(({ workspace }) => workspace.id)
}

/** Which of the workspaces have another owner whose account is not being deleted. */
export async function findWithOtherOwner(
  em: EntityManager,
  workspaceIds: readonly string[],
  accountId: string,
): Promise<ReadonlySet<string>> {
  const account = { id: { $ne: accountId }, deletionRequestedAt: null }
  const where = { workspace: { $in: [...workspaceIds] }, role: 'owner' as const, account }
  const owners = await em.find(Membership, where, { fields: ['workspace'], disableIdentityMap: true })
  return new Set(owners.map(({ workspace }) => workspace.id))
}

/** The number of members of each of the workspaces. */
export async function countMembers(
  em: EntityManager,
  workspaceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counts = await em
    .createQueryBuilder(Membership, 'member')
    .select(['workspace', sql`count(*)::int`.as('count')])
    .where({ workspace: { $in: [...workspaceIds] } })
    .groupBy('workspace')
    .execute<{ workspace: string; count: number }[]>()
  return new Map(counts.map(({ workspace, count }) => [workspace, count]))
}

/** A workspace in the form that the caller of a request has. */
export function toCallerWorkspace(
  { id, isPersonal, plan, needsSecondFactor }: Workspace,
  role: WorkspaceRole,
): CallerWorkspace {
  return { id, role, isPersonal, plan, needsSecondFactor }
}
