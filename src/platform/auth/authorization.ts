import { Extensions, type MiddlewareFn, UseMiddleware } from 'type-graphql'
import { ApiKeyNotAccepted, Forbidden, InsufficientScope, SessionRequired, Unauthenticated } from './auth.errors.ts'
import type { AuthenticatedCaller, Caller, Role } from './caller.ts'
import { isProfileScope, type Scope } from './scopes.ts'

/**
 * What an operation asks of its caller: nothing, or an account with one scope, which may have to be logged in and to
 * have a role on the installation.
 */
export type AccessRule =
  | { readonly open: true }
  | { readonly open: false; readonly scope: Scope; readonly sessionOnly?: boolean; readonly role?: Role }

/** Throws the 401 or 403 that stands between this caller and an operation with this access; else returns. */
export function authorize(caller: Caller, rule: AccessRule): void {
  if (rule.open) return
  const { scheme, scopes, role } = requireAccount(caller)
  if (scheme === 'apiKey' && isProfileScope(rule.scope)) throw new ApiKeyNotAccepted()
  if (!scopes.has(rule.scope)) throw new InsufficientScope(rule.scope)
  if (rule.sessionOnly && scheme !== 'session') throw new SessionRequired()
  if (rule.role && role !== rule.role) throw new Forbidden()
}

/** The account of an identified caller. Throws 401 for everyone else. */
export function requireAccount(caller: Caller): AuthenticatedCaller {
  if (caller.kind === 'account') return caller
  throw caller.kind === 'refused' ? caller.error : new Unauthenticated()
}

interface AccessOptions {
  readonly sessionOnly?: boolean
  readonly role?: Role
}

/**
 * The operation needs an account whose credential carries the scope; `sessionOnly`, a login besides, and no token that
 * a person gave to an application; `role`, the login of an account with that role on the installation.
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

/** The operation answers to anyone. */
export function Open(): MethodDecorator {
  return createAccessDecorator({ open: true })
}

/** The mark and the guard are set together, so that what the schema says is what is enforced. */
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
