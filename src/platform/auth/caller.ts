import type { ServiceError } from '../shared/service-error.ts'
import type { Scope } from './scopes.ts'

/** How a caller authenticates. */
export type AuthScheme = 'session' | 'apiKey' | 'oauth'

/** The role of an account on this installation: `user` manages its own items, `admin` those of all accounts. */
export type Role = 'user' | 'admin'

export interface AuthenticatedCaller {
  readonly kind: 'account'
  readonly accountId: string
  /** The id of the account, or of the API key or OAuth application that acts for it. */
  readonly actorId: string
  readonly scheme: AuthScheme
  readonly scopes: ReadonlySet<Scope>
  /** Set for logins only; no other credential has the role of its account. */
  readonly role?: Role
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
