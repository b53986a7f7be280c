import { DatabaseUnavailable } from '../../platform/database/database.errors.ts'
import type { Orm } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/shared/clock.ts'
import type { Logger } from '../../platform/shared/logger.ts'
import { TimeoutError, withTimeout } from '../../platform/shared/timeout.ts'
import { computePublicStats, type PublicStatsSnapshot, readPublicStats } from './public-stats.queries.ts'

/** Contract 4.7: the result is cached for 5 minutes. */
export const publicStatsTtlSeconds = 300

/** How long new figures are waited for where there are older ones to give. */
const refreshTimeoutMs = 2_000

/** How long the first ones are waited for, as there is nothing else to give. */
const initialTimeoutMs = 10_000

/** How long after a failure nobody tries again. */
const retryDelayMs = 5_000

/**
 * The public statistics of all nodes together, computed by one of them once in five minutes. This process keeps them in
 * memory; of many who ask when they are due, one asks the database.
 */
export class PublicStatsCache {
  readonly #orm: Orm
  readonly #clock: Clock
  readonly #log: Pick<Logger, 'warn'>
  #latest: PublicStatsSnapshot | null = null
  #pendingRefresh: Promise<PublicStatsSnapshot> | undefined
  #nextRetryAtMs = 0

  constructor(orm: Orm, clock: Clock, log: Pick<Logger, 'warn'>) {
    this.#orm = orm
    this.#clock = clock
    this.#log = log
  }

  /**
   * The figures, computed anew when they are due; those before while that takes long or cannot be done. Throws
   * `DatabaseAway` where there have been none and none come in time.
   */
  async getStats(): Promise<PublicStatsSnapshot> {
    const last = this.#latest
    if (!last) return this.#loadFirst()
    if (this.getAgeSeconds(last) < publicStatsTtlSeconds || this.#nowMs() < this.#nextRetryAtMs) return last
    return withTimeout(refreshTimeoutMs, this.#refresh()).catch(() => last)
  }

  /** Never below 0, however far the clocks of two nodes are apart. */
  getAgeSeconds({ computedAt }: PublicStatsSnapshot): number {
    return Math.max(0, Math.floor((this.#nowMs() - computedAt.getTime()) / 1000))
  }

  /** The figures where they are known within a moment, for a page that is worth showing without them. */
  getStatsIfAvailable(): Promise<PublicStatsSnapshot | null> {
    const stats = this.#latest ? this.getStats() : withTimeout(refreshTimeoutMs, this.#refresh())
    return stats.catch(() => null)
  }

  /**
   * To be called when no request is under way any more: one that did not wait may have left a computation behind. It is
   * waited for a moment only, since whatever is closed after this has more to lose.
   */
  async close(): Promise<void> {
    if (this.#pendingRefresh) await withTimeout(refreshTimeoutMs, this.#pendingRefresh).catch(() => undefined)
  }

  async #loadFirst(): Promise<PublicStatsSnapshot> {
    try {
      return await withTimeout(initialTimeoutMs, this.#refresh())
    } catch (error) {
      throw error instanceof TimeoutError ? new DatabaseUnavailable(error) : error
    }
  }

  #refresh(): Promise<PublicStatsSnapshot> {
    this.#pendingRefresh ??= this.#readOrCompute()
      .catch((err: unknown) => {
        this.#nextRetryAtMs = this.#nowMs() + retryDelayMs
        this.#log.warn({ err }, 'the public statistics were not computed')
        throw err
      })
      .finally(() => {
        this.#pendingRefresh = undefined
      })
    return this.#pendingRefresh
  }

  async #readOrCompute(): Promise<PublicStatsSnapshot> {
    const em = this.#orm.em.fork()
    const now = this.#clock.now()
    const dueBefore = new Date(now.getTime() - publicStatsTtlSeconds * 1000)
    const stored = await readPublicStats(em)
    const stats =
      stored && stored.computedAt > dueBefore
        ? stored
        : ((await computePublicStats(em, { now, dueBefore, shouldWait: stored === null })) ??
          (await readPublicStats(em)))
    if (!stats) throw new Error('The row of the statistics is gone.')
    this.#latest = stats
    return stats
  }

  #nowMs(): number {
    return this.#clock.now().getTime()
  }
}
