import { ActivityRecord } from '../../../platform/audit-log/activity.entity.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { detachAccountIn } from '../../../platform/jobs/account-purge.ts'
import { archiveRows } from '../../../platform/jobs/archive-part.ts'
import { deleteRowsOf } from '../../../platform/jobs/workspace-purge.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { minuteMs } from '../../../platform/shared/time.ts'
import { accountsModule } from '../accounts/index.ts'
import { WorkspacesOfDeletedAccount } from './deletion/account-deletion.ts'
import { WorkspacePurger } from './deletion/workspace-purger.ts'
import { EarlierMembers } from './earlier-members/earlier-members.service.ts'
import { createEarlierMembersPage } from './earlier-members/earlier-members-page.ts'
import { GroupMemberships } from './groups/group-memberships.ts'
import { memberProviderMigration } from './groups/member-provider.migration.ts'
import { Invitation } from './invitation.entity.ts'
import { InvitationResolver } from './invitation.resolver.ts'
import { InvitationService, maintainInvitations } from './invitation.service.ts'
import { InvitationMails } from './mails/invitation-mails.ts'
import { InvitationTokens } from './mails/invitation-tokens.ts'
import { MemberResolver, MemberStateResolver } from './member.resolver.ts'
import { MemberService } from './member.service.ts'
import { Membership } from './membership.entity.ts'
import { expiryNoticeDaysIndexMigration, expiryNoticeDaysMigration } from './migrations/expiry-notice-days.migration.ts'
import { noDeletedLinksMigration } from './migrations/no-deleted-links.migration.ts'
import { workspaceSuspensionMigration } from './migrations/workspace-suspension.migration.ts'
import { createInvitationPage } from './pages/invitation-routes.ts'
import { planAdminCommands } from './plans/plan-admin-commands.ts'
import { WorkspacePlanResolver } from './plans/workspace-plan.resolver.ts'
import { WorkspacePlanService } from './plans/workspace-plan.service.ts'
import { loginLinkCommand } from './second-factors/login-link-admin-command.ts'
import { removeSecondFactorCommand } from './second-factors/second-factor-admin-command.ts'
import { recordSignInChange } from './second-factors/sign-in-activities.ts'
import { workspaceSecondFactorMigration } from './second-factors/workspace-second-factor.migration.ts'
import { WorkspacesOfSuspendedAccount } from './suspension/workspaces-of-suspended-account.ts'
import { Workspace } from './workspace.entity.ts'
import { AccountWorkspacesResolver, DeletionWorkspaceResolver, WorkspaceResolver } from './workspace.resolver.ts'
import { createPersonalWorkspace, WorkspaceService } from './workspace.service.ts'
import { listMemberships } from './workspace-access.ts'
import { deleteInvitationsOf, lockWorkspacesOf, WorkspaceMembershipReader } from './workspaces.queries.ts'

/** How often the module looks for workspaces that nobody can restore any more. */
const purgeIntervalMs = minuteMs

export interface WorkspacesModule extends Module {
  /** See `WorkspaceService`. */
  onAvailabilityChanged(listener: (workspaceId: string) => void): void
  announceAvailability(context: RequestContext, workspaceId: string): void
  readonly workspacesOfDeletedAccount: WorkspacesOfDeletedAccount
  readonly workspacesOfSuspendedAccount: WorkspacesOfSuspendedAccount
  readonly groupMemberships: GroupMemberships
}

