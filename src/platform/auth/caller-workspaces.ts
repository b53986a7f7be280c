import { SecondFactorNeeded, WorkspaceNotFound } from './auth.errors.ts'
import { requireAccount } from './authorization.ts'
import type { Caller, CallerWorkspace } from './caller.ts'

/** The workspaces of the caller, without those that need a second factor which the caller lacks. Throws a 401 without an account. */
export function listOpenWorkspaces(caller: Caller): readonly CallerWorkspace[] {
  const { workspaces, lacksSecondFactor } = requireAccount(caller)
  return lacksSecondFactor ? workspaces.filter(({ needsSecondFactor }) => !needsSecondFactor) : workspaces
}

/** The same. Throws `WorkspaceNotFound` when the caller has none, and `SecondFactorNeeded` when the caller can use none. */
export function requireOpenWorkspaces(caller: Caller): readonly CallerWorkspace[] {
  const open = listOpenWorkspaces(caller)
  if (open.length > 0) return open
  throw requireAccount(caller).workspaces.length === 0 ? new WorkspaceNotFound() : new SecondFactorNeeded()
}

/** A workspace of the caller. Throws `WorkspaceNotFound`, and `SecondFactorNeeded` when it needs one which the caller lacks. */
export function findOpenWorkspace(caller: Caller, workspaceId: string | undefined): CallerWorkspace {
  const { workspaces, lacksSecondFactor } = requireAccount(caller)
  const workspace = workspaces.find(({ id }) => id === workspaceId)
  if (!workspace) throw new WorkspaceNotFound()
  if (lacksSecondFactor && workspace.needsSecondFactor) throw new SecondFactorNeeded()
  return workspace
}
