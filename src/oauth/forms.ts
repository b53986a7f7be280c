import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '../base/secrets.ts'

/** Proves that a form was served for an interaction, to the browser that holds its cookie: against forged posts. */
export class FormTokens {
  readonly #ring: ReturnType<Keyring['ring']>

  constructor(keyring: Keyring) {
    this.#ring = keyring.ring('oauth-form')
  }

  issue(uid: string): string {
    return signed(uid, this.#ring[0].key).toString('base64url')
  }

  holds(uid: string, token: unknown): boolean {
    const given = Buffer.from(typeof token === 'string' ? token : '', 'base64url')
    return this.#ring.some(({ key }) => {
      const expected = signed(uid, key)
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
  }
}

function signed(uid: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(uid).digest()
}

/** What could be the address of an account. Anything else need not be looked for, and a NUL could not be. */
export function isEmail(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 254 && !/\p{Cc}/u.test(value)
}

/** What is worth a hash: longer than any password can be is refused before it costs one. */
export function isPassword(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 1024
}
