import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../../platform/graphql/request-limits.ts'
import type { RateLimitRule } from '../../../../platform/rate-limiting/rate-limit.ts'

/** How many files of links or clicks an account may request (docs/decisions/rate-limits.md). */
const exportLimit: RateLimitRule = { limit: 10, seconds: 3600 }

/** Charges a file of links or clicks: a download when it starts, or an export. Throws `RateLimited`. */
export function chargeExport(throttle: Throttle, context: RequestContext): Promise<void> {
  const { accountId } = context
  return throttle.charge(context, [{ name: 'export', key: accountId, group: accountId, rule: exportLimit }])
}
