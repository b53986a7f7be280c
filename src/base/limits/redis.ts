import { createHmac } from 'node:crypto'
import { Redis, type Result } from 'ioredis'
import type { Clock } from '../clock.ts'
import type { Ledger } from './ledger.ts'
import { type Count, type Verdict, verdictOf } from './rule.ts'
import { decision, restitution } from './script.ts'

export interface RedisLedgerOptions {
  readonly url: string
  /** Makes the names of the keys, so that Redis learns neither addresses nor who is who. The same on every node. */
  readonly key: Buffer
  /** Where the time is read; without it Redis' own clock counts, which is one for all nodes. */
  readonly clock?: Clock | undefined
}

/** Counts in Redis, for all nodes together. Rejects while Redis cannot be reached; see `SharedLedger`. */
export class RedisLedger implements Ledger {
  readonly #redis: Redis
  readonly #key: Buffer
  readonly #clock: Clock | undefined
  /** Differs between installations that share a Redis, because their keys do. */
  readonly prefix: string

  constructor({ url, key, clock }: RedisLedgerOptions) {
    this.#key = key
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
      scripts: { decide: { lua: decision }, restitute: { lua: restitution } },
    })
    // The failures of decisions are reported by whoever asked for them.
    this.#redis.on('error', () => undefined)
  }

  /** Resolves when connected; a connection that fails is tried again and again until `close`. */
  async connect(): Promise<void> {
    await this.#redis.connect()
  }

  charge(counts: readonly Count[], cost: number): Promise<Verdict> {
    return this.#decide(counts, cost, true)
  }

  look(counts: readonly Count[], cost: number): Promise<Verdict> {
    return this.#decide(counts, cost, false)
  }

  async giveBack(counts: readonly Count[]): Promise<void> {
    await this.#redis.restitute(counts.length, ...counts.map((count) => this.#keyOf(count)))
  }

  async forget(counts: readonly Count[]): Promise<void> {
    await this.#redis.del(...counts.map((count) => this.#keyOf(count)))
  }

  async close(): Promise<void> {
    this.#redis.disconnect()
  }

  async #decide(counts: readonly Count[], cost: number, charges: boolean): Promise<Verdict> {
    const [admitted = 0, nowMs = 0, ...numbers] = await this.#redis.decide(
      counts.length,
      ...counts.map((count) => this.#keyOf(count)),
      String(this.#clock?.now().getTime() ?? ''),
      cost,
      charges ? 1 : 0,
      ...counts.flatMap(({ rule: { limit, seconds, pauses } }) => [
        limit,
        seconds * 1000,
        (pauses?.firstSeconds ?? 0) * 1000,
        (pauses?.longestSeconds ?? 0) * 1000,
      ]),
    )
    const tallies = counts.map((_, index) => ({ used: numbers[2 * index] ?? 0, sinceMs: numbers[2 * index + 1] ?? 0 }))
    return verdictOf(counts, tallies, { admitted: admitted === 1, cost, nowMs })
  }

  /** What stands in braces decides on which server of a cluster a key lives. */
  #keyOf({ name, group, key }: Count): string {
    return `${this.prefix}{${this.#digest(group)}}:${name}:${this.#digest(key)}`
  }

  #digest(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url').slice(0, 22)
  }
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    decide(keys: number, ...keysAndArguments: (string | number)[]): Result<number[], Context>
    restitute(keys: number, ...names: string[]): Result<null, Context>
  }
}
