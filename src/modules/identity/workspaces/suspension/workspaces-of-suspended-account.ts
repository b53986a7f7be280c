import { LockMode } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../../platform/database/database.ts'
import { Membership } from '../membership.entity.ts'
import { Workspace } from '../workspace.entity.ts'

/**
 * What becomes of the workspaces of a suspended account: those without another owner who can act do nothing for visitors, and the
 * others go on. Deleted ones are included, because an owner can restore them.
 */
export class WorkspacesOfSuspendedAccount {
  /** Suspends the workspaces that nobody else can act for, and returns their ids. Call it in a transaction. */
  async suspend(em: EntityManager, accountId: string, at: Date): Promise<string[]> {
    const owned = await lockOwned(em, accountId)
    const account = { id: { $ne: accountId }, deletionRequestedAt: null, suspendedAt: null }
    const where = { workspace: { $in: owned }, role: 'owner', account } as const
    const others = await em.find(Membership, where, { fields: ['workspace'], disableIdentityMap: true })
    const goingOn = new Set(others.map(({ workspace }) => workspace.id))
    return change(
      em,
      owned.filter(({ id, suspendedAt }) => suspendedAt === null && !goingOn.has(id)),
      at,
    )
  }

  /** Lets every workspace go on that the account owns, and returns the ids of those that were suspended. Call it in a transaction. */
  async restore(em: EntityManager, accountId: string): Promise<string[]> {
    const owned = await lockOwned(em, accountId)
    return change(
      em,
      owned.filter(({ suspendedAt }) => suspendedAt !== null),
      null,
    )
  }
}

/** Changes of owners lock the workspace too, so each transaction sees the owners that are left. */
async function lockOwned(em: EntityManager, accountId: string): Promise<Workspace[]> {
  const memberships = await em.find(Membership, { account: accountId, role: 'owner' }, { disableIdentityMap: true })
  const ids = memberships.map(({ workspace }) => workspace.id)
  const options = { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
  return em.find(Workspace, { id: { $in: ids } }, options)
}

async function change(
  em: EntityManager,
  workspaces: readonly Workspace[],
  suspendedAt: Date | null,
): Promise<string[]> {
  for (const workspace of workspaces) workspace.suspendedAt = suspendedAt
  await em.flush()
  return workspaces.map(({ id }) => id)
}
