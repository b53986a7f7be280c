import type { DatabaseCircuitBreaker } from '../../../../platform/database/circuit-breaker.ts'
import {
  isDatabaseUnavailable,
  isLockTimeout,
  isTransactionConflict,
} from '../../../../platform/database/database.errors.ts'
import { Unavailable } from '../../../../platform/shared/general.errors.ts'
import type { ClickStore, Grant } from '../store/click-store.ts'
import type { ClickRow } from './click-row.ts'
import { RecentLocks } from './recent-locks.ts'

export interface ClickGrantsOptions {
  readonly store: Pick<ClickStore, 'grant'>
  readonly circuitBreaker: Pick<DatabaseCircuitBreaker, 'isDown'>
  /** Batches at the same time. Use 1 for a database that runs one statement at a time. */
  readonly concurrency: number
}

/** A visitor who waits for the click limit of a link. */
interface WaitingVisit {
  readonly click: ClickRow
  readonly grant: PromiseWithResolvers<boolean>
  readonly since: number
}

const maxBatchSize = 500

/** How long a visitor of a locked link waits, and how often the link is tried. */
const lockedLink = { timeoutMs: 3_000, retryDelayMs: 100 } as const

/**
 * Takes clicks of links with a click limit, before the destination is given. One statement takes the clicks of all
 * visitors of one event-loop turn. While the maximum of statements runs, later visitors wait for the next one.
 */
export class ClickGrants {
  private waiting: WaitingVisit[] = []
  private readonly running = new Set<Promise<void>>()
  private readonly recentLocks = new RecentLocks()
  private isScheduled = false
  /** Visitors who have no answer yet. */
  private visitorCount = 0
  private isIdle = Promise.withResolvers<void>()

  constructor(private readonly options: ClickGrantsOptions) {}

  /**
   * Resolves with true when the destination may be given, and with false when the limit is used up or the link is gone.
   * Throws `Unavailable` when the database does not answer in time. A click may then be used up for nothing.
   */
  take(click: ClickRow): Promise<boolean> {
    const grant = Promise.withResolvers<boolean>()
    this.enqueue({ click, grant, since: performance.now() })
    this.visitorCount++
    return grant.promise.finally(() => {
      this.visitorCount--
      if (this.visitorCount === 0) this.isIdle.resolve()
    })
  }

  /** Resolves when no visitor waits. */
  async whenIdle(): Promise<void> {
    while (this.visitorCount > 0) {
      await this.isIdle.promise
      this.isIdle = Promise.withResolvers<void>()
    }
  }

  private enqueue(visit: WaitingVisit): void {
    this.waiting.push(visit)
    this.schedule()
  }

  private schedule(): void {
    if (this.isScheduled || this.waiting.length === 0 || this.running.size >= this.options.concurrency) return
    this.isScheduled = true
    setImmediate(() => {
      this.isScheduled = false
      this.send(this.waiting.splice(0, maxBatchSize))
      this.schedule()
    })
  }

  private send(batch: readonly WaitingVisit[]): void {
    const sending = this.decide(batch)
      .catch((error: unknown) => {
        for (const { grant } of batch) grant.reject(isDatabaseUnavailable(error) ? new Unavailable(error) : error)
      })
      .finally(() => {
        this.running.delete(sending)
        this.schedule()
      })
    this.running.add(sending)
  }

  private async decide(batch: readonly WaitingVisit[]): Promise<void> {
    const grants = await this.requestGrants(batch.map(({ click }) => click))
    if (grants.includes('locked')) this.recentLocks.note()
    for (const [index, visit] of batch.entries()) {
      const grant = grants[index]
      if (grant !== 'locked') visit.grant.resolve(grant === 'granted')
      else if (performance.now() - visit.since < lockedLink.timeoutMs)
        setTimeout(() => this.enqueue(visit), lockedLink.retryDelayMs)
      else visit.grant.reject(new Unavailable(new Error('The link is locked.')))
    }
  }

  /**
   * A locked link must not delay the other links, so the batch is sent once more without it. Later batches leave it out
   * at once.
   */
  private async requestGrants(clicks: readonly ClickRow[]): Promise<readonly Grant[]> {
    const { store } = this.options
    const skipsLocked = this.recentLocks.areExpected
    try {
      return await store.grant(clicks, { skipsLocked })
    } catch (error) {
      if (isLockTimeout(error)) return store.grant(clicks, { skipsLocked: true })
      // The answer may be lost. A click that was granted is granted again.
      if (isTransactionConflict(error) || this.canRetry(error)) return store.grant(clicks, { skipsLocked })
      throw error
    }
  }

  private canRetry(error: unknown): boolean {
    return isDatabaseUnavailable(error) && !this.options.circuitBreaker.isDown
  }
}
