import { findLatestReset, type LimitStatus, type RateLimitDecision } from './rate-limit.ts'

/** The status of one request in all limits that were applied to it, for the response headers. */
export class RateLimitUsage {
  readonly #statuses = new Map<string, LimitStatus>()
  #exceeded: LimitStatus | undefined
  /** Whether the request was charged to the quota of its caller, or rejected by it. */
  isCharged = false

  record({ statuses }: Pick<RateLimitDecision, 'statuses'>): void {
    for (const status of statuses) this.#statuses.set(status.name, status)
  }

  /** Records a rejection and returns the limit that resets last: it determines when the caller can continue. */
  recordExceeded({ exceeded }: RateLimitDecision): LimitStatus | undefined {
    const exhausted = [...this.#statuses.values()].filter(({ remaining }) => remaining === 0)
    this.#exceeded = findLatestReset([...(exceeded ? [exceeded] : []), ...exhausted])
    return this.#exceeded
  }

  /** Removes limits whose charge was refunded. */
  remove(names: readonly string[]): void {
    for (const name of names) this.#statuses.delete(name)
  }

  /**
   * The limit that rejected the request, or else the one with the fewest remaining requests. Of equals, the one that
   * resets last.
   */
  get tightest(): LimitStatus | undefined {
    const all = [...this.#statuses.values()]
    return (
      this.#exceeded ??
      findLatestReset(all.filter(({ remaining }) => all.every((other) => remaining <= other.remaining)))
    )
  }

  /** Every limit that applied, as the `RateLimit-Policy` header lists them. */
  get policies(): string {
    return [...new Set([...this.#statuses.values()].map(({ policy }) => policy))].join(', ')
  }
}
