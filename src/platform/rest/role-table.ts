import type { GraphQLSchema } from 'graphql'
import type { Role } from '../auth/caller.ts'
import type { Scope } from '../auth/scopes.ts'
import type { WorkspaceRole } from '../auth/workspace-role.ts'
import { listOperations } from '../graphql/operations.ts'
import { listRestOperations } from './rest-operations.ts'

/** Who may run an operation. */
export interface RoleTableRow {
  readonly operation: string
  /** Its method and path; null for an operation of GraphQL only. */
  readonly rest: string | null
  /** The scope that the credential needs; null when none is needed. */
  readonly scope: Scope | null
  /** The lowest role in the workspace of what it reads or changes; null when it concerns no workspace. */
  readonly workspaceRole: WorkspaceRole | null
  /** Whether it accepts only the token of a login. */
  readonly sessionOnly: boolean
  /** The role of the account on the installation, for operations that need one. */
  readonly accountRole?: Role
}

/** Who may run each operation, by name. */
export function buildRoleTable(schema: GraphQLSchema): RoleTableRow[] {
  const routes = new Map(listRestOperations(schema).map(({ name, route }) => [name, `${route.method} ${route.path}`]))
  const rows = listOperations(schema).map(({ name, access }): RoleTableRow => {
    const row = { operation: name, rest: routes.get(name) ?? null }
    if (access.open) return { ...row, scope: null, workspaceRole: null, sessionOnly: false }
    const { scope, workspaceRole = null, sessionOnly = false, role } = access
    return { ...row, scope, workspaceRole, sessionOnly, ...(role && { accountRole: role }) }
  })
  return rows.sort((a, b) => (a.operation < b.operation ? -1 : 1))
}
