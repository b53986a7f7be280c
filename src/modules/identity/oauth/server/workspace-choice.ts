import type { Membership } from '../../workspaces/index.ts'

/** The workspaces that a person chose on the consent page, in the payload of the grant. */
export interface WorkspaceChoice {
  /**
   * Ids of memberships and not of workspaces: an ended membership leaves the choice, and a person who joins the
   * workspace again has a new membership. Absent in grants that are older than the choice.
   */
  readonly membershipIds?: readonly string[] | undefined
}

/** The memberships that are in the choice. Without a choice, only the membership in the personal workspace. */
export function filterChosen({ membershipIds }: WorkspaceChoice, memberships: readonly Membership[]): Membership[] {
  return memberships.filter(({ id, workspace }) => membershipIds?.includes(id) ?? workspace.getEntity().isPersonal)
}
