import type { Failure } from '../../base/failure.ts'
import { isOutOfReach } from '../../database/out.of.reach.ts'

interface Log {
  error(details: object, message: string): void
}

/** Somebody who was let in for as long as a credential holds. */
export interface Holder {
  /** The credential, as the `Authorization` header has it. */
  readonly authorization: string
  /** The credential holds no longer, and this is why. */
  lapse(failure: Failure): void
}

/** Finds those of the credentials that hold no longer. */
export type FindLapsed = (authorizations: readonly string[]) => Promise<ReadonlyMap<string, Failure>>

const everyMs = 1_000

/**
 * Asks every second whether the credentials of those who stay connected still hold, all of them together, and only while
 * there is somebody. While the database is away nobody can say so; then nobody is thrown out, and nothing is to be
 * delivered either.
 */
export class LiveCredentials {
  readonly #findLapsed: FindLapsed
  readonly #log: Log
  readonly #holders = new Set<Holder>()
  #timer: NodeJS.Timeout | undefined

  constructor(findLapsed: FindLapsed, log: Log) {
    this.#findLapsed = findLapsed
    this.#log = log
  }

  add(holder: Holder): void {
    this.#holders.add(holder)
    this.#timer ??= setTimeout(() => void this.#round(), everyMs).unref()
  }

  remove(holder: Holder): void {
    this.#holders.delete(holder)
  }

  /**
   * Has everybody end whose credential did not hold when this was called. Whoever delivers calls it between finding out
   * what is to be delivered and delivering it: then nothing that came to be after a revocation is. Throws when the database
   * is away.
   */
  async check(): Promise<void> {
    const holders = [...this.#holders]
    if (holders.length === 0) return
    const lapsed = await this.#findLapsed([...new Set(holders.map(({ authorization }) => authorization))])
    for (const holder of holders) {
      const failure = lapsed.get(holder.authorization)
      if (failure) holder.lapse(failure)
    }
  }

  async #round(): Promise<void> {
    try {
      await this.check()
    } catch (err) {
      if (!isOutOfReach(err)) this.#log.error({ err }, 'credentials of subscribers could not be checked; trying again')
    }
    this.#timer = this.#holders.size > 0 ? setTimeout(() => void this.#round(), everyMs).unref() : undefined
  }
}
