import { createHmac } from 'node:crypto'
import { Redis, type Result } from 'ioredis'
import type { Clock } from '../shared/time.ts'
import { type Counter, type RateLimitDecision, type RateLimitStore, toDecision } from './rate-limit.ts'

export interface RedisRateLimitStoreOptions {
  readonly url: string
  /** Derives the names of the keys, so that Redis stores no addresses and ids. The same on every node. */
  readonly hmacKey: Buffer
  /** The source of time. By default the clock of Redis, which all nodes share. */
  readonly clock?: Clock | undefined
}

/** Counts in Redis for all nodes. Rejects while Redis cannot be reached; see `FailoverRateLimitStore`. */
export class RedisRateLimitStore implements RateLimitStore {
  private readonly redis: Redis
  private readonly ownHmacKey: Buffer
  private readonly ownClock: Clock | undefined
  /** Installations that share a Redis have different prefixes, because their keys differ. */
  readonly prefix: string

  constructor({ url, hmacKey, clock }: RedisRateLimitStoreOptions) {
    this.ownHmacKey = hmacKey
    this.ownClock = clock
    this.prefix = `tack:${this.digest('prefix').slice(0, 8)}:`
    this.redis = new Redis(url, {
      lazyConnect: true,
      // The failover store decides when Redis cannot: nothing waits for a connection, and nothing is sent twice.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      connectTimeout: 2_000,
      // Closes the connection to a server that does not answer, and opens a new one.
      socketTimeout: 5_000,
      retryStrategy: (times) => Math.min(times * 100, 1_000),
      // Every server since Redis 5 supports it.
      protocol: 2,
      scripts: { decide: { lua: decisionScript }, refundCharge: { lua: refundScript } },
    })
    // Errors of decisions are handled by their callers.
    this.redis.on('error', () => undefined)
  }

  /** Resolves when connected. A failed connection is retried until `close`. */
  async connect(): Promise<void> {
    await this.redis.connect()
  }

  charge(counters: readonly Counter[], cost: number): Promise<RateLimitDecision> {
    return this.decide(counters, cost, true)
  }

  peek(counters: readonly Counter[], cost: number): Promise<RateLimitDecision> {
    return this.decide(counters, cost, false)
  }

  async refund(counters: readonly Counter[]): Promise<void> {
    await this.redis.refundCharge(counters.length, ...counters.map((counter) => this.redisKeyFor(counter)))
  }

  async reset(counters: readonly Counter[]): Promise<void> {
    await this.redis.del(...counters.map((counter) => this.redisKeyFor(counter)))
  }

  async isServerUp(): Promise<boolean> {
    await this.redis.ping()
    return true
  }

  async close(): Promise<void> {
    this.redis.disconnect()
  }

  private async decide(counters: readonly Counter[], cost: number, isCharge: boolean): Promise<RateLimitDecision> {
    const [allowed = 0, nowMs = 0, ...numbers] = await this.redis.decide(
      counters.length,
      ...counters.map((counter) => this.redisKeyFor(counter)),
      String(this.ownClock?.now().getTime() ?? ''),
      cost,
      isCharge ? 1 : 0,
      ...counters.flatMap(({ rule: { limit, seconds, backoff } }) => [
        limit,
        seconds * 1000,
        (backoff?.initialSeconds ?? 0) * 1000,
        (backoff?.maxSeconds ?? 0) * 1000,
      ]),
    )
    const states = counters.map((_, index) => ({ used: numbers[2 * index] ?? 0, sinceMs: numbers[2 * index + 1] ?? 0 }))
    return toDecision(counters, states, { isAllowed: allowed === 1, cost, nowMs })
  }

  /** The part in braces selects the server of a cluster. */
  private redisKeyFor({ name, group, key }: Counter): string {
    return `${this.prefix}{${this.digest(group)}}:${name}:${this.digest(key)}`
  }

  private digest(text: string): string {
    return createHmac('sha256', this.ownHmacKey).update(text).digest('base64url').slice(0, 22)
  }
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    decide(keys: number, ...keysAndArguments: (string | number)[]): Result<number[], Context>
    refundCharge(keys: number, ...names: string[]): Result<null, Context>
  }
}

/**
 * One decision in Redis, where scripts run one at a time. The arithmetic is the same as in rate-limit.ts; a test compares
 * both.
 *
 * KEYS: one for each counter. ARGV: the time in milliseconds, or an empty text for the clock of Redis; the cost; 1 to
 * charge it or 0 to only look; then for each counter its limit, window, initial pause and maximum pause, in
 * milliseconds. Returns whether the act is allowed, the time, and for each counter its count and start.
 */
export const decisionScript = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local cost, isCharge = tonumber(ARGV[2]), ARGV[3] == '1'
local allowed, used, since, length, pause = 1, {}, {}, {}, {}
for i, key in ipairs(KEYS) do
  local limit, longest = tonumber(ARGV[4 * i]), tonumber(ARGV[4 * i + 3])
  length[i], pause[i] = tonumber(ARGV[4 * i + 1]), tonumber(ARGV[4 * i + 2])
  used[i], since[i] = 0, now
  local stored = redis.call('HMGET', key, 'used', 'since')
  local storedUsed, storedSince = tonumber(stored[1]), tonumber(stored[2])
  if storedUsed and storedSince and storedSince + length[i] > now and storedSince <= now + length[i] then
    used[i], since[i] = storedUsed, storedSince
  end
  if used[i] + cost > limit then
    local resetsAt = since[i] + math.min(pause[i] * 2 ^ (used[i] - limit), longest)
    if pause[i] == 0 or used[i] < limit or now < resetsAt then allowed = 0 end
  end
end
local answer = { allowed, now }
for i, key in ipairs(KEYS) do
  if isCharge and allowed == 1 then
    used[i] = used[i] + cost
    if pause[i] > 0 then since[i] = now end
    redis.call('HSET', key, 'used', string.format('%.0f', used[i]), 'since', string.format('%.0f', since[i]))
    redis.call('PEXPIRE', key, string.format('%.0f', since[i] + length[i] - now))
  end
  answer[2 * i + 1], answer[2 * i + 2] = used[i], since[i]
end
return answer
`

/** Takes one off each of the KEYS that exists. */
export const refundScript = `
for _, key in ipairs(KEYS) do
  if (tonumber(redis.call('HGET', key, 'used')) or 0) > 0 then redis.call('HINCRBY', key, 'used', -1) end
end
`
