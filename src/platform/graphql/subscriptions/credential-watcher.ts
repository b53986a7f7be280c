import { isDatabaseUnavailable } from '../../database/database.errors.ts'
import type { Logger } from '../../shared/logger.ts'
import type { ServiceError } from '../../shared/service-error.ts'

/** Somebody who was let in for as long as a credential holds. */
export interface CredentialHolder {
  /** The credential, as the `Authorization` header has it. */
  readonly authorization: string
  /** The credential holds no longer, and this is why. */
  onCredentialInvalid(failure: ServiceError): void
}

/** Finds those of the credentials that hold no longer. */
export type FindInvalidCredentials = (authorizations: readonly string[]) => Promise<ReadonlyMap<string, ServiceError>>

const checkIntervalMs = 1_000

/**
 * Asks every second whether the credentials of those who stay connected still hold, all of them together, and only while
 * there is somebody. While the database is away nobody can say so; then nobody is thrown out, and nothing is to be
 * delivered either.
 */
export class CredentialWatcher {
  readonly #findInvalid: FindInvalidCredentials
  readonly #log: Pick<Logger, 'error'>
  readonly #holders = new Set<CredentialHolder>()
  #timer: NodeJS.Timeout | undefined

  constructor(findInvalid: FindInvalidCredentials, log: Pick<Logger, 'error'>) {
    this.#findInvalid = findInvalid
    this.#log = log
  }

  add(holder: CredentialHolder): void {
    this.#holders.add(holder)
    this.#timer ??= setTimeout(() => void this.#checkAndReschedule(), checkIntervalMs).unref()
  }

  remove(holder: CredentialHolder): void {
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
    const invalid = await this.#findInvalid([...new Set(holders.map(({ authorization }) => authorization))])
    for (const holder of holders) {
      const failure = invalid.get(holder.authorization)
      if (failure) holder.onCredentialInvalid(failure)
    }
  }

  async #checkAndReschedule(): Promise<void> {
    try {
      await this.check()
    } catch (err) {
      if (!isDatabaseUnavailable(err))
        this.#log.error({ err }, 'credentials of subscribers could not be checked; trying again')
    }
    this.#timer =
      this.#holders.size > 0 ? setTimeout(() => void this.#checkAndReschedule(), checkIntervalMs).unref() : undefined
  }
}
