import type { Allowance } from '../graphql/allowance.ts'
import { ApiKey } from './api.key.ts'

/** How many keys of one account may be active at once (decisions, part 15). */
export const keyAllowance: Allowance = {
  what: 'API keys',
  most: 100,
  used: (em, ownerId, now) => em.count(ApiKey, { account: ownerId, revokedAt: null, expiresAt: { $gt: now } }),
  newest: (em, ownerId) => em.findOne(ApiKey, { account: ownerId }, { orderBy: { createdAt: 'desc' } }),
}
