import { createHmac } from 'node:crypto'

/**
 * The digests under which API keys are kept and found: HMAC-SHA-256, so that a copy of the database alone cannot even
 * tell whether a key is in it. A slow hash would be for what can be guessed; these are 178 random bits.
 */
export class KeyDigests {
  readonly #hmacKeys: readonly Buffer[]

  /** The HMAC keys of the installation, newest first: those of earlier secrets only find what is kept under them. */
  constructor(hmacKeys: readonly Buffer[]) {
    if (hmacKeys.length === 0) throw new Error('Without an HMAC key there is no digest.')
    this.#hmacKeys = hmacKeys
  }

  /** In hex, newest first: a new key is kept under the first, a known one may stand under any. */
  of(key: string): [string, ...string[]] {
    const digests = this.#hmacKeys.map((each) => createHmac('sha256', each).update(key).digest('hex'))
    return digests as [string, ...string[]]
  }
}
