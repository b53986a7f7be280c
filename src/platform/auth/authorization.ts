import { Extensions } from 'type-graphql'
import {
  AccountBeingDeleted,
  ApiKeyNotAccepted,
  Forbidden,
  InsufficientScope,
  SessionRequired,
  StepUpRequired,
  Unauthenticated,
} from './auth.errors.ts'
import { type Actor, type AuthenticatedCaller, actorOf, type Caller, type Role } from './caller.ts'
import { needsFreshProof, type StepUp } from './login-proof.ts'
import { isProfileScope, type Scope } from './scopes.ts'
import type { WorkspaceRole } from './workspace-role.ts'

/**
 * What a caller needs: nothing, or an account with a scope, and optionally a login or a role. `workspaceRole` is the lowest
 * role in the workspace of what the operation reads or changes; absent when it concerns the account alone.
 */
export type AccessRule =
  | { readonly open: true }
  | {
      readonly open: false
      readonly scope: Scope
      readonly workspaceRole?: WorkspaceRole
      readonly sessionOnly?: boolean
      readonly role?: Role
      readonly duringDeletion?: boolean
      readonly stepUp?: StepUp
    }

/** Throws the 401 or 403 for a caller that does not meet the rule. */
export function authorize(caller: Caller, rule: AccessRule): void {
  if (rule.open) return
  const account = requireAccount(caller)
  const { scheme, scopes, role, isBeingDeleted } = account
  if (isBeingDeleted && !rule.duringDeletion) throw new AccountBeingDeleted()
  if (scheme === 'apiKey' && isProfileScope(rule.scope)) throw new ApiKeyNotAccepted()
  if (!scopes.has(rule.scope)) throw new InsufficientScope(rule.scope)
  if (rule.sessionOnly && scheme !== 'session') throw new SessionRequired()
  if (rule.role && role !== rule.role) throw new Forbidden()
  if (rule.stepUp && needsFreshProof(account, rule.stepUp)) throw new StepUpRequired(account.proof?.ways ?? [])
}

/**
 * The rule of what changes how an account logs in, for what is no operation of its own: a login whose owner has just proved who
 * they are.
 */
export const signInChangeRule: AccessRule = { open: false, scope: 'write:profile', sessionOnly: true, stepUp: 'always' }

/** The options of what cannot be taken back, for whose owner the password in the request is enough. */
export const confirmedChange = { sessionOnly: true, stepUp: 'exceptWithPassword' } as const

/** Their rule, for a page that asks for the proof before it shows its form. */
export const confirmedChangeRule: AccessRule = { open: false, scope: 'write:profile', ...confirmedChange }

/** The account of the caller. Throws a 401 when there is none. */
export function requireAccount(caller: Caller): AuthenticatedCaller {
  if (caller.kind === 'account') return caller
  throw caller.kind === 'invalid' ? caller.error : new Unauthenticated()
}

/** The caller for the activity log. Throws like `requireAccount`. */
export function requireActor(caller: Caller): Actor {
  return actorOf(requireAccount(caller))
}

/** Whether the credential of the caller has the scope. Lists of several kinds leave out what it may not read. */
export function hasScope(caller: Caller, scope: Scope): boolean {
  return caller.kind === 'account' && caller.scopes.has(scope)
}

/** The rule of each object of a type: the scope of its kind. */
export type ScopeOf<T> = (object: T) => Scope

/** What the decorators below declare of an operation, a field or an object type; `guardTypes` enforces it. */
export interface AccessExtensions {
  readonly access?: AccessRule
  readonly scopeOf?: ScopeOf<unknown>
  readonly inheritsAccess?: true
  readonly filtersByAccess?: true
}

interface AccessOptions {
  readonly workspaceRole?: WorkspaceRole | 'none'
  readonly sessionOnly?: boolean
  readonly role?: Role
  readonly duringDeletion?: boolean
  readonly stepUp?: StepUp
}

type AccessDecorator = ClassDecorator & PropertyDecorator & MethodDecorator

/**
 * The operation, the field or the objects of the type need an account whose credential has the scope. With `sessionOnly`
 * the credential must be a login, not an API key or OAuth token. With `role` it must be the login of an account with that
 * role. The rule of a type holds for every field that leads to it, besides the rule of the field. `workspaceRole` is the
 * lowest role in the workspace that the operation concerns: by default `member` for a scope that writes links or QR codes,
 * and `viewer` otherwise. `RequestContext` enforces it. `none` is for operations that concern the account alone, by default
 * those that need a login; they ignore the header `X-Workspace-Id`. With `duringDeletion` an account that is being deleted
 * may do it too. With `stepUp`, a login needs a proof of identity that is at most 10 minutes old.
 */
export function Access(
  scope: Scope,
  { sessionOnly, role, duringDeletion, stepUp, ...options }: AccessOptions = {},
): AccessDecorator {
  const requiresSession = sessionOnly || role !== undefined
  const { workspaceRole = requiresSession ? 'none' : defaultWorkspaceRole(scope) } = options
  return declare({
    access: {
      open: false,
      scope,
      ...(workspaceRole !== 'none' && { workspaceRole }),
      ...(requiresSession && { sessionOnly: true }),
      ...(role && { role }),
      ...(duringDeletion && { duringDeletion }),
      ...(stepUp && { stepUp }),
    },
  })
}

function defaultWorkspaceRole(scope: Scope): WorkspaceRole {
  return scope === 'write:links' || scope === 'write:qr' ? 'member' : 'viewer'
}

/** The operation or the objects of the type need no credential. */
export function Open(): AccessDecorator {
  return declare({ access: { open: true } })
}

/** Each object of the type needs the scope of its kind. Lists leave out the objects that the caller may not read. */
export function AccessByKind<T>(scopeOf: ScopeOf<T>): ClassDecorator {
  return declare({ scopeOf: scopeOf as ScopeOf<unknown> })
}

/**
 * On a type: its objects are parts of other objects, whose access holds. On a field: it leads to the object that the
 * operation has created or changed, for which the access of the operation is enough.
 */
export function InheritsAccess(): AccessDecorator {
  return declare({ inheritsAccess: true })
}

/** The resolver of this list leaves out what the caller may not read; an object that is not left out is refused. */
export function FiltersByAccess(): PropertyDecorator & MethodDecorator {
  return declare({ filtersByAccess: true })
}

function declare(extensions: AccessExtensions): AccessDecorator {
  return Extensions({ ...extensions }) as AccessDecorator
}
