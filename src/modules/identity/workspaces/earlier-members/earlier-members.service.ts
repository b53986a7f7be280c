import { LockMode } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { Account, type SessionService } from '../../accounts/index.ts'
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
  constructor(
    private readonly memberService: MemberService,
    private readonly sessionService: Pick<SessionService, 'isOwnAccount'>,
  ) {}

  /** Asks the owner to decide, if there are any, in the transaction of the first proof, which has locked the workspaces. */
  async askOwner(em: EntityManager, accountId: string): Promise<void> {
    const workspace = { $in: await findOwnedWorkspaceIds(em, accountId) }
    if ((await em.count(Membership, { workspace, account: { $ne: accountId } })) > 0)
      await em.nativeUpdate(Account, { id: accountId }, { hasUndecidedMembers: true })
  }

  /**
   * With their accounts and workspaces, the first one first; none once the owner has decided. Until then they may let others in, so
   * whom the owner has not invited since the proof is one of them.
   */
  async list(em: EntityManager, accountId: string): Promise<Membership[]> {
    const where = { id: accountId, hasUndecidedMembers: true, emailVerifiedAt: { $ne: null } }
    const account = await em.findOne(Account, where, { refresh: true })
    if (account === null) return []
    const workspace = { $in: await findOwnedWorkspaceIds(em, accountId) }
    const orderBy = { joinedAt: 'asc', id: 'asc' } as const
    const options = { populate: ['account', 'workspace'], orderBy, refresh: true } as const
    const others = await em.find(Membership, { workspace, account: { $ne: accountId } }, options)
    // The proof has ended the invitations of whoever came before.
    const since = { createdAt: { $gte: account.emailVerifiedAt } }
    const own = await em.find(Invitation, { workspace, inviter: accountId, status: 'accepted', ...since })
    const invited = new Set(own.map((each) => `${each.workspace.id} ${each.emailKey}`))
    return others.filter((each) => !invited.has(`${each.workspace.id} ${each.account.getEntity().emailKey}`))
  }

  /** Whether the owner has still to decide; null for the account of somebody else. */
  async hasAny(context: RequestContext, accountId: string): Promise<boolean | null> {
    if (!this.sessionService.isOwnAccount(context, accountId)) return null
    return (await this.list(context.em, accountId)).length > 0
  }

  /** Keeps them. Or removes them all, and withdraws the pending invitations into these workspaces, which they may have sent. */
  async decide(context: RequestContext, decision: 'keep' | 'remove'): Promise<void> {
    const { accountId } = context
    await context.em.transactional(async (em) => {
      const ids = await findOwnedWorkspaceIds(em, accountId)
      const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const
      await em.find(Workspace, { id: { $in: ids } }, lock)
      const members = decision === 'remove' ? await this.list(em, accountId) : []
      for (const member of members) await this.memberService.end(context, em, member, 'removed', remark)
      if (members.length > 0) await this.withdrawInvitations(context, em, ids)
      await em.nativeUpdate(Account, { id: accountId }, { hasUndecidedMembers: false })
    })
  }

  private async withdrawInvitations(context: RequestContext, em: EntityManager, ids: readonly string[]): Promise<void> {
    const where = { workspace: { $in: [...ids] }, status: 'pending' as const }
    for (const invitation of await em.find(Invitation, where, { refresh: true })) {
      invitation.status = 'revoked'
      const summary = `An invitation was withdrawn, with the role ${invitation.role}.`
      await auditWorkspace(em, context, aboutInvitation(invitation), 'workspace.invitation_revoked', summary)
    }
  }
}
