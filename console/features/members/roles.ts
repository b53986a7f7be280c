import type { WorkspaceRole } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'

const roles: readonly WorkspaceRole[] = ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER']

/** The roles that somebody with this role gives and takes: only an owner makes owners. */
export function roleOptions(own: WorkspaceRole): readonly (readonly [WorkspaceRole, string])[] {
  return roles.filter((role) => own === 'OWNER' || role !== 'OWNER').map((role) => [role, t(`settings.role.${role}`)])
}

/** Whether somebody with this role changes members at all. */
export function isAdmin(role: WorkspaceRole): boolean {
  return role === 'OWNER' || role === 'ADMIN'
}
