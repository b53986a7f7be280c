import { RoleTooLow } from '../../../platform/auth/auth.errors.ts'
import { findActor } from '../../../platform/auth/caller.ts'
import type { WorkspaceRole } from '../../../platform/auth/workspace-role.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import { containsText } from '../../../platform/database/statements.ts'
import type { MembershipEnd } from '../../../platform/events/domain-events.ts'
import type { EventPublisher } from '../../../platform/events/event-publisher.ts'
import type { EndedMembership, TransactionHook } from '../../../platform/events/transaction-hook.ts'
import type { ConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { findConnection } from '../../../platform/graphql/pagination/pagination.ts'
import { batchPerRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import type { ParentIds } from '../../../platform/graphql/success-response.types.ts'
import { newId } from '../../../platform/shared/ids.ts'
import type { Account } from '../accounts/index.ts'
import { MemberConnection, Membership, memberOrders } from './membership.entity.ts'
import type { Workspace } from './workspace.entity.ts'
import { MemberNotFound } from './workspace.errors.ts'
import type { MemberArgs, MemberListArgs, UpdateMemberArgs } from './workspace.inputs.ts'
import {
  assertOtherOwner,
  assertShared,
  type CallerMembership,
  findWorkspaceAs,
  lockWorkspaceAs,
} from './workspace-access.ts'
import { aboutMember, aboutWorkspace, auditWorkspace, memberAdded, memberRemoved } from './workspace-audit.ts'
import { findLastActivities, findSecondFactors } from './workspaces.queries.ts'

/** Whose membership it is, and where. */
interface MembershipOwner {
  readonly workspace: Workspace
  readonly account: Account
}

/** The members of the caller's workspaces. Changes of one workspace run one after the other. */
export class MemberService {
  constructor(
    private readonly events: EventPublisher,
    private readonly membershipEnded: TransactionHook<EndedMembership>,
  ) {}

  /** When a member last acted in its workspace, for those who may know it. */
  readonly lastActiveAt = forAdmins(findLastActivities)
  readonly hasSecondFactor = forAdmins(findSecondFactors)

  /** The members. Throws `WorkspaceNotFound`. */
  async list(
    context: RequestContext,
    id: string,
    { search, sort, ...page }: ConnectionArgs & Pick<MemberListArgs, 'search' | 'sort'>,
  ): Promise<MemberConnection> {
    const { workspace } = await findWorkspaceAs(context, id)
    const options = { populate: ['account'] as const }
    const text = search?.trim()
    const where = {
      workspace: workspace.id,
      ...(text && { account: { $or: [{ name: containsText(text) }, { email: containsText(text) }] } }),
    }
    return findConnection(context, MemberConnection, Membership, { where, order: memberOrders[sort], options }, page)
  }

  /**
   * Changes the role of a member. An admin changes admins, members and viewers; only an owner gives or takes the role of an
   * owner. Throws `MemberNotFound`, `RoleTooLow` and `LastOwner`.
   */
  update(context: RequestContext, { id, accountId, role }: UpdateMemberArgs): Promise<Membership> {
    return context.em.transactional(async (em) => {
      const caller = await lockWorkspaceAs(context, em, id)
      const member = await findMember(em, caller.workspace, accountId)
      if (member.role === 'owner' || role === 'owner') assertOwner(caller)
      if (member.role === 'owner' && role !== 'owner') await assertOtherOwner(em, caller.workspace, accountId)
      await this.changeRole(context, em, member, role)
      return member
    })
  }

  /** A new member of a workspace whose row is locked. The remark is a sentence for the activity log, as in the next two. */
  async add(
    context: RequestContext,
    em: EntityManager,
    fields: Pick<Membership, 'role'> & Partial<Pick<Membership, 'fromProvider'>> & MembershipOwner,
    remark?: string,
  ): Promise<void> {
    const now = context.now()
    const member = em.create(Membership, { ...fields, id: newId('mbr', now), joinedAt: now })
    await em.persist(member).flush()
    await this.events.publish(em, memberAdded(context, fields.workspace, member, remark))
  }

  async changeRole(
    context: RequestContext,
    em: EntityManager,
    member: Membership,
    role: WorkspaceRole,
    remark?: string,
  ): Promise<void> {
    if (member.role === role) return
    const change = `"${member.name}" got the role ${role} instead of ${member.role}.`
    const summary = remark === undefined ? change : `${change} ${remark}`
    await auditWorkspace(em, context, aboutMember(member), 'workspace.member_role_changed', summary)
    member.role = role
  }

  /** Removes a member. Throws the errors of `update`. */
  async remove(context: RequestContext, { id, accountId }: MemberArgs): Promise<ParentIds> {
    await context.em.transactional(async (em) => {
      const caller = await lockWorkspaceAs(context, em, id)
      const member = await findMember(em, caller.workspace, accountId)
      if (member.role === 'owner') {
        assertOwner(caller)
        await assertOtherOwner(em, caller.workspace, accountId)
      }
      await this.end(context, em, member, 'removed')
    })
    return { workspaceId: id }
  }

  /** Ends the caller's own membership. Throws `PersonalWorkspace` and `LastOwner`. */
  async leave(context: RequestContext, id: string): Promise<void> {
    await context.em.transactional(async (em) => {
      const { workspace, role } = await lockWorkspaceAs(context, em, id)
      assertShared(workspace)
      if (role === 'owner') await assertOtherOwner(em, workspace, context.accountId)
      await this.end(context, em, await findMember(em, workspace, context.accountId), 'left')
    })
  }

  /** The member's own things in the workspace, such as its API keys, end in the same transaction. */
  async end(
    context: RequestContext,
    em: EntityManager,
    member: Membership,
    reason: MembershipEnd,
    remark?: string,
  ): Promise<void> {
    const actor = findActor(context.caller)
    const [accountId, workspaceId] = [member.account.id, member.workspace.id]
    const event = memberRemoved(context, member.workspace.getEntity(), member, reason, remark)
    em.remove(member)
    await em.flush()
    await this.events.publish(em, event)
    await this.membershipEnded.run(em, { accountId, workspaceId, actor, at: context.now() })
  }

  /** Makes another member an owner and the caller an admin. Throws `PersonalWorkspace` and `MemberNotFound`. */
  transfer(context: RequestContext, { id, accountId }: MemberArgs): Promise<Workspace> {
    return context.em.transactional(async (em) => {
      const { workspace } = await lockWorkspaceAs(context, em, id)
      assertShared(workspace)
      const heir = await findMember(em, workspace, accountId)
      const caller = await findMember(em, workspace, context.accountId)
      if (heir !== caller) {
        const summary = `"${heir.name}" has become an owner, and "${caller.name}" is an admin now.`
        await auditWorkspace(em, context, aboutWorkspace(workspace), 'workspace.transferred', summary)
      }
      caller.role = 'admin'
      heir.role = 'owner'
      return workspace
    })
  }
}

/** A fact about a member that owners and admins of its workspace read, and the member itself; null for others. */
function forAdmins<T>(
  find: (em: EntityManager, members: readonly Membership[]) => Promise<ReadonlyMap<string, T>>,
): (context: RequestContext, member: Membership) => Promise<T | null> {
  return batchPerRequest(async ({ em, accountId }, members: readonly Membership[]) => {
    const workspace = { $in: [...new Set(members.map(({ workspace: { id } }) => id))] }
    const where = { workspace, account: accountId, role: { $in: ['owner', 'admin'] as WorkspaceRole[] } }
    const own = await em.find(Membership, where, { fields: ['workspace'], disableIdentityMap: true })
    const administered = new Set(own.map(({ workspace: { id } }) => id))
    const mayKnow = (each: Membership) => each.accountId === accountId || administered.has(each.workspace.id)
    const found = await find(em, members.filter(mayKnow))
    return members.map(({ id }) => found.get(id) ?? null)
  })
}

function assertOwner({ role }: CallerMembership): void {
  if (role !== 'owner') throw new RoleTooLow('owner')
}

function findMember(em: EntityManager, workspace: Workspace, accountId: string): Promise<Membership> {
  const options = { populate: ['account'], refresh: true, failHandler: () => new MemberNotFound() } as const
  return em.findOneOrFail(Membership, { workspace: workspace.id, account: accountId }, options)
}
