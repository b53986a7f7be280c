export type { Membership } from './membership.entity.ts'
export { Workspace } from './workspace.entity.ts'
export { createPersonalWorkspace } from './workspace.service.ts'
export { listMemberships } from './workspace-access.ts'
