import { createHmac, timingSafeEqual } from 'node:crypto'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { hashingCallerOf, type Throttle } from '../../../platform/graphql/request-limits.ts'
import { type Counter, type RateLimitRule, reservedAttemptsRule } from '../../../platform/rate-limiting/rate-limit.ts'
import { toNetwork } from '../../../platform/shared/ip-address.ts'
import type { Keyring } from '../../../platform/shared/keyring.ts'
import { type HashingCaller, verifyPassword } from '../../../platform/shared/password-hashing.ts'
import type { Clock } from '../../../platform/shared/time.ts'
import type { Route } from '../../publishing/links/index.ts'

/** Wrong passwords for one link from one network (docs/decisions/rate-limits.md). */
const networkLimit: RateLimitRule = { limit: 10, seconds: 600 }

/** Wrong passwords for one link from all networks, besides the own attempts of each network. */
const linkLimit: RateLimitRule = { limit: 60, seconds: 3600 }

/** Verifies passwords of links, with a limit on wrong ones. */
export class LinkPasswordVerifier {
  constructor(private readonly throttle: Throttle) {}

  /**
   * Returns whether the password is right. Throws `RateLimited` after too many wrong passwords, without a check of this
   * password. Each network has three attempts an hour of its own, so other networks cannot lock out a visitor who knows
   * the password. Each attempt is charged before its hash is computed, so that parallel attempts count too. The charge
   * is refunded when the password was right, or was not checked because too many hashes are waiting (`Unavailable`).
   */
  async verify(context: RequestContext, link: Route, password: string): Promise<boolean> {
    const throttle = this.throttle
    const { network, reserved, shared } = this.createCounters(context, link)
    const charged = await throttle.chargeReserved(context, [network, reserved], [network, shared])
    let isWrong = false
    try {
      const isRight = await this.matches(hashingCallerOf(context), link, password)
      isWrong = !isRight
      return isRight
    } finally {
      if (!isWrong) await throttle.refund(context, charged)
    }
  }

  /**
   * Keyboards of phones add a space after a word. A password may end with a space itself, so it is first tried
   * unchanged.
   */
  private async matches(caller: HashingCaller, { passwordHash }: Route, password: string): Promise<boolean> {
    if (await verifyPassword(caller, passwordHash, password)) return true
    const trimmed = password.trim()
    return trimmed !== password && trimmed !== '' && verifyPassword(caller, passwordHash, trimmed)
  }

  private createCounters(context: RequestContext, { id }: Route) {
    const key = `${id} ${toNetwork(context.request.address)}`
    return {
      network: { name: 'password', key, group: id, rule: networkLimit },
      reserved: { name: 'password-reserved', key, group: id, rule: reservedAttemptsRule, isHidden: true },
      shared: { name: 'link-password', key: id, group: id, rule: linkLimit, isHidden: true },
    } satisfies Record<string, Counter>
  }
}

/** The fields of a link that an unlock token signs. */
type ProtectedLink = Pick<Route, 'id' | 'passwordVersion'>

export const unlockCookieName = 'tack_pass'

export const unlockTtlSeconds = 30 * 60

/**
 * Issues and checks unlock tokens, which show that a visitor has entered the password of a link. A token is signed for
 * the link and the version of its password, so a changed password invalidates it. It contains no password and no hash.
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
