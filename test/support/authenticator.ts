import { WorkspaceMembershipReader } from '../../src/modules/identity/workspaces/workspaces.queries.ts'
import type { CredentialReader } from '../../src/platform/auth/caller.ts'
import { Authenticator } from '../../src/platform/http/authenticator.ts'

/** Finds callers with these readers. */
export function authenticatorOf(readers: readonly CredentialReader[] = []): Authenticator {
  const authenticator = new Authenticator()
  for (const reader of readers) authenticator.addReader(reader)
  authenticator.setMembershipReader(new WorkspaceMembershipReader())
  return authenticator
}
