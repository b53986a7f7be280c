import { DatabaseUnavailable } from '../../../platform/database/database.errors.ts'
import type { EntityManager, Orm } from '../../../platform/database/database.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Logger } from '../../../platform/shared/logger.ts'
import { type Clock, secondMs, TimeoutError, withTimeout } from '../../../platform/shared/time.ts'
import type { ClickReader } from '../../visits/clicks/index.ts'
import { PublicStats } from './public-stats.entity.ts'
import { type ComputedStats, computePublicStats } from './public-stats.queries.ts'

/** The result is cached for 5 minutes. */
export const publicStatsTtlSeconds = 300

/** Maximum wait for new statistics while older ones exist. */
const refreshTimeoutMs = 2 * secondMs

/** Maximum wait for the first statistics. */
const initialTimeoutMs = 8 * secondMs

/** Pause after a failed computation. */
const retryDelayMs = 5 * secondMs

/**
 * The public statistics. One node computes them every 5 minutes for all nodes, and each process keeps them in memory. When
 * many requests need new statistics at once, only one of them queries the database.
 */
export class PublicStatsCache {
  private latest: ComputedStats | null = null
  private pendingRefresh: Promise<ComputedStats> | undefined
  private nextRetryAtMs = 0

  constructor(
    private readonly orm: Orm,
    private readonly store: ClickReader,
    private readonly clock: Clock,
    private readonly log: Pick<Logger, 'warn'>,
  ) {}

  /**
   * Returns statistics of at most 5 minutes ago, or older ones while the computation is slow or fails. Throws
   * `DatabaseUnavailable` when there are no statistics and the computation does not end in time.
   */
  async getStats(): Promise<ComputedStats> {
    const latest = this.latest
    if (!latest) return this.loadFirst()
    if (this.getAgeSeconds(latest) < publicStatsTtlSeconds || this.nowMs() < this.nextRetryAtMs) return latest
    return withTimeout(refreshTimeoutMs, this.refresh()).catch(() => latest)
  }

  /** Answers a request, with the age of the answer. */
  async answer(context: RequestContext): Promise<PublicStats> {
    const stats = await this.getStats()
    context.setAgeSeconds(this.getAgeSeconds(stats))
    return stats
  }

  /** Never negative, even if the clock of the computing node is ahead. */
  getAgeSeconds({ computedAt }: ComputedStats): number {
    return Math.max(0, Math.floor((this.nowMs() - computedAt.getTime()) / secondMs))
  }

  /** Returns null when there are no statistics within 2 seconds. For pages that can be shown without them. */
  getStatsIfAvailable(): Promise<ComputedStats | null> {
    const stats = this.latest ? this.getStats() : withTimeout(refreshTimeoutMs, this.refresh())
    return stats.catch(() => null)
  }

  /**
   * Waits a short time for a computation that a finished request may have left running. Call it when no request is
   * being served.
   */
  async close(): Promise<void> {
    await (this.pendingRefresh && withTimeout(refreshTimeoutMs, this.pendingRefresh).catch(() => undefined))
  }

  private async loadFirst(): Promise<ComputedStats> {
    try {
      return await withTimeout(initialTimeoutMs, this.refresh())
    } catch (error) {
      throw error instanceof TimeoutError ? new DatabaseUnavailable(error) : error
    }
  }

  private refresh(): Promise<ComputedStats> {
    this.pendingRefresh ??= this.readOrCompute()
      .catch((err: unknown) => {
        this.nextRetryAtMs = this.nowMs() + retryDelayMs
        this.log.warn({ err }, 'the public statistics were not computed')
        throw err
      })
      .finally(() => {
        this.pendingRefresh = undefined
      })
    return this.pendingRefresh
  }

  private async readOrCompute(): Promise<ComputedStats> {
    const now = this.clock.now()
    const dueBefore = new Date(now.getTime() - publicStatsTtlSeconds * secondMs)
    const stored = await readStored(this.orm.em.fork())
    if (stored && stored.computedAt > dueBefore) {
      this.latest = stored
      return stored
    }
    const computed = await computePublicStats(this.orm.em.fork(), this.store, { now, dueBefore, shouldWait: !stored })
    // Another node is computing the statistics, or has just done so.
    const stats = computed ?? (await readStored(this.orm.em.fork()))
    if (!stats) throw new Error('The table of the public statistics has no computed row.')
    this.latest = stats
    return stats
  }

  private nowMs(): number {
    return this.clock.now().getTime()
  }
}

/** Returns the statistics that any node computed last; null before the first computation. */
async function readStored(em: EntityManager): Promise<ComputedStats | null> {
  const stats = await em.findOne(PublicStats, { computedAt: { $ne: null } })
  return stats as ComputedStats | null
}
