import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '../../../platform/shared/keyring.ts'

/** Proves that a form was served for an interaction, to the browser that holds its cookie: against forged posts. */
export class FormTokens {
  readonly #keys: ReturnType<Keyring['keys']>

  constructor(keyring: Keyring) {
    this.#keys = keyring.keys('oauth-form')
  }

  issue(uid: string): string {
    return signUid(uid, this.#keys[0].key).toString('base64url')
  }

  isValid(uid: string, token: unknown): boolean {
    const actual = Buffer.from(typeof token === 'string' ? token : '', 'base64url')
    return this.#keys.some(({ key }) => {
      const expected = signUid(uid, key)
      return actual.length === expected.length && timingSafeEqual(actual, expected)
    })
  }
}

function signUid(uid: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(uid).digest()
}

/** What could be the address of an account. Anything else need not be looked for, and a NUL could not be. */
export function isPossibleEmail(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 254 && !/\p{Cc}/u.test(value)
}

/** What is worth a hash: longer than any password can be is refused before it costs one. */
export function isPossiblePassword(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 1024
}