/** Workspaces, their members and invitations. */
export const workspacesModule = defineModule({
  entities: [Workspace, Membership, Invitation],
  archiveParts: [
    archiveRows({
      of: 'account',
      name: 'workspaces.json',
      about: 'The workspaces of which you are a member, and your role in each.',
      entity: Membership,
      where: (account) => ({ account, workspace: { deletedAt: null } }),
      populate: ['workspace'],
      toRecord: ({ workspace, role, joinedAt }) => {
        const { id, name, slug, isPersonal } = workspace.unwrap()
        return { id, name, slug, isPersonal, role, joinedAt }
      },
    }),
    archiveRows({
      of: 'account',
      name: 'activities.json',
      about: 'What you did in the last 90 days, in all workspaces of which you are a member.',
      entity: ActivityRecord,
      where: async (actor, em) => {
        const memberships = await listMemberships(em, actor)
        return { actor, workspaceId: { $in: memberships.map(({ workspace }) => workspace.id) } }
      },
      omit: ['tx'],
    }),
    archiveRows({
      of: 'workspace',
      name: 'workspace.json',
      about: 'The workspace.',
      entity: Workspace,
      where: (id) => ({ id }),
    }),
    archiveRows({
      of: 'workspace',
      name: 'members.json',
      about: 'Its members, by their ids.',
      entity: Membership,
      where: (workspace) => ({ workspace }),
    }),
    archiveRows({
      of: 'workspace',
      name: 'invitations.json',
      about: 'Invitations, with the addresses that were invited.',
      entity: Invitation,
      where: (workspace) => ({ workspace }),
    }),
    archiveRows({
      of: 'workspace',
      name: 'activities.json',
      about: 'What happened in the workspace in the last 90 days.',
      entity: ActivityRecord,
      where: (workspaceId) => ({ workspaceId }),
      omit: ['tx'],
    }),
  ],
  resolvers: [
    ...[WorkspaceResolver, WorkspacePlanResolver, AccountWorkspacesResolver],
    ...[DeletionWorkspaceResolver, MemberResolver, MemberStateResolver, InvitationResolver],
  ],
  adminCommands: [...planAdminCommands, removeSecondFactorCommand, loginLinkCommand],
  migrations: [
    workspaceSecondFactorMigration,
    memberProviderMigration,
    noDeletedLinksMigration,
    workspaceSuspensionMigration,
    expiryNoticeDaysMigration,
    expiryNoticeDaysIndexMigration,
  ],
  uses: [accountsModule],
  create(platform, accounts): WorkspacesModule {
    const { orm, clock, keyring, mailer, settings, events } = platform
    const { throttle } = platform.limits
    const { accountCreated, accessEndings, signInChanged, membershipEnded, workspacePurge, accountPurge } =
      platform.hooks
    platform.auth.authenticator.setMembershipReader(new WorkspaceMembershipReader())
    const { accountService, sessionService } = accounts
    const tokens = new InvitationTokens(keyring.keys('invitation-mail'))
    const mails = new InvitationMails({ orm, clock, publicUrl: settings.publicUrl, mailer, tokens })
    const workspaceService = new WorkspaceService(sessionService)
    const memberService = new MemberService(events, membershipEnded)
    const earlierMembers = new EarlierMembers(memberService, sessionService)
    const invitationService = new InvitationService(throttle, tokens, mails, memberService)
    workspacePurge.addSteps(deleteRowsOf('workspace_invitation'))
    accountPurge.addSteps(deleteInvitationsOf, detachAccountIn('workspace_invitation', 'inviter_id'))
    const purger = new WorkspacePurger({ orm, clock, workspacePurge })
    let stopPurging: (() => Promise<void>) | undefined
    accountCreated.onRun(async (em, account) => {
      await createPersonalWorkspace(em, account)
    })
    signInChanged.onRun(recordSignInChange)
    accessEndings.add({
      name: 'invitations',
      endsAt: ['first_proof'],
      isCredential: false,
      lock: lockWorkspacesOf,
      end: async (em, end) => {
        await earlierMembers.askOwner(em, end.accountId)
        return invitationService.revokeOfInviter(em, end)
      },
    })
    return {
      workspacesOfDeletedAccount: new WorkspacesOfDeletedAccount(membershipEnded),
      workspacesOfSuspendedAccount: new WorkspacesOfSuspendedAccount(),
      groupMemberships: new GroupMemberships(memberService),
      announceAvailability: (context, id) => workspaceService.announceAvailability(context, id),
      onAvailabilityChanged: (listener) => workspaceService.onAvailabilityChanged(listener),
      resolvers: [
        new WorkspaceResolver(workspaceService),
        new AccountWorkspacesResolver(workspaceService, earlierMembers),
        new DeletionWorkspaceResolver(),
        new WorkspacePlanResolver(new WorkspacePlanService()),
        new MemberResolver(memberService),
        new MemberStateResolver(memberService),
        new InvitationResolver(invitationService),
      ],
      addRoutes: (server) =>
        accounts.addPages(server, [
          createEarlierMembersPage(earlierMembers),
          createInvitationPage({ formMutations: platform.api.formMutations, accountService, invitationService }),
        ]),
      runMaintenance: () => maintainInvitations(orm.em.fork(), clock.now()),
      start: () => {
        stopPurging = platform.background.recurringTasks.repeatEvery(
          'purge workspaces',
          () => purger.run(),
          purgeIntervalMs,
        )
      },
      stop: async () => {
        purger.stop()
        await stopPurging?.()
      },
    }
  },
})
