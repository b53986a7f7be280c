import type { Failure } from '../base/failure.ts'
import type { Account } from './caller.ts'

/** A room that issues credentials hands one of these to the app, which asks them in order. */
export interface CredentialReader {
  /** Whether a token of this shape is this reader's to judge. */
  claims(token: string): boolean
  /** The account behind the token. Throws a 401 failure when the token does not hold. */
  read(token: string): Promise<Account>
  /**
   * Which of these tokens, each of which `read` has answered for before, hold no longer, and the 401 failure of each. By
   * one statement for all of them, because whoever stays connected is asked about again every second.
   */
  lapsed(tokens: readonly string[]): Promise<ReadonlyMap<string, Failure>>
}
