import type { Membership } from '../../workspaces/index.ts'

/** The workspaces that a person chose on the consent page, in the payload of the grant. */
export interface WorkspaceChoice {
  /**
   * Ids of memberships and not of workspaces: a membership that ends leaves the choice, and somebody who joins the workspace
   * again has another one. Absent in grants from before there was a choice.
   */
  readonly membershipIds?: readonly string[] | undefined
}

/** Those of the memberships that are in the choice; without one, that of the personal workspace. */
export function filterChosen({ membershipIds }: WorkspaceChoice, memberships: readonly Membership[]): Membership[] {
  return memberships.filter(({ id, workspace }) => membershipIds?.includes(id) ?? workspace.getEntity().isPersonal)
}
