import type { Account, Caller, Role } from './caller.ts'
import { ApiKeyNotAccepted, Forbidden, InsufficientScope, SessionRequired, Unauthenticated } from './failures.ts'
import { isProfileScope, type Scope } from './scopes.ts'

/**
 * What an operation asks of its caller: nothing, or an account with one scope, which may have to be logged in and to
 * have a role on the installation.
 */
export type Access =
  | { readonly open: true }
  | { readonly open: false; readonly scope: Scope; readonly sessionOnly?: boolean; readonly role?: Role }

/** Throws the 401 or 403 that stands between this caller and an operation with this access; else returns. */
export function admit(caller: Caller, access: Access): void {
  if (access.open) return
  const { scheme, scopes, role } = accountOf(caller)
  if (scheme === 'apiKey' && isProfileScope(access.scope)) throw new ApiKeyNotAccepted()
  if (!scopes.has(access.scope)) throw new InsufficientScope(access.scope)
  if (access.sessionOnly && scheme !== 'session') throw new SessionRequired()
  if (access.role && role !== access.role) throw new Forbidden()
}

/** The account of an identified caller. Throws 401 for everyone else. */
export function accountOf(caller: Caller): Account {
  if (caller.kind === 'account') return caller
  throw caller.kind === 'refused' ? caller.failure : new Unauthenticated()
}
