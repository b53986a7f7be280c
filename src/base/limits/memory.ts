import type { Clock } from '../clock.ts'
import type { Ledger } from './ledger.ts'
import { type Count, charged, current, hasRoom, type Tally, type Verdict, verdictOf } from './rule.ts'

/** Counts in this process alone. */
export class MemoryLedger implements Ledger {
  /** By name, and then in the order in which they began, so that those come first which are over first. */
  readonly #tallies = new Map<string, Map<string, Tally>>()
  readonly #clock: Clock
  readonly #maxKeys: number

  /** Keeps so many keys of one name at most; to make room for one more, the one that began first is forgotten. */
  constructor(clock: Clock, maxKeys = 100_000) {
    this.#clock = clock
    this.#maxKeys = maxKeys
  }

  async charge(counts: readonly Count[], cost: number): Promise<Verdict> {
    const nowMs = this.#clock.now().getTime()
    const before = counts.map((count) => this.#find(count, nowMs))
    const admitted = before.every((tally, index) => hasRoom(tally, (counts[index] as Count).rule, cost, nowMs))
    if (!admitted) return verdictOf(counts, before, { admitted, cost, nowMs })
    const after = counts.map((count, index) => {
      const tally = charged(before[index] as Tally, count.rule, cost, nowMs)
      this.#keep(count, tally, nowMs)
      return tally
    })
    return verdictOf(counts, after, { admitted, cost, nowMs })
  }

  async look(counts: readonly Count[], cost: number): Promise<Verdict> {
    const nowMs = this.#clock.now().getTime()
    const tallies = counts.map((count) => this.#find(count, nowMs))
    const admitted = tallies.every((tally, index) => hasRoom(tally, (counts[index] as Count).rule, cost, nowMs))
    return verdictOf(counts, tallies, { admitted, cost, nowMs })
  }

  async giveBack(counts: readonly Count[]): Promise<void> {
    for (const { name, key } of counts) {
      const tally = this.#tallies.get(name)?.get(key)
      if (tally && tally.used > 0) this.#tallies.get(name)?.set(key, { ...tally, used: tally.used - 1 })
    }
  }

  async forget(counts: readonly Count[]): Promise<void> {
    for (const { name, key } of counts) this.#tallies.get(name)?.delete(key)
  }

  async close(): Promise<void> {
    this.#tallies.clear()
  }

  #find({ name, key, rule }: Count, nowMs: number): Tally {
    return current(this.#tallies.get(name)?.get(key), rule, nowMs)
  }

  /** Looks only at keys it forgets and one more, so that a flood of new ones costs no more than themselves. */
  #keep({ name, key, rule }: Count, tally: Tally, nowMs: number): void {
    const tallies = this.#tallies.get(name) ?? new Map<string, Tally>()
    this.#tallies.set(name, tallies)
    if (tallies.get(key)?.sinceMs !== tally.sinceMs) {
      tallies.delete(key)
      for (const [other, { sinceMs }] of tallies) {
        if (tallies.size < this.#maxKeys && sinceMs + rule.seconds * 1000 > nowMs) break
        tallies.delete(other)
      }
    }
    tallies.set(key, tally)
  }
}
