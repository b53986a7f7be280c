import type { Plan } from '../../config/plan.ts'
import { createEnumType } from '../shared/enum-type.ts'
import type { ServiceError } from '../shared/service-error.ts'
import type { LoginProof } from './login-proof.ts'
import type { Scope } from './scopes.ts'
import type { TokenAudience } from './token-audience.ts'
import type { WorkspaceRole } from './workspace-role.ts'

/** How a caller authenticates. */
export type AuthScheme = 'session' | 'apiKey' | 'oauth'

export type Role = 'user' | 'admin'
export const Role = createEnumType<Role>('UserRole', 'Role of an account on this installation.', {
  user: 'Manages its own items.',
  admin: 'Also reviews reports of abuse and sets the plans of workspaces.',
})

/** Runs a statement in a transaction. */
export interface Statements {
  execute(sql: string, parameters: unknown[]): Promise<unknown[]>
}

/** What a user has granted to an OAuth application. It owns what the application creates. */
export interface CallerGrant {
  readonly digest: string
  readonly expiresAt: Date
}

/**
 * Who did something, for the activity log: the id of an account, `system` for the service itself, or an API key or OAuth application
 * with the account for which it acts.
 */
export type Actor = string | { readonly id: string; readonly accountId: string }

/** A workspace that the caller is a member of and that its credential may use. */
export interface CallerWorkspace {
  readonly id: string
  readonly role: WorkspaceRole
  readonly isPersonal: boolean
  readonly plan: Plan
  /** Whether logins need a second factor of their account. */
  readonly needsSecondFactor?: boolean
}

/** The account of a credential, and what the credential may do. */
export interface Credential {
  readonly kind: 'account'
  /** All workspaces of the account, also those that the credential may not use: their plans decide the quota. */
  readonly memberships: readonly CallerWorkspace[]
  readonly accountId: string
  /** The id of the account, or of the API key or OAuth application that acts for it. */
  readonly actorId: string
  readonly scheme: AuthScheme
  /** Set for logins only. */
  readonly sessionId?: string
  /** Set for the short-lived token of a page. It is not renewed, and is no cookie. */
  readonly isPageToken?: boolean
  readonly scopes: ReadonlySet<Scope>
  /**
   * Until when it may be used without being read again: it expires then, or its use has to be recorded once more. Absent when
   * each request must read it.
   */
  readonly validUntil?: Date
  /** Set for logins only. */
  readonly proof?: LoginProof
  /** Set for logins of accounts without a second factor. */
  readonly lacksSecondFactor?: boolean
  /** Set for logins only: other credentials of an account that is being deleted are refused. */
  readonly isBeingDeleted?: boolean
  /** Set for logins only; no other credential has the role of its account. */
  readonly role?: Role
  /** Set for OAuth tokens only. */
  readonly grant?: CallerGrant
  /** What the token is for; undefined for a credential that is for no single resource. */
  readonly audience?: TokenAudience | undefined
  /**
   * Keeps the credential from ending before the transaction does, so that a new API key is either seen and revoked by what
   * ends the credential, or not created. Throws `InvalidToken` when the credential has ended.
   */
  hold?(em: Statements): Promise<void>
  /** The workspaces that the credential may use, the default first. An API key has its own only. Undefined for all. */
  readonly workspaceIds?: readonly string[]
}

export interface AuthenticatedCaller extends Credential {
  /** The first is the default: the workspace of the API key, or the personal one. Empty when all were deleted or left. */
  readonly workspaces: CallerWorkspace[]
}

/**
 * Who sent the request. An invalid credential is stored and not thrown, because operations without `@Access` must still
 * answer; only an operation that needs an account throws the error.
 */
export type Caller =
  | AuthenticatedCaller
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'invalid'; readonly error: ServiceError }

export const anonymousCaller: Caller = Object.freeze({ kind: 'anonymous' })

/** An account in a workspace. */
export interface AccountInWorkspace {
  readonly accountId: string
  readonly workspaceId: string
  /** Whether a login acts for it: some workspaces need a second factor of its account. */
  readonly isLogin: boolean
}

/** Reads memberships of workspaces. The workspaces module provides it. */
export interface MembershipReader {
  /**
   * A subquery with the `CallerWorkspace`s of an account as JSON, the personal one first, for the statement that reads a
   * credential: a statement of its own would cost each request a round trip. Null for an account that is being deleted.
   */
  workspacesSql(accountId: string): string
  /**
   * For each of these, in their order: null if it may use the workspace now. Otherwise `WorkspaceNotFound` for an account that
   * is no member or is being deleted, and `SecondFactorNeeded`.
   */
  checkMembers(em: Statements, accounts: readonly AccountInWorkspace[]): Promise<readonly (ServiceError | null)[]>
}

/** Reads one kind of credential. The module that issues the credential provides the reader. */
export interface CredentialReader {
  /** Whether a token of this form belongs to this reader. */
  canRead(token: string): boolean
  /**
   * The account of the token, and its workspaces. `address` is the network address of the request, if there is one. Throws a
   * 401 `ServiceError` for an invalid token.
   */
  read(token: string, workspacesSql: MembershipReader['workspacesSql'], address?: string): Promise<Credential>
  /** Which of the accepted tokens are no longer valid, each with its 401. It is one statement, and runs every second. */
  findInvalid(tokens: readonly string[]): Promise<ReadonlyMap<string, ServiceError>>
}

/** The caller, or `system` without one. */
export function findActor(caller: Caller): Actor {
  return caller.kind === 'account' ? actorOf(caller) : 'system'
}

export function actorOf({ actorId, accountId }: Pick<Credential, 'actorId' | 'accountId'>): Actor {
  return actorId === accountId ? accountId : { id: actorId, accountId }
}
