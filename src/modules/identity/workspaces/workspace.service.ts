import { randomInt } from 'node:crypto'
import { SecondFactorNeeded, WorkspaceNotFound } from '../../../platform/auth/auth.errors.ts'
import type { WorkspaceRole } from '../../../platform/auth/workspace-role.ts'
import { mapUniqueViolation } from '../../../platform/database/database.errors.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import { findReadOnlyByIds } from '../../../platform/database/read-only.ts'
import { describeChanges } from '../../../platform/events/change-texts.ts'
import { findChanges } from '../../../platform/events/domain-events.ts'
import type { NewAccount } from '../../../platform/events/transaction-hook.ts'
import { rejectNulls } from '../../../platform/graphql/inputs/argument-validation.ts'
import { findConnection } from '../../../platform/graphql/pagination/pagination.ts'
import { batchById, batchPerRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import { lockAccount } from '../../../platform/rate-limiting/plan-limit.ts'
import { PlanLimitReached } from '../../../platform/shared/general.errors.ts'
import { newId } from '../../../platform/shared/ids.ts'
import { hasSecondFactor, type SessionService } from '../accounts/index.ts'
import { AccountWorkspace } from './account-workspace.types.ts'
import { Membership } from './membership.entity.ts'
import { newestWorkspacesFirst, restorableMs, Workspace, WorkspaceConnection } from './workspace.entity.ts'
import { ConfirmationRequired, SlugOfWorkspaceTaken } from './workspace.errors.ts'
import type {
  CreateWorkspaceInput,
  DeleteWorkspaceArgs,
  UpdateWorkspaceInput,
  WorkspaceListArgs,
} from './workspace.inputs.ts'
import {
  assertShared,
  callerMemberships,
  countMembers,
  findWorkspaceAs,
  lockWorkspaceAs,
  toCallerWorkspace,
} from './workspace-access.ts'
import { aboutWorkspace, auditWorkspace } from './workspace-audit.ts'

/** Workspaces in the profile of an account. */
const maxListedWorkspaces = 100

/** Workspaces that an account owns, besides its personal one. */
const maxOwnedWorkspaces = 10

/**
 * The workspaces of the caller. Each query includes the membership, so a workspace without the caller gives the same
 * 404 as an unknown one.
 */
export class WorkspaceService {
  private readonly availabilityListeners: ((workspaceId: string) => void)[] = []

  constructor(private readonly sessionService: SessionService) {}

  /** Calls the listener when this node has deleted or restored a workspace. A trigger notifies the other nodes. */
  onAvailabilityChanged(listener: (workspaceId: string) => void): void {
    this.availabilityListeners.push(listener)
  }

  /** The role of the caller in a workspace of the same request. */
  readonly roleOf = batchPerRequest(async (context, ids: readonly string[]) => {
    const where = { workspace: { $in: [...ids] }, account: context.accountId }
    const memberships = await context.em.find(Membership, where, { refresh: true })
    const roles = new Map(memberships.map(({ workspace, role }) => [workspace.id, role]))
    return ids.map((id): WorkspaceRole | Error => roles.get(id) ?? new WorkspaceNotFound())
  })

  /** The number of members of a workspace. */
  readonly countMembers = batchPerRequest(async (context, ids: readonly string[]) => {
    const counts = await countMembers(context.em, ids)
    return ids.map((id) => counts.get(id) ?? 0)
  })

  /** The workspaces in which the caller is a member, or the deleted ones that the caller can restore, newest first. */
  async list(context: RequestContext, { isDeleted, ...page }: WorkspaceListArgs): Promise<WorkspaceConnection> {
    const owned = isDeleted ? { role: 'owner' as const } : {}
    const memberships = await context.em.find(
      Membership,
      { $and: [callerMemberships(context), owned] },
      { fields: ['workspace'] },
    )
    const ids = memberships.map(({ workspace }) => workspace.id)
    const deletedAt = isDeleted ? { $gt: restorableSince(context.now()) } : null
    const query = { where: { id: { $in: ids }, deletedAt }, order: newestWorkspacesFirst }
    return findConnection(context, WorkspaceConnection, Workspace, query, page)
  }

  /** The first 100 workspaces that an account has joined; null for the account of somebody else. */
  async listOfAccount(context: RequestContext, accountId: string): Promise<AccountWorkspace[] | null> {
    if (!this.sessionService.isOwnAccount(context, accountId)) return null
    // A login may open a session for an account other than the caller.
    const { caller } = context
    const isCaller = caller.kind === 'account' && caller.accountId === accountId
    const listed = isCaller ? callerMemberships(context) : { account: accountId }
    const where = { $and: [{ workspace: { deletedAt: null } }, listed] }
    const order = { joinedAt: 'asc', id: 'asc' } as const
    const options = { populate: ['workspace'], orderBy: order, limit: maxListedWorkspaces, refresh: true } as const
    const memberships = await context.em.find(Membership, where, options)
    return memberships.map((membership) => new AccountWorkspace(membership))
  }

  /** A workspace of the caller. Throws `WorkspaceNotFound`. */
  async get(context: RequestContext, id: string): Promise<Workspace> {
    return (await findWorkspaceAs(context, id)).workspace
  }

  /** Creates a workspace that the caller owns. Throws `PlanLimitReached` and `SlugOfWorkspaceTaken`. */
  create(context: RequestContext, { name, slug, logoUrl }: CreateWorkspaceInput): Promise<Workspace> {
    const now = context.now()
    const { accountId } = context
    return saveWithSlug(() =>
      context.em.transactional(async (em) => {
        await lockAccount(em, accountId)
        const used = await em.count(Membership, {
          account: accountId,
          role: 'owner',
          workspace: { personalAccount: null },
        })
        if (used >= maxOwnedWorkspaces) throw new PlanLimitReached('workspaces', maxOwnedWorkspaces, used)
        const fields = { name: name.trim(), slug: slug ?? makeSlug(name), logoUrl: logoUrl ?? null }
        const workspace = await addWorkspace(em, accountId, { ...fields, personalAccount: null }, now)
        context.addWorkspace(toCallerWorkspace(workspace, 'owner'))
        await this.audit(em, context, workspace, 'created', 'was created')
        return workspace
      }),
    )
  }

  /** Changes the given fields. Throws the errors of `lockWorkspaceAs`, and `SlugOfWorkspaceTaken`. */
  update(
    context: RequestContext,
    id: string,
    { logoUrl, clickRetentionDays, ...changes }: UpdateWorkspaceInput,
  ): Promise<Workspace> {
    rejectNulls(changes)
    return saveWithSlug(() =>
      context.em.transactional(async (em) => {
        const { workspace } = await lockWorkspaceAs(context, em, id)
        const { name, slug, weeklyExport, expiryNoticeDays, needsSecondFactor } = workspace
        // Whoever asks it of others must not lock themselves out.
        if (changes.needsSecondFactor && !(await hasSecondFactor(em, context.accountId))) throw new SecondFactorNeeded()
        const before = {
          name,
          slug,
          logoUrl: workspace.logoUrl,
          clickRetentionDays: workspace.clickRetentionDays,
          weeklyExport,
          expiryNoticeDays,
          needsSecondFactor,
        }
        const after = {
          name: changes.name?.trim() ?? name,
          slug: changes.slug ?? slug,
          logoUrl: logoUrl === undefined ? before.logoUrl : logoUrl,
          clickRetentionDays: clickRetentionDays === undefined ? before.clickRetentionDays : clickRetentionDays,
          weeklyExport: changes.weeklyExport ?? weeklyExport,
          expiryNoticeDays: changes.expiryNoticeDays ?? expiryNoticeDays,
          needsSecondFactor: changes.needsSecondFactor ?? needsSecondFactor,
        }
        const differences = findChanges(before, after)
        Object.assign(workspace, { ...after, updatedAt: context.now() })
        // The first weekly export is due next Monday.
        if (differences.weeklyExport) workspace.weeklyExportAt = context.now()
        if (differences.expiryNoticeDays) workspace.tellExpiriesBeyond(expiryNoticeDays, context.now())
        if (Object.keys(differences).length > 0)
          await this.audit(em, context, workspace, 'updated', describeChanges(differences))
        return workspace
      }),
    )
  }

  /** Deletes a workspace; for 7 days an owner can restore it. Throws `PersonalWorkspace` and `ConfirmationRequired`. */
  async delete(context: RequestContext, { id, confirm }: DeleteWorkspaceArgs): Promise<void> {
    await context.em.transactional(async (em) => {
      const { workspace } = await lockWorkspaceAs(context, em, id)
      assertShared(workspace)
      const otherCount = await em.count(Membership, { workspace, account: { $ne: context.accountId } })
      if (otherCount > 0 && confirm !== workspace.slug) throw new ConfirmationRequired()
      workspace.deletedAt = context.now()
      await this.audit(em, context, workspace, 'deleted', 'was deleted')
    })
    this.announceAvailability(context, id)
  }

  /**
   * Restores a workspace that was deleted less than 7 days ago. Throws `WorkspaceNotFound`, and `RoleTooLow` unless the
   * caller is an owner.
   */
  async restore(context: RequestContext, id: string): Promise<Workspace> {
    const restored = await context.em.transactional(async (em) => {
      // The purge of the workspace takes the same lock, and deletes the members first.
      const deletedAt = { $gt: restorableSince(context.now()) }
      const { workspace, role } = await lockWorkspaceAs(context, em, id, { deletedAt })
      workspace.deletedAt = null
      context.addWorkspace(toCallerWorkspace(workspace, role))
      await this.audit(em, context, workspace, 'restored', 'was restored')
      return workspace
    })
    this.announceAvailability(context, id)
    return restored
  }

  /** Notifies the listeners when the transaction of the request has committed. */
  announceAvailability(context: RequestContext, id: string): void {
    context.afterCommit(() => {
      for (const listener of this.availabilityListeners) listener(id)
    })
  }

  private audit(
    em: EntityManager,
    context: RequestContext,
    workspace: Workspace,
    action: 'created' | 'updated' | 'deleted' | 'restored',
    outcome: string,
  ): Promise<void> {
    const summary = `Workspace "${workspace.name}" ${outcome}.`
    return auditWorkspace(em, context, aboutWorkspace(workspace), `workspace.${action}`, summary)
  }
}

/** Workspaces that were deleted later than this can be restored. */
export const restorableSince = (now: Date) => new Date(now.getTime() - restorableMs)

/** Gives a new account its personal workspace, in the transaction that creates the account. */
export function createPersonalWorkspace(em: EntityManager, { id, name, createdAt }: NewAccount): Promise<Workspace> {
  // The end of an id is random, so the slug is unique.
  const fields = { name: name.slice(0, 64), slug: `personal-${id.slice(-16)}`, logoUrl: null }
  return addWorkspace(em, id, { ...fields, personalAccount: id }, createdAt)
}

async function addWorkspace(
  em: EntityManager,
  ownerId: string,
  fields: Pick<Workspace, 'name' | 'slug' | 'logoUrl'> & { readonly personalAccount: string | null },
  now: Date,
): Promise<Workspace> {
  const id = newId('wsp', now)
  const workspace = em.create(Workspace, { ...fields, id, plan: 'free', createdAt: now, updatedAt: now })
  const owner = { workspace, account: ownerId, role: 'owner', joinedAt: now } as const
  em.persist([workspace, em.create(Membership, { ...owner, id: newId('mbr', now) })])
  await em.flush()
  return workspace
}

function saveWithSlug<T>(save: () => Promise<T>): Promise<T> {
  return mapUniqueViolation('workspace_slug_unique', save, (cause) => new SlugOfWorkspaceTaken(cause))
}

/** The letters and digits of a name with a random end, such as `acme-inc-4821`. */
function makeSlug(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '-')
    .slice(0, 40)
  return `${words || 'workspace'}-${randomInt(1_000, 1_000_000)}`
}

/** The workspace with this id; null after its final deletion. */
export const loadWorkspace = batchById((context, ids) => findReadOnlyByIds(context, Workspace, ids))
