import fc from 'fast-check'
import { MemoryRateLimitStore } from '../../src/platform/rate-limiting/memory-store.ts'
import type { Counter, RateLimitRule, RateLimitStore } from '../../src/platform/rate-limiting/rate-limit.ts'
import { RateLimitUsage } from '../../src/platform/rate-limiting/rate-limit.ts'
import { TestClock } from '../support/clock.ts'

export interface Call {
  readonly caller: string
  /** Milliseconds since the previous call. */
  readonly afterMs: number
}

export const calls: fc.Arbitrary<Call[]> = fc.array(
  fc.record({
    caller: fc.constantFrom('a', 'b'),
    afterMs: fc.oneof({ arbitrary: fc.integer({ min: 0, max: 300 }), weight: 3 }, fc.integer({ min: 0, max: 9000 })),
  }),
  { maxLength: 80 },
)

export const windows: fc.Arbitrary<RateLimitRule[]> = fc.array(
  fc.record({ limit: fc.integer({ min: 1, max: 6 }), seconds: fc.integer({ min: 1, max: 8 }) }),
  { minLength: 1, maxLength: 3 },
)

/** Rules with windows, and rules with backoff. */
export const rules: fc.Arbitrary<RateLimitRule[]> = fc.array(
  fc.record(
    {
      limit: fc.integer({ min: 1, max: 6 }),
      seconds: fc.integer({ min: 1, max: 20 }),
      backoff: fc.record({
        initialSeconds: fc.integer({ min: 1, max: 3 }),
        maxSeconds: fc.integer({ min: 1, max: 9 }),
      }),
    },
    { requiredKeys: ['limit', 'seconds'] },
  ),
  { minLength: 1, maxLength: 3 },
)

export const countsOf = (caller: string, ruleList: readonly RateLimitRule[]): Counter[] =>
  ruleList.map((rule, index) => ({ name: `rule${index}`, key: caller, group: caller, rule }))

/** Charges the caller under all rules and returns the tightest status. */
export async function take(store: RateLimitStore, caller: string, ruleList: readonly RateLimitRule[], cost = 1) {
  const decision = await store.charge(countsOf(caller, ruleList), cost)
  const usage = new RateLimitUsage()
  usage.record(decision)
  if (!decision.isAllowed) usage.recordExceeded(decision)
  const { limit = 0, remaining = 0, resetSeconds = 0 } = usage.tightest ?? {}
  return { isAllowed: decision.isAllowed, limit, remaining, resetSeconds }
}

export const beginMs = 1_000_000_000_000

export function clockAtBegin(): TestClock {
  const clock = new TestClock()
  clock.set(new Date(beginMs))
  return clock
}

/** Sends the calls to a store, by default a new one; returns each decision with its time. */
export async function play(
  callList: readonly Call[],
  ruleList: readonly RateLimitRule[],
  target?: { store: RateLimitStore; clock: TestClock },
) {
  const clock = target?.clock ?? clockAtBegin()
  const store = target?.store ?? new MemoryRateLimitStore(clock)
  const decisions = []
  for (const { caller, afterMs } of callList) {
    clock.advance({ ms: afterMs })
    decisions.push({ caller, at: clock.now().getTime(), ...(await take(store, caller, ruleList)) })
  }
  return { clock, store, decisions }
}
