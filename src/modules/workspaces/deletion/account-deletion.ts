import { LockMode } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { EndedMembership, TransactionHook } from '../../../platform/events/transaction-hook.ts'
import { Membership } from '../membership.entity.ts'
import { Workspace } from '../workspace.entity.ts'
import { countMembers, findWithOtherOwner, hasOtherOwner } from '../workspace-access.ts'

/** What becomes of a workspace when an account is deleted: it is deleted with it, or the account leaves it. */
export interface WorkspaceOutcome {
  readonly workspace: Workspace
  readonly isDeleted: boolean
  readonly memberCount: number
}

/** What becomes of the workspaces of an account that is deleted. An account is the only owner of at most eleven. */
export class WorkspacesOfDeletedAccount {
  constructor(private readonly membershipEnded: TransactionHook<EndedMembership>) {}

  /**
   * The workspaces that nobody else owns, and then the others. Of deleted ones, only those that were deleted at this time:
   * the others were deleted for another reason.
   */
  async listOutcomes(em: EntityManager, accountId: string, deletedAt: Date | null): Promise<WorkspaceOutcome[]> {
    const where = { account: accountId, workspace: { $or: [{ deletedAt: null }, { deletedAt }] } }
    const memberships = await em.find(Membership, where, { populate: ['workspace'], refresh: true })
    const ids = memberships.map(({ workspace }) => workspace.id)
    const withOtherOwner = await findWithOtherOwner(em, ids, accountId)
    const memberCounts = await countMembers(em, ids)
    const outcomes = memberships.map((membership): WorkspaceOutcome => {
      const workspace = membership.workspace.getEntity()
      const isDeleted = membership.role === 'owner' && !withOtherOwner.has(workspace.id)
      return { workspace, isDeleted, memberCount: memberCounts.get(workspace.id) ?? 0 }
    })
    return outcomes.toSorted(
      (a, b) => Number(b.isDeleted) - Number(a.isDeleted) || (a.workspace.id < b.workspace.id ? -1 : 1),
    )
  }

  /** Deletes those that nobody else owns. They can be restored by `restore`, for 7 days. To be called in a transaction. */
  async delete(em: EntityManager, accountId: string, at: Date): Promise<string[]> {
    const owned = { account: accountId, role: 'owner', workspace: { deletedAt: null } } as const
    const ids = (await em.find(Membership, owned, { refresh: true })).map(({ workspace }) => workspace.id)
    // Changes of members lock the workspace too, and so does another owner who goes: each sees the owners that others leave.
    await em.find(Workspace, { id: { $in: ids } }, { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE })
    const outcomes = await this.listOutcomes(em, accountId, null)
    const deleted = outcomes.filter(({ isDeleted }) => isDeleted).map(({ workspace }) => workspace)
    for (const workspace of deleted) workspace.deletedAt = at
    await em.flush()
    return deleted.map(({ id }) => id)
  }

  /** Restores those that `delete` has deleted at this time. To be called in a transaction. */
  async restore(em: EntityManager, accountId: string, deletedAt: Date): Promise<string[]> {
    const where = { account: accountId, role: 'owner', workspace: { deletedAt } } as const
    const memberships = await em.find(Membership, where, { populate: ['workspace'], refresh: true })
    const workspaces = memberships.map(({ workspace }) => workspace.getEntity())
    for (const workspace of workspaces) workspace.deletedAt = null
    await em.flush()
    return workspaces.map(({ id }) => id)
  }

  /** Whether a workspace is left that is deleted together with the account. */
  async hasPersonal(em: EntityManager, accountId: string): Promise<boolean> {
    return (await em.count(Workspace, { personalAccount: accountId })) > 0
  }

  /**
   * Ends the memberships that are left, with what the account had in those workspaces for itself. No event is published,
   * because its payload would name the account. To be called in a transaction.
   */
  async leaveAll(em: EntityManager, accountId: string, at: Date): Promise<void> {
    for (const membership of await em.find(Membership, { account: accountId }, { populate: ['workspace'] })) {
      const workspace = membership.workspace.getEntity()
      const workspaceId = workspace.id
      // The other owners may have left meanwhile.
      if (membership.role === 'owner' && !(await hasOtherOwner(em, workspaceId, accountId))) workspace.deletedAt ??= at
      em.remove(membership)
      await em.flush()
      await this.membershipEnded.run(em, { accountId, workspaceId, actor: 'system', at })
    }
  }
}
