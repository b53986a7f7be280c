import { type Logger, OngoingState } from '../shared/logger.ts'
import { type Clock, systemClock, withTimeout } from '../shared/time.ts'
import { MemoryRateLimitStore } from './memory-store.ts'
import type { Counter, RateLimitDecision, RateLimitStore } from './rate-limit.ts'
import { RedisRateLimitStore } from './redis-store.ts'

/** How long a decision of Redis may take before this process decides: a busy machine is no outage. */
const decisionTimeoutMs = 250

/** How long a failed Redis is not used; then one decision tries it again. */
const retryDelayMs = 1_000

/** Counts in Redis for all nodes, and while Redis is down on this machine, which then enforces the limits alone. */
export class FailoverRateLimitStore implements RateLimitStore {
  private readonly outage: OngoingState
  private retryAtMs = 0

  constructor(
    private readonly primary: RateLimitStore,
    private readonly fallback: RateLimitStore,
    private readonly log: Pick<Logger, 'info' | 'warn'>,
  ) {
    this.outage = new OngoingState(log, 'rate limits are counted in Redis again')
  }

  charge(counters: readonly Counter[], cost: number): Promise<RateLimitDecision> {
    return this.withFallback((store) => store.charge(counters, cost))
  }

  peek(counters: readonly Counter[], cost: number): Promise<RateLimitDecision> {
    return this.withFallback((store) => store.peek(counters, cost))
  }

  refund(counters: readonly Counter[]): Promise<void> {
    return this.withFallback((store) => store.refund(counters))
  }

  reset(counters: readonly Counter[]): Promise<void> {
    return this.withFallback((store) => store.reset(counters))
  }

  isServerUp(): Promise<boolean | null> {
    return withTimeout(decisionTimeoutMs, this.primary.isServerUp()).catch(() => false)
  }

  /** Counts on this machine until a decision of Redis succeeds again. */
  failOver(err: unknown): void {
    this.outage.begin(() =>
      this.log.warn({ err }, 'Redis cannot be reached; this machine counts rate limits by itself'),
    )
    this.retryAtMs = performance.now() + retryDelayMs
  }

  async close(): Promise<void> {
    await Promise.all([this.primary.close(), this.fallback.close()])
  }

  private async withFallback<T>(action: (store: RateLimitStore) => Promise<T>): Promise<T> {
    // Uses monotonic time: the retry of a server has nothing to do with the clock of the service.
    const nowMs = performance.now()
    if (this.outage.isOngoing && nowMs < this.retryAtMs) return action(this.fallback)
    // Only one of many requests tries Redis after the delay; the others do not wait for it.
    this.retryAtMs = nowMs + retryDelayMs
    try {
      const result = await withTimeout(decisionTimeoutMs, action(this.primary))
      this.outage.end()
      return result
    } catch (err) {
      this.failOver(err)
      return action(this.fallback)
    }
  }
}

/** How long the start of the service waits for Redis. */
const connectTimeoutMs = 2_000

export interface RateLimitStoreOptions {
  /** URL of Redis; without it this machine counts by itself. */
  readonly redisUrl: string | undefined
  /** Derives the names of keys in Redis; the same on every node. */
  readonly hmacKey: Buffer
  readonly clock: Clock
  /** Counts for all workers of this machine; by default this process counts alone. */
  readonly machineStore: RateLimitStore | undefined
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** Opens the store of all rate limits. The service also starts when Redis does not answer. */
export async function openRateLimitStore({
  redisUrl,
  hmacKey,
  clock,
  machineStore = new MemoryRateLimitStore(clock),
  log,
}: RateLimitStoreOptions): Promise<RateLimitStore> {
  if (redisUrl === undefined) return machineStore
  // The clocks of nodes differ slightly, so the clock of Redis counts, unless a test sets the clock.
  const redisStore = new RedisRateLimitStore({
    url: redisUrl,
    hmacKey,
    clock: clock === systemClock ? undefined : clock,
  })
  const failoverStore = new FailoverRateLimitStore(redisStore, machineStore, log)
  await withTimeout(connectTimeoutMs, redisStore.connect()).catch((err: unknown) => failoverStore.failOver(err))
  return failoverStore
}
