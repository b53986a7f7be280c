import { RoleTooLow } from '../../platform/auth/auth.errors.ts'
import type { EntityManager } from '../../platform/database/database.ts'
import type { OptionallyPagedConnectionArgs } from '../../platform/graphql/pagination/page.inputs.ts'
import { findConnection } from '../../platform/graphql/pagination/pagination.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { MemberConnection, Membership, membersByJoining } from './membership.entity.ts'
import type { Workspace } from './workspace.entity.ts'
import { MemberNotFound } from './workspace.errors.ts'
import type { MemberArgs, UpdateMemberArgs } from './workspace.inputs.ts'
import {
  assertOtherOwner,
  assertShared,
  type CallerMembership,
  findWorkspaceAs,
  lockWorkspaceAs,
} from './workspace-access.ts'

/** The members of the caller's workspaces. Changes of one workspace run one after the other. */
export class MemberService {
  /** The members, the first one first. Throws `WorkspaceNotFound`. */
  async list(context: RequestContext, id: string, page: OptionallyPagedConnectionArgs): Promise<MemberConnection> {
    const { workspace } = await findWorkspaceAs(context, id)
    const options = { populate: ['account'] as const }
    const query = { where: { workspace: workspace.id }, order: membersByJoining, options }
    return findConnection(context, MemberConnection, Membership, query, page)
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
      member.role = role
      return member
    })
  }

  /** Removes a member. Throws the errors of `update`. */
  async remove(context: RequestContext, { id, accountId }: MemberArgs): Promise<void> {
    await context.em.transactional(async (em) => {
      const caller = await lockWorkspaceAs(context, em, id)
      const member = await findMember(em, caller.workspace, accountId)
      if (member.role === 'owner') {
        assertOwner(caller)
        await assertOtherOwner(em, caller.workspace, accountId)
      }
      em.remove(member)
    })
  }

  /** Ends the caller's own membership. Throws `PersonalWorkspace` and `LastOwner`. */
  async leave(context: RequestContext, id: string): Promise<void> {
    await context.em.transactional(async (em) => {
      const { workspace, role } = await lockWorkspaceAs(context, em, id)
      assertShared(workspace)
      if (role === 'owner') await assertOtherOwner(em, workspace, context.accountId)
      em.remove(await findMember(em, workspace, context.accountId))
    })
  }

  /** Makes another member an owner and the caller an admin. Throws `PersonalWorkspace` and `MemberNotFound`. */
  transfer(context: RequestContext, { id, accountId }: MemberArgs): Promise<Workspace> {
    return context.em.transactional(async (em) => {
      const { workspace } = await lockWorkspaceAs(context, em, id, 'owner')
      assertShared(workspace)
      const heir = await findMember(em, workspace, accountId)
      const caller = await findMember(em, workspace, context.accountId)
      caller.role = 'admin'
      heir.role = 'owner'
      return workspace
    })
  }
}

function assertOwner({ role }: CallerMembership): void {
  if (role !== 'owner') throw new RoleTooLow('owner')
}

function findMember(em: EntityManager, workspace: Workspace, accountId: string): Promise<Membership> {
  const options = { populate: ['account'], refresh: true, failHandler: () => new MemberNotFound() } as const
  return em.findOneOrFail(Membership, { workspace: workspace.id, account: accountId }, options)
}
