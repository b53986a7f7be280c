import { LockMode } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { Account } from '../../accounts/index.ts'
import { Invitation } from '../invitation.entity.ts'
import type { MemberService } from '../member.service.ts'
import { Membership } from '../membership.entity.ts'
import { Workspace } from '../workspace.entity.ts'
import { findOwnedWorkspaceIds } from '../workspace-access.ts'
import { aboutInvitation, auditWorkspace } from '../workspace-audit.ts'

const remark = 'The owner of the workspace has removed all members from before the proof of the address.'

/**
 * The other members of the workspaces of an account from before its address was proved: whoever registered the account has
 * invited them, and this need not have been the owner of the address (docs/decisions/first-proof.md).
 */
export class EarlierMembers {
  constructor(private readonly memberService: MemberService) {}

  /** With their accounts and workspaces, the first one first. None before the address of the caller is verified. */
  async list(context: RequestContext, em: EntityManager = context.em): Promise<Membership[]> {
    const { emailVerifiedAt } = await em.findOneOrFail(Account, { id: context.accountId }, { refresh: true })
    if (emailVerifiedAt === null) return []
    const workspace = { $in: await findOwnedWorkspaceIds(em, context.accountId) }
    const where = { workspace, account: { $ne: context.accountId }, joinedAt: { $lte: emailVerifiedAt } }
    const orderBy = [{ joinedAt: 'asc' }, { id: 'asc' }] as const
    return em.find(Membership, where, { populate: ['account', 'workspace'], orderBy: [...orderBy], refresh: true })
  }

  /** Removes them all, and withdraws the pending invitations into these workspaces, which they may have sent. */
  async removeAll(context: RequestContext): Promise<void> {
    await context.em.transactional(async (em) => {
      const ids = await findOwnedWorkspaceIds(em, context.accountId)
      const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const
      await em.find(Workspace, { id: { $in: ids } }, lock)
      for (const member of await this.list(context, em))
        await this.memberService.end(context, em, member, 'removed', remark)
      const invitations = await em.find(Invitation, { workspace: { $in: ids }, status: 'pending' }, { refresh: true })
      for (const invitation of invitations) {
        invitation.status = 'revoked'
        const summary = `An invitation was withdrawn, with the role ${invitation.role}.`
        await auditWorkspace(em, context, aboutInvitation(invitation), 'workspace.invitation_revoked', summary)
      }
    })
  }
}
