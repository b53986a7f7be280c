import { createEnumType } from '../shared/enum-type.ts'
import type { ServiceError } from '../shared/service-error.ts'
import type { Scope } from './scopes.ts'

/** How a caller authenticates. */
export type AuthScheme = 'session' | 'apiKey' | 'oauth'

export type Role = 'user' | 'admin'
export const Role = createEnumType<Role>('UserRole', 'Role of an account on this installation.', {
  user: 'Manages its own items.',
  admin: 'Also reviews reports of abuse and sets the plans of workspaces.',
})

/** Runs a statement in a transaction. */
interface Statements {
  execute(sql: string, parameters: unknown[]): Promise<unknown[]>
}

/** What a user has granted to an OAuth application. It owns what the application creates. */
export interface CallerGrant {
  readonly digest: string
  readonly expiresAt: Date
}

export interface AuthenticatedCaller {
  readonly kind: 'account'
  readonly accountId: string
  /** The id of the account, or of the API key or OAuth application that acts for it. */
  readonly actorId: string
  readonly scheme: AuthScheme
  readonly scopes: ReadonlySet<Scope>
  /** Set for logins only; no other credential has the role of its account. */
  readonly role?: Role
  /** Set for OAuth tokens only. */
  readonly grant?: CallerGrant
  /**
   * Keeps the credential from ending before the transaction does, so that a new API key is either seen and revoked by what
   * ends the credential, or not created. Throws `InvalidToken` when the credential has ended.
   */
  hold?(em: Statements): Promise<void>
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

/** Reads one kind of credential. The module that issues the credential provides the reader. */
export interface CredentialReader {
  /** Whether a token of this form belongs to this reader. */
  canRead(token: string): boolean
  /** The account of the token. Throws a 401 `ServiceError` for an invalid token. */
  read(token: string): Promise<AuthenticatedCaller>
  /** Those of accepted tokens that are no longer valid, with their 401: one statement, run every second. */
  findInvalid(tokens: readonly string[]): Promise<ReadonlyMap<string, ServiceError>>
}
