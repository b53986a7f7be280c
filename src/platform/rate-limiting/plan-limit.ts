import type { EntityClass, Ref } from '@mikro-orm/postgresql'
import { InvalidToken } from '../auth/auth.errors.ts'
import type { EntityManager } from '../database/database.ts'
import { PlanLimitReached } from '../shared/general.errors.ts'

/** How many items of a kind an account may have. */
export interface PlanLimit {
  /** Plural, such as `webhooks`. */
  readonly resourceName: string
  readonly maximum: number
  /** How many the account has at this time. */
  countUsed(em: EntityManager, ownerId: string, now: Date): Promise<number>
  /** The item created last. */
  findNewest(em: EntityManager, ownerId: string): Promise<{ readonly createdAt: Date } | null>
}

interface OwnedRow {
  readonly owner: Ref<{ id: string }>
  readonly createdAt: Date
}

/** A limit on all rows of an entity that an account owns. */
export function createPlanLimit(entity: EntityClass<OwnedRow>, resourceName: string, maximum: number): PlanLimit {
  return {
    resourceName,
    maximum,
    countUsed: (em, owner) => em.count(entity, { owner }),
    findNewest: (em, owner) => em.findOne(entity, { owner }, { orderBy: { createdAt: 'desc' } }),
  }
}

/**
 * Locks the row of the account, so that simultaneous acts see the results of each other. Rows that refer to the
 * account, such as new links, need a weaker lock and do not wait. In SQL, because the platform has no entity of
 * accounts. Throws `InvalidToken`.
 */
export async function lockAccount(em: EntityManager, ownerId: string): Promise<void> {
  const locked = await em.execute('select id from account where id = ? for no key update', [ownerId])
  // A token of a deleted account is invalid.
  if (locked.length === 0) throw new InvalidToken()
}

/** Locks the account while it gets a new item. Throws `PlanLimitReached` when it has the maximum. */
export async function assertWithinPlanLimit(
  { resourceName, maximum, countUsed }: PlanLimit,
  em: EntityManager,
  ownerId: string,
  now: Date,
): Promise<void> {
  await lockAccount(em, ownerId)
  const usedCount = await countUsed(em, ownerId, now)
  if (usedCount >= maximum) throw new PlanLimitReached(resourceName, maximum, usedCount)
}
