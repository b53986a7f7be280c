import { type Clock, systemClock } from '../shared/clock.ts'
import type { Logger } from '../shared/logger.ts'
import { withTimeout } from '../shared/timeout.ts'
import { MemoryRateLimitStore } from './memory-store.ts'
import type { Counter, RateLimitDecision, RateLimitStore } from './rate-limit.ts'
import { RedisRateLimitStore } from './redis-store.ts'

/** How long a decision is waited for before it is taken in this process: a busy machine is not an outage. */
const decisionTimeoutMs = 250

/** How long nothing is asked of a server that failed; then one decision tries it. */
const retryDelayMs = 1_000

/**
 * Counts for all nodes together where that can be had, and in this process while it cannot: limits are then each
 * process' own, but the service goes on and nothing is let through uncounted.
 */
export class FailoverRateLimitStore implements RateLimitStore {
  readonly #primary: RateLimitStore
  readonly #fallback: RateLimitStore
  readonly #log: Pick<Logger, 'info' | 'warn'>
  #isPrimaryDown = false
  #retryAtMs = 0

  constructor(primary: RateLimitStore, fallback: RateLimitStore, log: Pick<Logger, 'info' | 'warn'>) {
    this.#primary = primary
    this.#fallback = fallback
    this.#log = log
  }

  charge(counters: readonly Counter[], cost: number): Promise<RateLimitDecision> {
    return this.#withFallback((store) => store.charge(counters, cost))
  }

  peek(counters: readonly Counter[], cost: number): Promise<RateLimitDecision> {
    return this.#withFallback((store) => store.peek(counters, cost))
  }

  refund(counters: readonly Counter[]): Promise<void> {
    return this.#withFallback((store) => store.refund(counters))
  }

  reset(counters: readonly Counter[]): Promise<void> {
    return this.#withFallback((store) => store.reset(counters))
  }

  /** From here on this process counts by itself, until a decision finds the server back. */
  failOver(err: unknown): void {
    if (!this.#isPrimaryDown)
      this.#log.warn({ err }, 'the shared limits cannot be reached; this process counts by itself')
    this.#isPrimaryDown = true
    this.#retryAtMs = performance.now() + retryDelayMs
  }

  async close(): Promise<void> {
    await Promise.all([this.#primary.close(), this.#fallback.close()])
  }

  async #withFallback<T>(action: (store: RateLimitStore) => Promise<T>): Promise<T> {
    // Real time, and one that is never set: how long a server rests has nothing to do with the service's clock.
    const nowMs = performance.now()
    if (this.#isPrimaryDown && nowMs < this.#retryAtMs) return action(this.#fallback)
    // Of many that come when the rest is over one tries, and the others do not wait for it.
    this.#retryAtMs = nowMs + retryDelayMs
    try {
      const result = await withTimeout(decisionTimeoutMs, action(this.#primary))
      if (this.#isPrimaryDown) this.#log.info('the shared limits are back')
      this.#isPrimaryDown = false
      return result
    } catch (err) {
      this.failOver(err)
      return action(this.#fallback)
    }
  }
}

/** How long the start waits for Redis. */
const connectTimeoutMs = 2_000

export interface RateLimitStoreOptions {
  /** Of Redis; without it this process counts by itself. */
  readonly redisUrl: string | undefined
  /** Makes the names of keys in Redis; the same on every node. */
  readonly hmacKey: Buffer
  readonly clock: Clock
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** Opens the ledger of the service. A Redis that does not answer is no reason not to start. */
export async function openRateLimitStore({
  redisUrl,
  hmacKey,
  clock,
  log,
}: RateLimitStoreOptions): Promise<RateLimitStore> {
  const memoryStore = new MemoryRateLimitStore(clock)
  if (redisUrl === undefined) return memoryStore
  // The clocks of two nodes differ by a little, so Redis' own is asked; a clock that was handed in is obeyed.
  const redisStore = new RedisRateLimitStore({
    url: redisUrl,
    hmacKey,
    clock: clock === systemClock ? undefined : clock,
  })
  const failoverStore = new FailoverRateLimitStore(redisStore, memoryStore, log)
  await withTimeout(connectTimeoutMs, redisStore.connect()).catch((err: unknown) => failoverStore.failOver(err))
  return failoverStore
}
