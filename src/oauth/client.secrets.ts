import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new secret: the text the developer is shown once, and the digest that is kept. */
export interface ClientSecret {
  /** `tks_` and 43 characters of base64url, which is 32 random bytes. */
  readonly text: string
  readonly digest: string
}

/**
 * The secrets of confidential applications. What is kept is HMAC-SHA-256 in hexadecimal under a key of the
 * installation: of 256 random bits nothing can be guessed, so no slow hash is needed, and a dump alone verifies nothing.
 */
export class ClientSecrets {
  readonly #newest: Buffer
  readonly #keys: readonly Buffer[]

  /** Keys newest first, at least one: digests are made under the newest, and those under the others still hold. */
  constructor(keys: readonly Buffer[]) {
    const [newest] = keys
    if (!newest) throw new Error('Client secrets need a key.')
    this.#newest = newest
    this.#keys = keys
  }

  make(): ClientSecret {
    const text = `tks_${randomBytes(32).toString('base64url')}`
    return { text, digest: this.digestOf(text) }
  }

  /** The digest under which this secret is to be kept. */
  digestOf(text: string): string {
    return digestOf(text, this.#newest)
  }

  /** Whether the digest is of this secret, under any of the keys; the time it takes says nothing of the digest. */
  matches(text: string, digest: string): boolean {
    const kept = Buffer.from(digest, 'hex')
    return this.#keys.some((key) => {
      const found = Buffer.from(digestOf(text, key), 'hex')
      return found.length === kept.length && timingSafeEqual(found, kept)
    })
  }
}

function digestOf(text: string, key: Buffer): string {
  return createHmac('sha256', key).update(text).digest('hex')
}
