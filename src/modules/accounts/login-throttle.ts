import type { RequestContext } from '../../platform/graphql/request-context.ts'
import type { Throttle } from '../../platform/graphql/request-limits.ts'
import type { Counter, RateLimitRule } from '../../platform/rate-limiting/rate-limit.ts'
import { toNetwork } from '../../platform/shared/ip-address.ts'
import { normalizeEmail } from './account.entity.ts'
import { InvalidCredentials } from './account.errors.ts'

/** Per e-mail address and network: five attempts, then one after 1, 2, 4 and 8 minutes, then one every 15 minutes. */
const emailAndNetworkRule: RateLimitRule = { limit: 5, seconds: 3600, backoff: { initialSeconds: 60, maxSeconds: 900 } }

/** Per e-mail address: 100 attempts (the limit of NIST SP 800-63B), then one a minute. It is never locked. */
const emailRule: RateLimitRule = { limit: 100, seconds: 24 * 3600, backoff: { initialSeconds: 60, maxSeconds: 60 } }

/** Per network, for all e-mail addresses. */
const networkRule: RateLimitRule = { limit: 50, seconds: 900 }

/** Limits login attempts with wrong passwords (docs/decisions/rate-limits.md). It does not depend on whether the account exists. */
export class LoginThrottle {
  constructor(private readonly throttle: Throttle) {}

  /**
   * Runs the check of a password, or throws `RateLimited` before it. The attempt is charged first, so that concurrent
   * attempts count. A success resets the counter of the e-mail address and network and refunds the other counters. Any
   * error but `InvalidCredentials` refunds all counters.
   */
  async attempt<T>(context: RequestContext, email: string, check: () => Promise<T>): Promise<T> {
    const throttle = this.throttle
    const [pairCounter, ...otherCounters] = this.createCounters(context, email)
    await throttle.charge(context, [pairCounter, ...otherCounters])
    try {
      const account = await check()
      await throttle.reset(context, [pairCounter])
      await throttle.refund(context, otherCounters)
      return account
    } catch (error) {
      if (!(error instanceof InvalidCredentials)) await throttle.refund(context, [pairCounter, ...otherCounters])
      throw error
    }
  }

  private createCounters(context: RequestContext, emailAddress: string): [Counter, ...Counter[]] {
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
