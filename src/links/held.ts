import type { EntityManager } from '../database/open.ts'
import { Link } from './link.ts'

/** Links of an account that are blocked for abuse, who has been so longest first; and how many there are. */
export function blockedLinks(em: EntityManager, ownerId: string, limit: number): Promise<[Link[], number]> {
  return em.findAndCount(
    Link,
    { owner: ownerId, blockedAt: { $ne: null } },
    { orderBy: { blockedAt: 'asc', id: 'asc' }, limit },
  )
}
