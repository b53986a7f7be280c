import type { Module, ModuleDefinition, Platform } from '../../platform/module.ts'
import { Invitation } from './invitation.entity.ts'
import { InvitationResolver } from './invitation.resolver.ts'
import { InvitationService, maintainInvitations } from './invitation.service.ts'
import { MemberResolver } from './member.resolver.ts'
import { MemberService } from './member.service.ts'
import { Membership } from './membership.entity.ts'
import { planAdminCommands } from './plans/plan-admin-commands.ts'
import { WorkspacePlanResolver } from './plans/workspace-plan.resolver.ts'
import { WorkspacePlanService } from './plans/workspace-plan.service.ts'
import { Workspace } from './workspace.entity.ts'
import { WorkspaceResolver } from './workspace.resolver.ts'
import { createPersonalWorkspace, deleteOldWorkspaces, WorkspaceService } from './workspace.service.ts'
import { WorkspaceMembershipReader } from './workspaces.queries.ts'
import { workspacesSchema } from './workspaces.schema.ts'

/** Workspaces, their members and invitations. */
export const workspacesModule = {
  entities: [Workspace, Membership, Invitation],
  schema: workspacesSchema,
  resolvers: [WorkspaceResolver, WorkspacePlanResolver, MemberResolver, InvitationResolver],
  adminCommands: planAdminCommands,
  create({ orm, clock, accountCreated, authenticator, membershipEnded }: Platform): Module {
    authenticator.setMembershipReader(new WorkspaceMembershipReader(orm))
    accountCreated.onRun(async (em, account) => void (await createPersonalWorkspace(em, account)))
    return {
      resolvers: [
        new WorkspaceResolver(new WorkspaceService()),
        new WorkspacePlanResolver(new WorkspacePlanService()),
        new MemberResolver(new MemberService(membershipEnded)),
        new InvitationResolver(new InvitationService()),
      ],
      runMaintenance: async () => {
        const em = orm.em.fork()
        await deleteOldWorkspaces(em, clock.now())
        await maintainInvitations(em, clock.now())
      },
    }
  },
} satisfies ModuleDefinition
