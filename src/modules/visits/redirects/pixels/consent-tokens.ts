import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '../../../../platform/shared/keyring.ts'
import { type Clock, hourMs } from '../../../../platform/shared/time.ts'

/** How long the question can be answered. */
const ttlMs = hourMs

/** A visit whose click was recorded, and which waits for the answer of its visitor. */
export interface PendingVisit {
  readonly linkId: string
  readonly code: string
  readonly destination: string
}

interface SignedVisit extends PendingVisit {
  readonly expiresAt: number
}

/**
 * Signs the visit for which the question about pixels is open, with its destination. So the answer is no second click,
 * and a link with a limit gives nothing away.
 */
export class ConsentTokens {
  readonly #signingKeys: ReturnType<Keyring['keys']>
  readonly #clock: Clock

  constructor(keyring: Keyring, clock: Clock) {
    this.#signingKeys = keyring.keys('pixel-consent')
    this.#clock = clock
  }

  issue({ linkId, code, destination }: PendingVisit): string {
    const visit: SignedVisit = { linkId, code, destination, expiresAt: this.#now() + ttlMs }
    const text = Buffer.from(JSON.stringify(visit)).toString('base64url')
    return `${text}.${sign(text, this.#signingKeys[0].key).toString('base64url')}`
  }

  /** The visit of a token, and whether its question can still be answered; null if the token was not issued here. */
  read(token: unknown): (PendingVisit & { readonly isExpired: boolean }) | null {
    const [, text, signature] = /^([\w-]{1,40000})\.([\w-]{43})$/.exec(typeof token === 'string' ? token : '') ?? []
    if (!text || !signature) return null
    const signatureBytes = Buffer.from(signature, 'base64url')
    if (!this.#signingKeys.some(({ key }) => timingSafeEqual(signatureBytes, sign(text, key)))) return null
    const { expiresAt, ...visit }: SignedVisit = JSON.parse(Buffer.from(text, 'base64url').toString())
    return { ...visit, isExpired: expiresAt <= this.#now() }
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}

function sign(text: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
