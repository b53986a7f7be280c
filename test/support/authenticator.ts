import { WorkspaceMembershipReader } from '../../src/modules/workspaces/workspaces.queries.ts'
import type { CredentialReader } from '../../src/platform/auth/caller.ts'
import type { Orm } from '../../src/platform/database/database.ts'
import { Authenticator } from '../../src/platform/http/authenticator.ts'

/** Finds callers with these readers; without a database they have no workspaces. */
export function authenticatorOf(readers: readonly CredentialReader[] = [], orm?: Orm): Authenticator {
  const authenticator = new Authenticator()
  for (const reader of readers) authenticator.addReader(reader)
  if (orm) authenticator.setMembershipReader(new WorkspaceMembershipReader(orm))
  return authenticator
}
