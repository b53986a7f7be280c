import { LockMode } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { EndedMembership, TransactionHook } from '../../../../platform/events/transaction-hook.ts'
import { Membership } from '../membership.entity.ts'
import { Workspace } from '../workspace.entity.ts'
import { countMembers, findWithOtherOwner, hasOtherOwner } from '../workspace-access.ts'

/** What becomes of a workspace when an account is deleted: the workspace is deleted too, or the account leaves it. */
export interface WorkspaceOutcome {
  readonly workspace: Workspace
  readonly isDeleted: boolean
  readonly memberCount: number
}

/** What becomes of the workspaces of an account that is deleted. An account is the only owner of at most eleven. */
export class WorkspacesOfDeletedAccount {
  constructor(private readonly membershipEnded: TransactionHook<EndedMembership>) {}

  /**
   * The workspaces that nobody else owns, and then the others. Of deleted workspaces, only workspaces that were deleted
   * at this time. Others were deleted for another reason.
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

  /** Deletes the workspaces that nobody else owns. For 7 days, `restore` can restore them. Call it in a transaction. */
  async delete(em: EntityManager, accountId: string, at: Date): Promise<string[]> {
    const owned = { account: accountId, role: 'owner', workspace: { deletedAt: null } } as const
    const ids = (await em.find(Membership, owned, { refresh: true })).map(({ workspace }) => workspace.id)
    // Changes of members and deletions of other owners lock the workspace too, so each transaction sees the owners that
    // are left.
    await em.find(Workspace, { id: { $in: ids } }, { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE })
    const outcomes = await this.listOutcomes(em, accountId, null)
    const deleted = outcomes.filter(({ isDeleted }) => isDeleted).map(({ workspace }) => workspace)
    for (const workspace of deleted) workspace.deletedAt = at
    await em.flush()
    return deleted.map(({ id }) => id)
  }

  /** Restores the workspaces that `delete` has deleted at this time. Call it in a transaction. */
  async restore(em: EntityManager, accountId: string, deletedAt: Date): Promise<string[]> {
    const where = { account: accountId, role: 'owner', workspace: { deletedAt } } as const
    const memberships = await em.find(Membership, where, { populate: ['workspace'], refresh: true })
    const workspaces = memberships.map(({ workspace }) => workspace.getEntity())
    for (const workspace of workspaces) workspace.deletedAt = null
    await em.flush()
    return workspaces.map(({ id }) => id)
  }

  /** Whether a workspace is left that would be deleted together with the account. */
  async hasPersonal(em: EntityManager, accountId: string): Promise<boolean> {
    return (await em.count(Workspace, { personalAccount: accountId })) > 0
  }

  /**
   * Ends the remaining memberships, and deletes the account's own things in those workspaces. No event is published,
   * because its payload would name the account. Call it in a transaction.
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
