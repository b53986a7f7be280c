import { InvalidToken } from '../auth/auth.errors.ts'
import type { EntityManager } from '../database/database.ts'
import { PlanLimitReached } from '../shared/general.errors.ts'

/** What an account may have so many of. */
export interface PlanLimit {
  /** In the plural, such as `webhooks`. */
  readonly resourceName: string
  readonly maximum: number
  /** How many an account has at this instant. */
  countUsed(em: EntityManager, ownerId: string, now: Date): Promise<number>
  /** The one that was made last. */
  findNewest(em: EntityManager, ownerId: string): Promise<{ readonly createdAt: Date } | null>
}

/**
 * The account's row is the lock: of several acts at once each sees what those before it left. Nothing else waits: what
 * refers to the account, such as a new link, asks for a lesser lock. Throws `InvalidToken`.
 */
export async function lockAccount(em: EntityManager, ownerId: string): Promise<void> {
  const locked = await em.execute('select id from account where id = ? for no key update', [ownerId])
  // A token that outlived its account proves nothing any more.
  if (locked.length === 0) throw new InvalidToken()
}

/** Holds the account while something of it is made. Throws `PlanLimitReached` when it has as many as it may. */
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
