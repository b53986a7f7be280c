import { createHmac } from 'node:crypto'
import type { Keyring } from '../shared/keyring.ts'
import { areSecretsEqual } from '../shared/secret-digest.ts'

/**
 * Forms post only to this service. Chromium applies `form-action` to every redirect after a form too, so none may lead
 * elsewhere.
 */
export const formPolicy = { 'form-action': "'self'" } as const

/** CSRF tokens of forms, each valid for one interaction or browser, whose id a cookie has. */
export class FormTokens {
  readonly #keys: ReturnType<Keyring['keys']>

  constructor(keyring: Keyring, purpose = 'oauth-form') {
    this.#keys = keyring.keys(purpose)
  }

  issue(uid: string): string {
    return signUid(uid, this.#keys[0].key).toString('base64url')
  }

  isValid(uid: string, token: unknown): boolean {
    const actual = Buffer.from(typeof token === 'string' ? token : '', 'base64url')
    return this.#keys.some(({ key }) => areSecretsEqual(actual, signUid(uid, key)))
  }
}

function signUid(uid: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(uid).digest()
}
