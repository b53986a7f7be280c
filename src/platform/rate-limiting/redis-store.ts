import { createHmac } from 'node:crypto'
import { Redis, type Result } from 'ioredis'
import type { Clock } from '../shared/clock.ts'
import { type Counter, type RateLimitDecision, type RateLimitStore, toDecision } from './rate-limit.ts'

export interface RedisRateLimitStoreOptions {
  readonly url: string
  /** Makes the names of the keys, so that Redis learns neither addresses nor who is who. The same on every node. */
  readonly hmacKey: Buffer
  /** Where the time is read; without it Redis' own clock counts, which is one for all nodes. */
  readonly clock?: Clock | undefined
}

/** Counts in Redis, for all nodes together. Rejects while Redis cannot be reached; see `SharedLedger`. */
export class RedisRateLimitStore implements RateLimitStore {
  readonly #redis: Redis
  readonly #hmacKey: Buffer
  readonly #clock: Clock | undefined
  /** Differs between installations that share a Redis, because their keys do. */
  readonly prefix: string

  constructor({ url, hmacKey, clock }: RedisRateLimitStoreOptions) {
    this.#hmacKey = hmacKey
    this.#clock = clock
    this.prefix = `tack:${this.#digest('prefix').slice(0, 8)}:`
    this.#redis = new Redis(url, {
      lazyConnect: true,
      // A decision that cannot be had now is had elsewhere: nothing waits for a connection, nothing is sent twice.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      connectTimeout: 2_000,
      // A server that has fallen silent is given up, and a new connection tried.
      socketTimeout: 5_000,
      retryStrategy: (times) => Math.min(times * 100, 1_000),
      // Any server since Redis 5 speaks it.
      protocol: 2,
      scripts: { decide: { lua: decisionScript }, restitute: { lua: refundScript } },
    })
    // The failures of decisions are reported by whoever asked for them.
    this.#redis.on('error', () => undefined)
  }

  /** Resolves when connected; a connection that fails is tried again and again until `close`. */
  async connect(): Promise<void> {
    await this.#redis.connect()
  }

  charge(counters: readonly Counter[], cost: number): Promise<RateLimitDecision> {
    return this.#decide(counters, cost, true)
  }

  peek(counters: readonly Counter[], cost: number): Promise<RateLimitDecision> {
    return this.#decide(counters, cost, false)
  }

  async refund(counters: readonly Counter[]): Promise<void> {
    await this.#redis.restitute(counters.length, ...counters.map((counter) => this.#redisKeyFor(counter)))
  }

  async reset(counters: readonly Counter[]): Promise<void> {
    await this.#redis.del(...counters.map((counter) => this.#redisKeyFor(counter)))
  }

  async close(): Promise<void> {
    this.#redis.disconnect()
  }

  async #decide(counters: readonly Counter[], cost: number, isCharge: boolean): Promise<RateLimitDecision> {
    const [allowed = 0, nowMs = 0, ...numbers] = await this.#redis.decide(
      counters.length,
      ...counters.map((counter) => this.#redisKeyFor(counter)),
      String(this.#clock?.now().getTime() ?? ''),
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
    return toDecision(counters, states, { admitted: allowed === 1, cost, nowMs })
  }

  /** What stands in braces decides on which server of a cluster a key lives. */
  #redisKeyFor({ name, group, key }: Counter): string {
    return `${this.prefix}{${this.#digest(group)}}:${name}:${this.#digest(key)}`
  }

  #digest(text: string): string {
    return createHmac('sha256', this.#hmacKey).update(text).digest('base64url').slice(0, 22)
  }
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    decide(keys: number, ...keysAndArguments: (string | number)[]): Result<number[], Context>
    restitute(keys: number, ...names: string[]): Result<null, Context>
  }
}

/**
 * One decision in Redis, where scripts run one at a time. The arithmetic is that of rule.ts; a test plays both.
 *
 * KEYS: one for each count. ARGV: the instant in milliseconds, or nothing for the server's own; the cost; 1 to charge it
 * and 0 to look; then for each count its limit, its length, its first pause and its longest one, in milliseconds.
 * Answers whether it is admitted, the instant, and for each count how many and since when.
 */
export const decisionScript = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local cost, charges = tonumber(ARGV[2]), ARGV[3] == '1'
local admitted, used, since, length, pause = 1, {}, {}, {}, {}
for i, key in ipairs(KEYS) do
  local limit, longest = tonumber(ARGV[4 * i]), tonumber(ARGV[4 * i + 3])
  length[i], pause[i] = tonumber(ARGV[4 * i + 1]), tonumber(ARGV[4 * i + 2])
  used[i], since[i] = 0, now
  local kept = redis.call('HMGET', key, 'used', 'since')
  local keptUsed, keptSince = tonumber(kept[1]), tonumber(kept[2])
  if keptUsed and keptSince and keptSince + length[i] > now and keptSince <= now + length[i] then
    used[i], since[i] = keptUsed, keptSince
  end
  if used[i] + cost > limit then
    local opens = since[i] + math.min(pause[i] * 2 ^ (used[i] - limit), longest)
    if pause[i] == 0 or used[i] < limit or now < opens then admitted = 0 end
  end
end
local answer = { admitted, now }
for i, key in ipairs(KEYS) do
  if charges and admitted == 1 then
    used[i] = used[i] + cost
    if pause[i] > 0 then since[i] = now end
    redis.call('HSET', key, 'used', string.format('%.0f', used[i]), 'since', string.format('%.0f', since[i]))
    redis.call('PEXPIRE', key, string.format('%.0f', since[i] + length[i] - now))
  end
  answer[2 * i + 1], answer[2 * i + 2] = used[i], since[i]
end
return answer
`

/** Takes one off each of the KEYS that is there. */
export const refundScript = `
for _, key in ipairs(KEYS) do
  if (tonumber(redis.call('HGET', key, 'used')) or 0) > 0 then redis.call('HINCRBY', key, 'used', -1) end
end
`
