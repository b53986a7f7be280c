import type { ServiceError } from '../shared/service-error.ts'
import type { Scope } from './scopes.ts'

/** The ways of contract part 5 to show who is calling. */
export type AuthScheme = 'session' | 'apiKey' | 'oauth'

/** What an account may do on this installation: its own things only, or look after everybody's. */
export type Role = 'user' | 'admin'

export interface AuthenticatedCaller {
  readonly kind: 'account'
  readonly accountId: string
  /** Who acts in its name: the account itself, or the API key or the OAuth application it lets act. */
  readonly actorId: string
  readonly scheme: AuthScheme
  readonly scopes: ReadonlySet<Scope>
  /** Known of a login only: no other credential carries what its account may do on the installation. */
  readonly role?: Role
}

/**
 * Who is calling. A refused credential is carried, not thrown, because an open operation must still answer:
 * only an operation that needs an account raises it.
 */
export type Caller =
  | AuthenticatedCaller
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'refused'; readonly error: ServiceError }

export const anonymousCaller: Caller = Object.freeze({ kind: 'anonymous' })

/** A room that issues credentials hands one of these to the app, which asks them in order. */
export interface CredentialReader {
  /** Whether a token of this shape is this reader's to judge. */
  canRead(token: string): boolean
  /** The account behind the token. Throws a 401 failure when the token does not hold. */
  read(token: string): Promise<AuthenticatedCaller>
  /**
   * Which of these tokens, each of which `read` has answered for before, hold no longer, and the 401 failure of each. By
   * one statement for all of them, because whoever stays connected is asked about again every second.
   */
  findInvalid(tokens: readonly string[]): Promise<ReadonlyMap<string, ServiceError>>
}
