import type { EntityManager } from '../database/open.ts'
import { ApiKey } from './api.key.ts'

/** A stretch of time in which the dates of keys lie. */
interface Dates {
  readonly after: Date
  readonly upTo: Date
}

/** Keys of an account that were not revoked and whose date lies in a time, the earliest first; and how many there are. */
export function keysEnding(
  em: EntityManager,
  ownerId: string,
  { after, upTo }: Dates,
  limit: number,
): Promise<[ApiKey[], number]> {
  return em.findAndCount(
    ApiKey,
    { account: ownerId, revokedAt: null, expiresAt: { $gt: after, $lte: upTo } },
    { orderBy: { expiresAt: 'asc', id: 'asc' }, limit },
  )
}
