import { randomBytes } from 'node:crypto'
import type { DerivedKey } from '../../../../platform/shared/keyring.ts'
import { digestSecret } from '../../../../platform/shared/secret-digest.ts'
import { SignedIds } from '../../../../platform/shared/signed-ids.ts'

/** How an invitation is found by a token. */
export interface ReadToken {
  readonly where: { readonly id: string } | { readonly tokenDigest: string }
  /** The token was in the mail, so a person with the token can read mails to the invited address. */
  readonly isMailed: boolean
}

/**
 * An invitation has two tokens: the inviter gets one in the answer, and the invited address gets the other in its mail.
 */
export class InvitationTokens {
  private readonly mailTokens: SignedIds

  constructor(keys: readonly [DerivedKey, ...DerivedKey[]]) {
    this.mailTokens = new SignedIds(keys, 'tkm', 'inv')
  }

  /** A new token for the inviter. */
  draw(): string {
    return `tki_${randomBytes(32).toString('base64url')}`
  }

  /** The token in the mail. */
  computeMailToken(id: string): string {
    return this.mailTokens.sign(id)
  }

  read(token: string): ReadToken {
    const id = this.mailTokens.verify(token)
    return { where: id === null ? { tokenDigest: digestSecret(token) } : { id }, isMailed: id !== null }
  }
}
