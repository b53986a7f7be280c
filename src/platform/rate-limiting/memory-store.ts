import type { Clock } from '../shared/time.ts'
import {
  addCost,
  type Counter,
  type CounterState,
  currentState,
  hasRoom,
  type RateLimitDecision,
  type RateLimitStore,
  toDecision,
} from './rate-limit.ts'

/** Counts in this process only. */
export class MemoryRateLimitStore implements RateLimitStore {
  /** By counter name. Keys are in the order in which their windows began, so those that end first come first. */
  private readonly states = new Map<string, Map<string, CounterState>>()

  /** Stores at most `maxKeys` keys of one name; when it is full, the key whose window began first is deleted. */
  constructor(
    private readonly clock: Clock,
    private readonly maxKeys = 100_000,
  ) {}

  async charge(counters: readonly Counter[], cost: number): Promise<RateLimitDecision> {
    return this.decide(counters, cost, true)
  }

  async peek(counters: readonly Counter[], cost: number): Promise<RateLimitDecision> {
    return this.decide(counters, cost, false)
  }

  async refund(counters: readonly Counter[]): Promise<void> {
    for (const { name, key } of counters) {
      const state = this.states.get(name)?.get(key)
      if (state && state.used > 0) this.states.get(name)?.set(key, { ...state, used: state.used - 1 })
    }
  }

  async reset(counters: readonly Counter[]): Promise<void> {
    for (const { name, key } of counters) this.states.get(name)?.delete(key)
  }

  async isServerUp(): Promise<null> {
    return null
  }

  async close(): Promise<void> {
    this.states.clear()
  }

  private decide(counters: readonly Counter[], cost: number, isCharge: boolean): RateLimitDecision {
    const nowMs = this.clock.now().getTime()
    const found = counters.map((counter) => ({ counter, state: this.find(counter, nowMs) }))
    const isAllowed = found.every(({ counter, state }) => hasRoom(state, counter.rule, cost, nowMs))
    const states = found.map(({ counter, state }) => {
      if (!isAllowed || !isCharge) return state
      const charged = addCost(state, counter.rule, cost, nowMs)
      this.save(counter, charged, nowMs)
      return charged
    })
    return toDecision(counters, states, { isAllowed, cost, nowMs })
  }

  private find({ name, key, rule }: Counter, nowMs: number): CounterState {
    return currentState(this.states.get(name)?.get(key), rule, nowMs)
  }

  /** Visits only the keys that it deletes and one more, so that each new key costs the same during a flood. */
  private save({ name, key, rule }: Counter, state: CounterState, nowMs: number): void {
    const states = this.states.get(name) ?? new Map<string, CounterState>()
    this.states.set(name, states)
    if (states.get(key)?.sinceMs !== state.sinceMs) {
      states.delete(key)
      for (const [otherKey, { sinceMs }] of states) {
        if (states.size < this.maxKeys && sinceMs + rule.seconds * 1000 > nowMs) break
        states.delete(otherKey)
      }
    }
    states.set(key, state)
  }
}
