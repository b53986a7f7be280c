import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { DerivedKey } from '../../../platform/shared/keyring.ts'
import { digestSecret } from '../../../platform/shared/secret-digest.ts'

/** What the token of an invitation finds it by. */
export interface ReadToken {
  readonly where: { readonly id: string } | { readonly tokenDigest: string }
  /** The token was in the mail, so who has it can read mails to the invited address. */
  readonly isMailed: boolean
}

/**
 * An invitation has two tokens: who invites gets one in the answer, and the invited address another one in its mail. That
 * one is computed from the id of the invitation, so a mail that is tried again has the same link, and nobody stores it.
 */
export class InvitationTokens {
  constructor(private readonly keys: readonly [DerivedKey, ...DerivedKey[]]) {}

  /** A new token for who invites. */
  draw(): string {
    return `tki_${randomBytes(32).toString('base64url')}`
  }

  /** The token of the mail. */
  computeMailToken(id: string): string {
    return `tkm_${id.replace('inv_', '')}_${sign(id, this.keys[0]).toString('base64url')}`
  }

  read(token: string): ReadToken {
    const [, digits, signature = ''] = /^tkm_([0-9a-z]{26})_([\w-]{43})$/.exec(token) ?? []
    const id = `inv_${digits}`
    const actual = Buffer.from(signature, 'base64url')
    const isMailed = actual.length === 32 && this.keys.some((key) => timingSafeEqual(actual, sign(id, key)))
    return { where: isMailed ? { id } : { tokenDigest: digestSecret(token) }, isMailed }
  }
}

function sign(id: string, { key }: DerivedKey): Buffer {
  return createHmac('sha256', key).update(id).digest()
}
