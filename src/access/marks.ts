import { Extensions, type MiddlewareFn, UseMiddleware } from 'type-graphql'
import { type Access as AccessRule, admit } from './admit.ts'
import type { Caller, Role } from './caller.ts'
import type { Scope } from './scopes.ts'

interface AccessOptions {
  readonly sessionOnly?: boolean
  readonly role?: Role
}

/**
 * The operation needs an account whose credential carries the scope; `sessionOnly`, a login besides, and no token that
 * a person gave to an application; `role`, the login of an account with that role on the installation.
 */
export function Access(scope: Scope, { sessionOnly, role }: AccessOptions = {}): MethodDecorator {
  const isForLogins = sessionOnly || role !== undefined
  return guarded({ open: false, scope, ...(isForLogins && { sessionOnly: true }), ...(role && { role }) })
}

/** The operation answers to anyone. */
export function Open(): MethodDecorator {
  return guarded({ open: true })
}

/** The mark and the guard are set together, so that what the schema says is what is enforced. */
function guarded(access: AccessRule): MethodDecorator {
  const guard: MiddlewareFn<{ caller: Caller }> = ({ context }, next) => {
    admit(context.caller, access)
    return next()
  }
  return (target, key, descriptor) => {
    Extensions({ access })(target, key as string, descriptor)
    if (!access.open) UseMiddleware(guard)(target, key as string, descriptor)
  }
}
