import { findLatestReset, type LimitStatus, type RateLimitDecision } from './rate-limit.ts'

/** How one request stands with all the limits it met, for the headers of its answer. */
export class RateLimitUsage {
  readonly #statuses = new Map<string, LimitStatus>()
  #exceeded: LimitStatus | undefined
  /** Whether the request has been charged to the quota of its caller, or refused by it. */
  isCharged = false

  record({ statuses }: Pick<RateLimitDecision, 'statuses'>): void {
    for (const status of statuses) this.#statuses.set(status.name, status)
  }

  /** Notes a refusal, and answers with the one that decides when the caller can go on: another limit may be used up too. */
  recordExceeded({ exceeded }: RateLimitDecision): LimitStatus | undefined {
    const exhausted = [...this.#statuses.values()].filter(({ remaining }) => remaining === 0)
    this.#exceeded = findLatestReset([...(exceeded ? [exceeded] : []), ...exhausted])
    return this.#exceeded
  }

  /** What turned out to be no charge is not told of. */
  remove(names: readonly string[]): void {
    for (const name of names) this.#statuses.delete(name)
  }

  /** The refusal, or else the limit with the fewest left: of two with as few, the one that has room again later. */
  get tightest(): LimitStatus | undefined {
    const all = [...this.#statuses.values()]
    return (
      this.#exceeded ??
      findLatestReset(all.filter(({ remaining }) => all.every((other) => remaining <= other.remaining)))
    )
  }

  /** Every limit that was met, as `RateLimit-Policy` lists them. */
  get policies(): string {
    return [...new Set([...this.#statuses.values()].map(({ policy }) => policy))].join(', ')
  }
}
