import { createEnumType } from '../shared/enum-type.ts'

const descriptions = {
  owner: 'May do everything, also delete the workspace and give this role.',
  admin: 'Also manages members, invitations and settings.',
  member: 'Also creates and changes links.',
  viewer: 'May read.',
}

export type WorkspaceRole = keyof typeof descriptions
export const WorkspaceRole = createEnumType<WorkspaceRole>(
  'WorkspaceRole',
  'What a member may do in a workspace. Each role may do what the ones after it may.',
  descriptions,
)

/** In descending order of rights. */
export const workspaceRoles = Object.keys(descriptions) as readonly WorkspaceRole[]

/** Whether a role may do what needs at least another one. */
export function isAtLeastRole(role: WorkspaceRole, lowest: WorkspaceRole): boolean {
  return workspaceRoles.indexOf(role) <= workspaceRoles.indexOf(lowest)
}
