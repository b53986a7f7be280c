import type { FilterQuery } from '@mikro-orm/postgresql'
import { containsText } from '../../../platform/database/statements.ts'
import { findConnection } from '../../../platform/graphql/pagination/pagination.ts'
import { batchPerRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import { Account } from '../../identity/accounts/index.ts'
import { Membership, Workspace } from '../../identity/workspaces/index.ts'
import type { AdminAccountsArgs, AdminWorkspacesArgs } from './administration.inputs.ts'
import {
  AdminAccount,
  AdminAccountConnection,
  AdminWorkspace,
  AdminWorkspaceConnection,
  newestAccountsFirst,
  newestWorkspacesFirst,
} from './administration.types.ts'

/** All accounts and workspaces of the installation. The caller of this class checks that an admin asks. */
export class AdministrationService {
  /** The workspaces of an account that are not deleted, its own first. */
  readonly loadWorkspaces = batchPerRequest(findWorkspacesOf)
  /** The owners of a workspace. */
  readonly loadOwners = batchPerRequest(findOwnersOf)

  /** A page of accounts, the newest first. */
  listAccounts(
    context: RequestContext,
    { search, suspended, ...page }: AdminAccountsArgs,
  ): Promise<AdminAccountConnection> {
    const named = containsText(search?.trim() ?? '')
    const found = search ? [{ $or: [{ id: search }, { name: named }, { email: named }] }] : []
    const state = suspended == null ? [] : [{ suspendedAt: suspended ? { $ne: null } : null }]
    const where = { $and: [...found, ...state] }
    const query = { where, order: newestAccountsFirst, toNode: AdminAccount.of, options: { refresh: true } }
    return findConnection(context, AdminAccountConnection, Account, query, page)
  }

  /** A page of the workspaces that are not deleted, the newest first. */
  async listWorkspaces(
    context: RequestContext,
    { search, ...page }: AdminWorkspacesArgs,
  ): Promise<AdminWorkspaceConnection> {
    const where = { $and: [{ deletedAt: null }, ...(search ? [await findWorkspaces(context, search)] : [])] }
    const query = { where, order: newestWorkspacesFirst, toNode: AdminWorkspace.of, options: { refresh: true } }
    return findConnection(context, AdminWorkspaceConnection, Workspace, query, page)
  }
}

async function findWorkspaces({ em }: RequestContext, search: string): Promise<FilterQuery<Workspace>> {
  const owned = await em.find(Membership, { account: search, role: 'owner' }, { disableIdentityMap: true })
  const ids = [search, ...owned.map(({ workspace }) => workspace.id)]
  const named = containsText(search.trim())
  return { $or: [{ id: { $in: ids } }, { name: named }, { slug: named }] }
}

async function findWorkspacesOf({ em }: RequestContext, ids: readonly string[]): Promise<AdminWorkspace[][]> {
  const where = { account: { $in: [...ids] }, workspace: { deletedAt: null } }
  const orderBy = [{ workspace: { personalAccount: 'asc' } }, { joinedAt: 'asc' }, { id: 'asc' }] as const
  const found = await em.find(Membership, where, { populate: ['workspace'], orderBy: [...orderBy], refresh: true })
  const byAccount = Map.groupBy(found, ({ account }) => account.id)
  return ids.map((id) => (byAccount.get(id) ?? []).map(({ workspace }) => AdminWorkspace.of(workspace.unwrap())))
}

async function findOwnersOf({ em }: RequestContext, ids: readonly string[]): Promise<AdminAccount[][]> {
  const where = { workspace: { $in: [...ids] }, role: 'owner' } as const
  const found = await em.find(Membership, where, { populate: ['account'], orderBy: { id: 'asc' }, refresh: true })
  const byWorkspace = Map.groupBy(found, ({ workspace }) => workspace.id)
  return ids.map((id) => (byWorkspace.get(id) ?? []).map(({ account }) => AdminAccount.of(account.unwrap())))
}
