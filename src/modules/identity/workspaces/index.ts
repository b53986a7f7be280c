export type { WorkspaceOutcome, WorkspacesOfDeletedAccount } from './deletion/account-deletion.ts'
export type { GroupMemberships } from './groups/group-memberships.ts'
export { Invitation } from './invitation.entity.ts'
export {
  findReachableMembers,
  isAdminWhoWants,
  isWeeklyRecipient,
  isWorkspaceAdmin,
  memberLanguage,
  memberTimeZone,
  wantsMail,
} from './mails/reachable-members.ts'
export { Membership } from './membership.entity.ts'
export { Plan } from './plans/plan.types.ts'
export { Workspace } from './workspace.entity.ts'
export { createPersonalWorkspace, loadWorkspace } from './workspace.service.ts'
export { findOwnedWorkspaceIds, listMemberships } from './workspace-access.ts'
export { type WorkspacesModule, workspacesModule } from './workspaces.module.ts'
export { claimWeeklyExports, firstOwnerSql, memberPlanLimit } from './workspaces.queries.ts'
