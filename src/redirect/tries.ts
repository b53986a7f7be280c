import { networkOf } from '../base/address.ts'
import type { Clock } from '../base/clock.ts'
import { RateLimited } from '../base/failures.ts'
import { verifyPassword } from '../base/passwords.ts'
import type { Link } from '../links/index.ts'
import { Tally } from './tally.ts'

const minuteMs = 60_000

/** Tries passwords of links, so many and no more (decisions, part 1); counted in this process. */
export class PasswordTries {
  /** Wrong ones that one network may send for one link. */
  readonly #networks: Tally
  /** Wrong ones that all together may send for one link. */
  readonly #links: Tally
  readonly #enforced: boolean

  /** When not `enforced`, nothing is refused. */
  constructor(clock: Clock, enforced: boolean) {
    this.#networks = new Tally(10, 10 * minuteMs, clock)
    this.#links = new Tally(60, 60 * minuteMs, clock)
    this.#enforced = enforced
  }

  /**
   * Whether the password opens the link. Throws `RateLimited` when too many wrong ones came before, without a look at
   * this one. A try is charged before its hash is computed, so that tries sent at once are counted too, and given back
   * when it was right or, with too many hashes waiting (`Unavailable`), not looked at.
   */
  async opens(link: Link, address: string, password: string): Promise<boolean> {
    const network = `${link.id} ${networkOf(address)}`
    if (this.#enforced) this.#charge(link.id, network)
    let isWrong = false
    try {
      const isRight = await verifyPassword(link.passwordHash, password)
      isWrong = !isRight
      return isRight
    } finally {
      if (!isWrong) this.#giveBack(link.id, network)
    }
  }

  #giveBack(link: string, network: string): void {
    this.#networks.giveBack(network)
    this.#links.giveBack(link)
  }

  #charge(link: string, network: string): void {
    const ofNetwork = this.#networks.take(network)
    if (ofNetwork) throw new RateLimited(ofNetwork.waitSeconds)
    const ofLink = this.#links.take(link)
    if (!ofLink) return
    this.#networks.giveBack(network)
    throw new RateLimited(ofLink.waitSeconds)
  }
}
