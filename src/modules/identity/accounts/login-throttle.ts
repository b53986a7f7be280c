import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../platform/graphql/request-limits.ts'
import { type Counter, type RateLimitRule, reservedAttemptsRule } from '../../../platform/rate-limiting/rate-limit.ts'
import { toNetwork } from '../../../platform/shared/ip-address.ts'
import { normalizeEmail } from './account.entity.ts'
import { InvalidCredentials } from './account.errors.ts'

/** Per e-mail address and network: five attempts, then one after 1, 2, 4 and 8 minutes, then one every 15 minutes. */
const emailAndNetworkRule: RateLimitRule = { limit: 5, seconds: 3600, backoff: { initialSeconds: 60, maxSeconds: 900 } }

/**
 * Per e-mail address: 100 attempts (the limit of NIST SP 800-63B), then one a minute. The address is never locked. The
 * own attempts of each network do not count.
 */
const emailRule: RateLimitRule = { limit: 100, seconds: 24 * 3600, backoff: { initialSeconds: 60, maxSeconds: 60 } }

/** Per network, for all e-mail addresses. */
const networkRule: RateLimitRule = { limit: 50, seconds: 900 }

/**
 * Limits login attempts with wrong passwords (docs/decisions/rate-limits.md). The limit does not depend on whether the
 * account exists.
 */
export class LoginThrottle {
  constructor(private readonly throttle: Throttle) {}

  /**
   * Runs the check of a password, or throws `RateLimited` before it. The attempt is charged first, so that concurrent
   * attempts count. Each network has three attempts an hour of its own, so other networks cannot lock out the owner. A
   * success resets the counter of the e-mail address and network and refunds the other counters. Any error but
   * `InvalidCredentials` refunds all counters.
   */
  async attempt<T>(context: RequestContext, email: string, check: () => Promise<T>): Promise<T> {
    const throttle = this.throttle
    const { pair, network, reserved, shared } = this.createCounters(context, email)
    const charged = await throttle.chargeReserved(context, [pair, network, reserved], [pair, network, shared])
    try {
      const account = await check()
      await throttle.reset(context, [pair])
      await throttle.refund(
        context,
        charged.filter((counter) => counter !== pair),
      )
      return account
    } catch (error) {
      if (!(error instanceof InvalidCredentials)) await throttle.refund(context, charged)
      throw error
    }
  }

  private createCounters(context: RequestContext, emailAddress: string) {
    const email = normalizeEmail(emailAddress)
    const network = toNetwork(context.request.address)
    const group = 'login'
    const key = `${email} ${network}`
    return {
      pair: { name: 'login', key, group, rule: emailAndNetworkRule },
      network: { name: 'login-network', key: network, group, rule: networkRule },
      reserved: { name: 'login-reserved', key, group, rule: reservedAttemptsRule, isHidden: true },
      shared: { name: 'login-email', key: email, group, rule: emailRule, isHidden: true },
    } satisfies Record<string, Counter>
  }
}
