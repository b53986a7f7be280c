import { createHmac } from 'node:crypto'
import type { DerivedKey } from './keyring.ts'
import { areSecretsEqual } from './secret-digest.ts'

/**
 * Tokens that are computed from an id, such as `tkd_01k..._3f...`, so nobody stores them, and a mail that is tried again has
 * the same link. Each use needs keys for a purpose of its own.
 */
export class SignedIds {
  /** Tokens begin with `tokenPrefix`, such as `tkd`; the ids in them begin with `idPrefix`, such as `file`. */
  constructor(
    private readonly keys: readonly [DerivedKey, ...DerivedKey[]],
    private readonly tokenPrefix: string,
    private readonly idPrefix: string,
  ) {}

  sign(id: string): string {
    const digits = id.slice(this.idPrefix.length + 1)
    return `${this.tokenPrefix}_${digits}_${computeSignature(id, this.keys[0]).toString('base64url')}`
  }

  /** The id of a token; null for a token that was not issued here. */
  verify(token: string): string | null {
    const [, prefix, digits, signature = ''] = /^(tk[a-z])_([0-9a-z]{26})_([\w-]{43})$/.exec(token) ?? []
    if (prefix !== this.tokenPrefix) return null
    const id = `${this.idPrefix}_${digits}`
    const actual = Buffer.from(signature, 'base64url')
    const isValid = this.keys.some((key) => areSecretsEqual(actual, computeSignature(id, key)))
    return isValid ? id : null
  }
}

function computeSignature(id: string, { key }: DerivedKey): Buffer {
  return createHmac('sha256', key).update(id).digest()
}
