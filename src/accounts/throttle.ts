import { networkOf } from '../base/address.ts'
import type { Count, Rule } from '../base/limits/rule.ts'
import type { Context } from '../graphql/context.ts'
import type { Throttle } from '../graphql/throttle.ts'
import { emailKeyOf } from './account.ts'
import { InvalidCredentials } from './failures.ts'

/** For one address from one network: five, and then one after 1, 2, 4 and 8 minutes and every 15 minutes. */
const ofPair: Rule = { limit: 5, seconds: 3600, pauses: { firstSeconds: 60, longestSeconds: 900 } }

/** For one address from wherever (NIST SP 800-63B: at most 100): slowed to one a minute and never locked. */
const ofEmail: Rule = { limit: 100, seconds: 24 * 3600, pauses: { firstSeconds: 60, longestSeconds: 60 } }

/** From one network, for whatever addresses. */
const ofNetwork: Rule = { limit: 50, seconds: 900 }

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
  async attempt<T>(context: Context, email: string, check: () => Promise<T>): Promise<T> {
    const throttle = this.#throttle
    const [ofBoth, ...others] = this.#countsOf(context, email)
    await throttle.take(context, [ofBoth, ...others])
    try {
      const account = await check()
      await throttle.forget(context, [ofBoth])
      await throttle.giveBack(context, others)
      return account
    } catch (error) {
      if (!(error instanceof InvalidCredentials)) await throttle.giveBack(context, [ofBoth, ...others])
      throw error
    }
  }

  #countsOf(context: Context, address: string): [Count, ...Count[]] {
    const email = emailKeyOf(address)
    const network = networkOf(context.request.address)
    const group = 'login'
    return [
      { name: 'login', key: `${email} ${network}`, group, rule: ofPair },
      { name: 'login-email', key: email, group, rule: ofEmail, isCommon: true },
      { name: 'login-network', key: network, group, rule: ofNetwork },
    ]
  }
}
