import { networkOf } from '../base/address.ts'
import type { Count, Rule } from '../base/limits/rule.ts'
import { verifyPassword } from '../base/passwords.ts'
import type { Context } from '../graphql/context.ts'
import type { Throttle } from '../graphql/throttle.ts'
import type { Route } from '../links/index.ts'

/** Wrong ones that one network may send for one link (decisions, part 1). */
const ofNetwork: Rule = { limit: 10, seconds: 600 }

/** Wrong ones that all together may send for one link. */
const ofLink: Rule = { limit: 60, seconds: 3600 }

/** Tries passwords of links, so many and no more. */
export class PasswordTries {
  readonly #throttle: Throttle

  constructor(throttle: Throttle) {
    this.#throttle = throttle
  }

  /**
   * Whether the password opens the link. Throws `RateLimited` when too many wrong ones came before, without a look at
   * this one. A try is charged before its hash is computed, so that tries sent at once are counted too, and given back
   * when it was right or, with too many hashes waiting (`Unavailable`), not looked at.
   */
  async opens(context: Context, link: Route, password: string): Promise<boolean> {
    const throttle = this.#throttle
    const counts = this.#countsOf(context, link)
    await throttle.take(context, counts)
    let isWrong = false
    try {
      const isRight = await verifyPassword(link.passwordHash, password)
      isWrong = !isRight
      return isRight
    } finally {
      if (!isWrong) await throttle.giveBack(context, counts)
    }
  }

  #countsOf(context: Context, { id }: Route): Count[] {
    const network = `${id} ${networkOf(context.request.address)}`
    return [
      { name: 'password', key: network, group: id, rule: ofNetwork },
      { name: 'link-password', key: id, group: id, rule: ofLink, isCommon: true },
    ]
  }
}
