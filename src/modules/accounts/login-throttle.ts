import type { RequestContext } from '../../platform/graphql/request-context.ts'
import type { Throttle } from '../../platform/graphql/request-limits.ts'
import type { Counter, RateLimitRule } from '../../platform/rate-limiting/rate-limit.ts'
import { toNetwork } from '../../platform/shared/ip-address.ts'
import { normalizeEmail } from './account.entity.ts'
import { InvalidCredentials } from './account.errors.ts'

/** For one address from one network: five, and then one after 1, 2, 4 and 8 minutes and every 15 minutes. */
const emailAndNetworkRule: RateLimitRule = { limit: 5, seconds: 3600, backoff: { initialSeconds: 60, maxSeconds: 900 } }

/** For one address from wherever (NIST SP 800-63B: at most 100): slowed to one a minute and never locked. */
const emailRule: RateLimitRule = { limit: 100, seconds: 24 * 3600, backoff: { initialSeconds: 60, maxSeconds: 60 } }

/** From one network, for whatever addresses. */
const networkRule: RateLimitRule = { limit: 50, seconds: 900 }

/** Bounds how many wrong passwords can be tried at the login (promises, part 4). Knows nothing of who has an account. */
export class LoginThrottle {
  readonly #throttle: Throttle

  constructor(throttle: Throttle) {
    this.#throttle = throttle
  }

  /**
   * Lets the check of a password happen, or throws `RateLimited` before it. The attempt is charged first, so that those
   * sent at once are counted too. A success begins the count of this address from this network anew and is itself no
   * charge; neither is a check that could not be made.
   */
  async attempt<T>(context: RequestContext, email: string, check: () => Promise<T>): Promise<T> {
    const throttle = this.#throttle
    const [pairCount, ...otherCounts] = this.#countsOf(context, email)
    await throttle.charge(context, [pairCount, ...otherCounts])
    try {
      const account = await check()
      await throttle.reset(context, [pairCount])
      await throttle.refund(context, otherCounts)
      return account
    } catch (error) {
      if (!(error instanceof InvalidCredentials)) await throttle.refund(context, [pairCount, ...otherCounts])
      throw error
    }
  }

  #countsOf(context: RequestContext, emailAddress: string): [Counter, ...Counter[]] {
    const email = normalizeEmail(emailAddress)
    const network = toNetwork(context.request.address)
    const group = 'login'
    return [
      { name: 'login', key: `${email} ${network}`, group, rule: emailAndNetworkRule },
      { name: 'login-email', key: email, group, rule: emailRule, isShared: true },
      { name: 'login-network', key: network, group, rule: networkRule },
    ]
  }
}
