import { isDatabaseUnavailable } from '../../database/database.errors.ts'
import { inBackground } from '../../shared/event-loop/background.ts'
import type { Logger } from '../../shared/logger.ts'
import type { ServiceError } from '../../shared/service-error.ts'

/** A connection that stays open as long as its credential is valid. */
export interface CredentialHolder {
  /** The value of the `Authorization` header. */
  readonly authorization: string
  /** Called when the credential is no longer valid, with the reason. */
  onCredentialInvalid(error: ServiceError): void
}

/** Finds the credentials that are no longer valid. */
type FindInvalidCredentials = (authorizations: readonly string[]) => Promise<ReadonlyMap<string, ServiceError>>

const checkIntervalMs = 1_000

/**
 * Checks the credentials of all open connections once a second, in one go, and only while there are any. While the
 * database is down, connections stay open; no events are delivered then either.
 */
export class CredentialWatcher {
  private readonly holders = new Set<CredentialHolder>()
  private timer: NodeJS.Timeout | undefined

  constructor(
    private readonly findInvalid: FindInvalidCredentials,
    private readonly log: Pick<Logger, 'error'>,
  ) {}

  add(holder: CredentialHolder): void {
    this.holders.add(holder)
    this.timer ??= this.scheduleCheck()
  }

  remove(holder: CredentialHolder): void {
    this.holders.delete(holder)
  }

  /**
   * Ends the connections whose credential is no longer valid. Called between reading events and delivering them, so
   * that no event written after a revocation is delivered. Throws when the database is down.
   */
  async check(): Promise<void> {
    const holders = [...this.holders]
    if (holders.length === 0) return
    const invalid = await this.findInvalid([...new Set(holders.map(({ authorization }) => authorization))])
    for (const holder of holders) {
      const error = invalid.get(holder.authorization)
      if (error) holder.onCredentialInvalid(error)
    }
  }

  private scheduleCheck(): NodeJS.Timeout {
    const check = () => inBackground(this.checkAndReschedule(), 'the check of credentials', this.log)
    return setTimeout(check, checkIntervalMs).unref()
  }

  private async checkAndReschedule(): Promise<void> {
    try {
      await this.check()
    } catch (err) {
      if (!isDatabaseUnavailable(err))
        this.log.error({ err }, 'the credentials of subscribers could not be checked; trying again')
    }
    this.timer = this.holders.size > 0 ? this.scheduleCheck() : undefined
  }
}
