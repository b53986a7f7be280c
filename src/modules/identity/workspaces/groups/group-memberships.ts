import { LockMode } from '@mikro-orm/postgresql'
import type { GroupRole, OidcProvider } from '../../../../config/oidc.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { countUsedOf } from '../../../../platform/rate-limiting/plan-limit.ts'
import { PlanLimitReached } from '../../../../platform/shared/general.errors.ts'
import { Account } from '../../accounts/index.ts'
import { assertRoomForMember } from '../invitation.service.ts'
import type { MemberService } from '../member.service.ts'
import { Membership } from '../membership.entity.ts'
import { Workspace } from '../workspace.entity.ts'
import { memberPlanLimit } from '../workspaces.queries.ts'

type GroupProvider = Pick<OidcProvider, 'id' | 'name' | 'groupRules'>

/** The memberships that groups of identity providers give. docs/decisions/identity-providers.md */
export class GroupMemberships {
  /** Workspaces that do not exist, once each. */
  private readonly reported = new Set<string>()

  constructor(private readonly memberService: MemberService) {}

  /**
   * Gives an account the roles of its groups at a provider, by the ids of workspaces, and ends what these groups gave and do
   * not give any more. Owners and all other memberships stay; null changes nothing. Never throws: a login does not fail by its
   * groups. Each workspace is changed in a transaction of its own.
   */
  async apply(
    context: RequestContext,
    accountId: string,
    provider: GroupProvider,
    roles: Readonly<Record<string, GroupRole>> | null,
  ): Promise<void> {
    if (provider.groupRules.length === 0) return
    const { log } = context.request
    if (roles === null) {
      log.warn({ provider: provider.id }, 'an identity provider did not tell the groups of a person: nothing changes')
      return
    }
    const report = (error: unknown, workspaceId?: string) => {
      const subject = { provider: provider.id, workspaceId }
      if (error instanceof PlanLimitReached)
        log.warn(subject, `groups of a person gave no membership in ${workspaceId}: ${error.message}`)
      else log.error({ ...subject, err: error }, 'the groups of a person could not be applied')
    }
    try {
      const where = { $or: [{ fromProvider: provider.id }, { workspace: { $in: Object.keys(roles) } }] }
      const members = await context.em.fork().find(Membership, { $and: [{ account: accountId }, where] })
      const byWorkspace = new Map(members.map((member) => [member.workspace.id, member]))
      for (const id of new Set([...Object.keys(roles), ...byWorkspace.keys()]))
        if (!isSettled(byWorkspace.get(id), provider, roles[id]))
          await this.changeIn(context, id, { accountId, provider, role: roles[id] }).catch((error) => report(error, id))
    } catch (error) {
      report(error)
    }
  }

  private changeIn(
    context: RequestContext,
    id: string,
    {
      accountId,
      provider,
      role,
    }: { readonly accountId: string; readonly provider: GroupProvider; readonly role: GroupRole | undefined },
  ): Promise<void> {
    return context.em.fork().transactional(async (em) => {
      const lock = { lockMode: LockMode.PESSIMISTIC_WRITE } as const
      const workspace = await em.findOne(Workspace, { id, personalAccount: null }, lock)
      // Of two logins at once, the second one sees what the first one has left.
      const options = { populate: ['account', 'workspace'] } as const
      const member = await em.findOne(Membership, { workspace: id, account: accountId }, options)
      if (isSettled(member, provider, role)) return
      if (member && role === undefined) {
        const remark = `No group at ${provider.name} gives the membership any more.`
        return this.memberService.end(context, em, member, 'removed', remark)
      }
      if (role === undefined) return
      if (!workspace || workspace.deletedAt !== null) return this.reportMissing(context, id, provider)
      const remark = `A group at ${provider.name} gives the role.`
      if (member) return this.memberService.changeRole(context, em, member, role, remark)
      const account = await em.findOneOrFail(Account, { id: accountId })
      assertRoomForMember(context, workspace, await countUsedOf(memberPlanLimit, em, id, context.now()))
      await this.memberService.add(context, em, { workspace, account, role, fromProvider: provider.id }, remark)
    })
  }

  private reportMissing({ request }: RequestContext, workspaceId: string, provider: GroupProvider): void {
    if (this.reported.has(workspaceId)) return
    this.reported.add(workspaceId)
    const sentence = `groups of an identity provider name ${workspaceId}, which is no workspace or cannot be shared`
    request.log.warn({ provider: provider.id, workspaceId }, sentence)
  }
}

/** Whether a membership is as the groups give it, or is none of theirs. */
function isSettled(member: Membership | null | undefined, { id }: GroupProvider, role: GroupRole | undefined): boolean {
  if (!member) return role === undefined
  return member.fromProvider !== id || member.role === 'owner' || member.role === role
}
