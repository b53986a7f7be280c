import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '../../../platform/shared/keyring.ts'

/**
 * Forms post only to their own page. Chromium applies `form-action` to every redirect after a form too, so the last form
 * is answered with `continuePage` and not with a redirect.
 */
export const formPolicy = { 'form-action': "'self'" } as const

/** CSRF tokens of the forms, each valid for one interaction. */
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

/** Whether an account could have this e-mail address. A NUL character would make the database driver throw. */
export function isPossibleEmail(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 254 && !/\p{Cc}/u.test(value)
}

/** Whether an account could have this password. Longer values are rejected before the expensive hash. */
export function isPossiblePassword(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 1024
}
