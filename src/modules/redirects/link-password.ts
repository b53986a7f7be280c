import { createHmac, timingSafeEqual } from 'node:crypto'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import type { Throttle } from '../../platform/graphql/request-limits.ts'
import type { Counter, RateLimitRule } from '../../platform/rate-limiting/rate-limit.ts'
import type { Clock } from '../../platform/shared/clock.ts'
import { toNetwork } from '../../platform/shared/ip-address.ts'
import type { Keyring } from '../../platform/shared/keyring.ts'
import { verifyPassword } from '../../platform/shared/password-hashing.ts'
import type { Route } from '../links/index.ts'

/** Wrong ones that one network may send for one link (decisions, part 1). */
const networkLimit: RateLimitRule = { limit: 10, seconds: 600 }

/** Wrong ones that all together may send for one link. */
const linkLimit: RateLimitRule = { limit: 60, seconds: 3600 }

/** Tries passwords of links, so many and no more. */
export class LinkPasswordVerifier {
  readonly #throttle: Throttle

  constructor(throttle: Throttle) {
    this.#throttle = throttle
  }

  /**
   * Whether the password opens the link. Throws `RateLimited` when too many wrong ones came before, without a look at
   * this one. A try is charged before its hash is computed, so that tries sent at once are counted too, and given back
   * when it was right or, with too many hashes waiting (`Unavailable`), not looked at.
   */
  async verify(context: RequestContext, link: Route, password: string): Promise<boolean> {
    const throttle = this.#throttle
    const counts = this.#buildCounts(context, link)
    await throttle.charge(context, counts)
    let isWrong = false
    try {
      const isRight = await verifyPassword(link.passwordHash, password)
      isWrong = !isRight
      return isRight
    } finally {
      if (!isWrong) await throttle.refund(context, counts)
    }
  }

  #buildCounts(context: RequestContext, { id }: Route): Counter[] {
    const network = `${id} ${toNetwork(context.request.address)}`
    return [
      { name: 'password', key: network, group: id, rule: networkLimit },
      { name: 'link-password', key: id, group: id, rule: linkLimit, isShared: true },
    ]
  }
}

/** What a pass is bound to. */
type ProtectedLink = Pick<Route, 'id' | 'passwordVersion'>

/** The name of the cookie that holds the proof. */
export const unlockCookieName = 'tack_pass'

/** How long a visitor who gave the password need not give it again. */
export const unlockTtlSeconds = 30 * 60

/**
 * The proof, kept in a cookie, that a visitor gave the password of a link. It is bound to the link and the version of
 * its password, so a changed password ends it, and it holds neither the password nor its hash.
 */
export class UnlockTokenIssuer {
  readonly #signingKeys: ReturnType<Keyring['keys']>
  readonly #clock: Clock

  constructor(keyring: Keyring, clock: Clock) {
    this.#signingKeys = keyring.keys('unlock')
    this.#clock = clock
  }

  issue(link: ProtectedLink): string {
    const expiresAtSeconds = Math.floor(this.#clock.now().getTime() / 1000) + unlockTtlSeconds
    return `${expiresAtSeconds}.${sign(link, expiresAtSeconds, this.#signingKeys[0].key).toString('base64url')}`
  }

  isValid(link: ProtectedLink, token: string | undefined): boolean {
    const [, expiresAtSeconds, signature] = /^(\d{1,12})\.([\w-]{43})$/.exec(token ?? '') ?? []
    if (!expiresAtSeconds || !signature || Number(expiresAtSeconds) * 1000 <= this.#clock.now().getTime()) return false
    const signatureBytes = Buffer.from(signature, 'base64url')
    return this.#signingKeys.some(({ key }) =>
      timingSafeEqual(signatureBytes, sign(link, Number(expiresAtSeconds), key)),
    )
  }
}

function sign({ id, passwordVersion }: ProtectedLink, expiresAtSeconds: number, key: Buffer): Buffer {
  return createHmac('sha256', key).update(`${id}.${passwordVersion}.${expiresAtSeconds}`).digest()
}
