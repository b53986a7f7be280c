import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import type { Keyring } from '../base/secrets.ts'
import type { Route } from '../links/index.ts'

/** What a pass is bound to. */
type Lock = Pick<Route, 'id' | 'passwordVersion'>

/** The name of the cookie that holds the proof. */
export const passCookie = 'tack_pass'

/** How long a visitor who gave the password need not give it again. */
export const passLifetimeSeconds = 30 * 60

/**
 * The proof, kept in a cookie, that a visitor gave the password of a link. It is bound to the link and the version of
 * its password, so a changed password ends it, and it holds neither the password nor its hash.
 */
export class UnlockPasses {
  readonly #ring: ReturnType<Keyring['ring']>
  readonly #clock: Clock

  constructor(keyring: Keyring, clock: Clock) {
    this.#ring = keyring.ring('unlock')
    this.#clock = clock
  }

  issue(link: Lock): string {
    const expires = Math.floor(this.#clock.now().getTime() / 1000) + passLifetimeSeconds
    return `${expires}.${signed(link, expires, this.#ring[0].key).toString('base64url')}`
  }

  holds(link: Lock, pass: string | undefined): boolean {
    const [, expires, signature] = /^(\d{1,12})\.([\w-]{43})$/.exec(pass ?? '') ?? []
    if (!expires || !signature || Number(expires) * 1000 <= this.#clock.now().getTime()) return false
    const given = Buffer.from(signature, 'base64url')
    return this.#ring.some(({ key }) => timingSafeEqual(given, signed(link, Number(expires), key)))
  }
}

function signed({ id, passwordVersion }: Lock, expires: number, key: Buffer): Buffer {
  return createHmac('sha256', key).update(`${id}.${passwordVersion}.${expires}`).digest()
}
