import type { GroupRole, OidcProvider } from '../../../config/oidc.ts'
import { isAtLeastRole } from '../../../platform/auth/workspace-role.ts'

type Claims = Readonly<Record<string, unknown>>

/** The role of a person in each workspace, by its id. */
export type WorkspaceRoles = Readonly<Record<string, GroupRole>>

/** What the groups of a person give, the highest role of each workspace; null when the claims do not tell the groups. */
export function readWorkspaceRoles({ groupRules, groupsClaim }: OidcProvider, claims: Claims): WorkspaceRoles | null {
  const groups = readGroups(claims, groupsClaim)
  if (groups === null) return null
  const roles: Record<string, GroupRole> = {}
  for (const { group, workspaceId, role } of groupRules) {
    const other = roles[workspaceId]
    if (groups.includes(group) && (other === undefined || isAtLeastRole(role, other))) roles[workspaceId] = role
  }
  return roles
}

/** Names and ids of all groups. Null unless all can be read: a person must lose nothing by a claim that is not understood. */
function readGroups(claims: Claims, name: string): readonly string[] | null {
  if (isLeftOut(claims, name)) return null
  const value = claims[name] ?? findNested(claims, name)
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return null
  const groups = value.map(readGroup)
  return groups.every((each) => each.length > 0) ? groups.flat() : null
}

/** Entra leaves out the groups of a person who has too many of them. */
function isLeftOut({ _claim_names: elsewhere, hasgroups: hasGroups }: Claims, name: string): boolean {
  if (name === 'groups' && (hasGroups === true || hasGroups === 'true')) return true
  return typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, name)
}

/** The value of a name such as `realm_access.roles`. */
function findNested(claims: Claims, name: string): unknown {
  return name.split('.').reduce<unknown>((value, key) => (value as Claims | null | undefined)?.[key], claims)
}

function readGroup(group: unknown): string[] {
  if (typeof group === 'string') return [group]
  const { id, name, displayName } = (group ?? {}) as Claims
  return [id, name, displayName].filter((each) => typeof each === 'string')
}
