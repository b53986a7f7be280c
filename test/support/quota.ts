import type { Clock } from '../../src/base/clock.ts'
import { Limits } from '../../src/base/limits/limits.ts'
import { MemoryLedger } from '../../src/base/limits/memory.ts'
import { Quota } from '../../src/graphql/quota.ts'

/** A quota that counts and refuses nothing, for what is served without the app. */
export function unlimited(clock: Clock): Quota {
  return new Quota(new Limits(new MemoryLedger(clock), false), { perMinute: 120, perHour: 1000 })
}
