import fc from 'fast-check'
import type { Ledger } from '../../../src/base/limits/ledger.ts'
import { MemoryLedger } from '../../../src/base/limits/memory.ts'
import { Meter } from '../../../src/base/limits/meter.ts'
import type { Count, Rule } from '../../../src/base/limits/rule.ts'
import { TestClock } from '../../support/clock.ts'

export interface Call {
  readonly caller: string
  /** How long after the call before it, in milliseconds. */
  readonly afterMs: number
}

export const calls: fc.Arbitrary<Call[]> = fc.array(
  fc.record({
    caller: fc.constantFrom('a', 'b'),
    afterMs: fc.oneof({ arbitrary: fc.integer({ min: 0, max: 300 }), weight: 3 }, fc.integer({ min: 0, max: 9000 })),
  }),
  { maxLength: 80 },
)

export const windows: fc.Arbitrary<Rule[]> = fc.array(
  fc.record({ limit: fc.integer({ min: 1, max: 6 }), seconds: fc.integer({ min: 1, max: 8 }) }),
  { minLength: 1, maxLength: 3 },
)

/** Windows, and rules that slow down instead of closing. */
export const rules: fc.Arbitrary<Rule[]> = fc.array(
  fc.record(
    {
      limit: fc.integer({ min: 1, max: 6 }),
      seconds: fc.integer({ min: 1, max: 20 }),
      pauses: fc.record({
        firstSeconds: fc.integer({ min: 1, max: 3 }),
        longestSeconds: fc.integer({ min: 1, max: 9 }),
      }),
    },
    { requiredKeys: ['limit', 'seconds'] },
  ),
  { minLength: 1, maxLength: 3 },
)

export const countsOf = (caller: string, held: readonly Rule[]): Count[] =>
  held.map((rule, index) => ({ name: `rule${index}`, key: caller, group: caller, rule }))

/** Charges the caller under all rules at once; what the headers of the answer would say. */
export async function take(ledger: Ledger, caller: string, held: readonly Rule[], cost = 1) {
  const verdict = await ledger.charge(countsOf(caller, held), cost)
  const meter = new Meter()
  meter.note(verdict)
  if (!verdict.admitted) meter.refuse(verdict)
  const { limit = 0, remaining = 0, resetSeconds = 0 } = meter.tightest ?? {}
  return { admitted: verdict.admitted, limit, remaining, resetSeconds }
}

export const beginMs = 1_000_000_000_000

export function clockAtBegin(): TestClock {
  const clock = new TestClock()
  clock.set(new Date(beginMs))
  return clock
}

/** Plays the calls on a ledger that is fresh unless given; each verdict with the instant it was given. */
export async function play(made: readonly Call[], held: readonly Rule[], given?: { ledger: Ledger; clock: TestClock }) {
  const clock = given?.clock ?? clockAtBegin()
  const ledger = given?.ledger ?? new MemoryLedger(clock)
  const verdicts = []
  for (const { caller, afterMs } of made) {
    clock.advance({ ms: afterMs })
    verdicts.push({ caller, at: clock.now().getTime(), ...(await take(ledger, caller, held)) })
  }
  return { clock, ledger, verdicts }
}
