import type { EntityManager } from '../../platform/database/database.ts'
import type { PlanLimit } from '../../platform/rate-limiting/plan-limit.ts'
import { ApiKey } from './api-key.entity.ts'

/** How many keys of one account may be active at once (decisions, part 15). */
export const apiKeyPlanLimit: PlanLimit = {
  resourceName: 'API keys',
  maximum: 100,
  countUsed: (em, ownerId, now) => em.count(ApiKey, { account: ownerId, revokedAt: null, expiresAt: { $gt: now } }),
  findNewest: (em, ownerId) => em.findOne(ApiKey, { account: ownerId }, { orderBy: { createdAt: 'desc' } }),
}

/** A stretch of time in which the dates of keys lie. */
interface DateRange {
  readonly after: Date
  readonly upTo: Date
}

/** Keys of an account that were not revoked and whose date lies in a time, the earliest first; and how many there are. */
export function findExpiringApiKeys(
  em: EntityManager,
  ownerId: string,
  { after, upTo }: DateRange,
  limit: number,
): Promise<[ApiKey[], number]> {
  return em.findAndCount(
    ApiKey,
    { account: ownerId, revokedAt: null, expiresAt: { $gt: after, $lte: upTo } },
    { orderBy: { expiresAt: 'asc', id: 'asc' }, limit },
  )
}
