export { Workspace } from './workspace.entity.ts'
export { createPersonalWorkspace } from './workspace.service.ts'
export type { WorkspacesModule } from './workspaces.module.ts'
