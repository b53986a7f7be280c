import type { Account } from './caller.ts'

/** A room that issues credentials hands one of these to the app, which asks them in order. */
export interface CredentialReader {
  /** Whether a token of this shape is this reader's to judge. */
  claims(token: string): boolean
  /** The account behind the token. Throws a 401 failure when the token does not hold. */
  read(token: string): Promise<Account>
}
