import type { Failure } from '../base/failure.ts'
import type { Scope } from './scopes.ts'

/** The ways of contract part 5 to show who is calling. */
export type Scheme = 'session' | 'apiKey' | 'oauth'

export interface Account {
  readonly kind: 'account'
  readonly accountId: string
  readonly scheme: Scheme
  readonly scopes: ReadonlySet<Scope>
}

/**
 * Who is calling. A refused credential is carried, not thrown, because an open operation must still answer:
 * only an operation that needs an account raises it.
 */
export type Caller = Account | { readonly kind: 'anonymous' } | { readonly kind: 'refused'; readonly failure: Failure }

export const anonymous: Caller = Object.freeze({ kind: 'anonymous' })
