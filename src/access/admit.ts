import type { Account, Caller } from './caller.ts'
import { ApiKeyNotAccepted, InsufficientScope, SessionRequired, Unauthenticated } from './failures.ts'
import { isProfileScope, type Scope } from './scopes.ts'

/** What an operation asks of its caller: nothing, or an account with one scope, which may have to be logged in. */
export type Access =
  | { readonly open: true }
  | { readonly open: false; readonly scope: Scope; readonly sessionOnly?: boolean }

/** Throws the 401 or 403 that stands between this caller and an operation with this access; else returns. */
export function admit(caller: Caller, access: Access): void {
  if (access.open) return
  const { scheme, scopes } = accountOf(caller)
  if (scheme === 'apiKey' && isProfileScope(access.scope)) throw new ApiKeyNotAccepted()
  if (!scopes.has(access.scope)) throw new InsufficientScope(access.scope)
  if (access.sessionOnly && scheme !== 'session') throw new SessionRequired()
}

/** The account of an identified caller. Throws 401 for everyone else. */
export function accountOf(caller: Caller): Account {
  if (caller.kind === 'account') return caller
  throw caller.kind === 'refused' ? caller.failure : new Unauthenticated()
}
