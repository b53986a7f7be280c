import { defaultPlans } from '../../src/config/plan.ts'
import { Quota } from '../../src/platform/graphql/request-limits.ts'
import { MemoryRateLimitStore } from '../../src/platform/rate-limiting/memory-store.ts'
import { RateLimits } from '../../src/platform/rate-limiting/rate-limit.ts'
import type { Clock } from '../../src/platform/shared/time.ts'

/** A quota that counts and never rejects, for routes without the app. */
export function unlimited(clock: Clock): Quota {
  return new Quota(new RateLimits(new MemoryRateLimitStore(clock), { isEnabled: false }), defaultPlans)
}
