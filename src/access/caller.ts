import type { Failure } from '../base/failure.ts'
import type { Scope } from './scopes.ts'

/** The ways of contract part 5 to show who is calling. */
export type Scheme = 'session' | 'apiKey' | 'oauth'

/** What an account may do on this installation: its own things only, or look after everybody's. */
export type Role = 'user' | 'admin'

export interface Account {
  readonly kind: 'account'
  readonly accountId: string
  /** Who acts in its name: the account itself, or the API key or the OAuth application it lets act. */
  readonly actorId: string
  readonly scheme: Scheme
  readonly scopes: ReadonlySet<Scope>
  /** Known of a login only: no other credential carries what its account may do on the installation. */
  readonly role?: Role
}

/**
 * Who is calling. A refused credential is carried, not thrown, because an open operation must still answer:
 * only an operation that needs an account raises it.
 */
export type Caller = Account | { readonly kind: 'anonymous' } | { readonly kind: 'refused'; readonly failure: Failure }

export const anonymous: Caller = Object.freeze({ kind: 'anonymous' })
