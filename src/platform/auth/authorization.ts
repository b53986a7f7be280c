import { Extensions, type MiddlewareFn, UseMiddleware } from 'type-graphql'
import { ApiKeyNotAccepted, Forbidden, InsufficientScope, SessionRequired, Unauthenticated } from './auth.errors.ts'
import type { AuthenticatedCaller, Caller, Role } from './caller.ts'
import { isProfileScope, type Scope } from './scopes.ts'

/** What an operation requires of its caller: nothing, or an account with a scope, and optionally a login or a role. */
export type AccessRule =
  | { readonly open: true }
  | { readonly open: false; readonly scope: Scope; readonly sessionOnly?: boolean; readonly role?: Role }

/** Throws the 401 or 403 for a caller that may not run an operation with this rule. */
export function authorize(caller: Caller, rule: AccessRule): void {
  if (rule.open) return
  const { scheme, scopes, role } = requireAccount(caller)
  if (scheme === 'apiKey' && isProfileScope(rule.scope)) throw new ApiKeyNotAccepted()
  if (!scopes.has(rule.scope)) throw new InsufficientScope(rule.scope)
  if (rule.sessionOnly && scheme !== 'session') throw new SessionRequired()
  if (rule.role && role !== rule.role) throw new Forbidden()
}

/** The account of the caller. Throws a 401 when there is none. */
export function requireAccount(caller: Caller): AuthenticatedCaller {
  if (caller.kind === 'account') return caller
  throw caller.kind === 'invalid' ? caller.error : new Unauthenticated()
}

interface AccessOptions {
  readonly sessionOnly?: boolean
  readonly role?: Role
}

/**
 * The operation needs an account whose credential has the scope. With `sessionOnly` the credential must be a login, not
 * an API key or OAuth token. With `role` it must be the login of an account with that role.
 */
export function Access(scope: Scope, { sessionOnly, role }: AccessOptions = {}): MethodDecorator {
  const requiresSession = sessionOnly || role !== undefined
  return createAccessDecorator({
    open: false,
    scope,
    ...(requiresSession && { sessionOnly: true }),
    ...(role && { role }),
  })
}

/** The operation needs no credential. */
export function Open(): MethodDecorator {
  return createAccessDecorator({ open: true })
}

/** Sets the extension and the guard together, so that the schema describes what is enforced. */
function createAccessDecorator(access: AccessRule): MethodDecorator {
  const guard: MiddlewareFn<{ caller: Caller }> = ({ context }, next) => {
    authorize(context.caller, access)
    return next()
  }
  return (target, key, descriptor) => {
    Extensions({ access })(target, key as string, descriptor)
    if (!access.open) UseMiddleware(guard)(target, key as string, descriptor)
  }
}
