import { InvalidToken } from '../access/failures.ts'
import { PlanLimitReached } from '../base/failures.ts'
import type { EntityManager } from '../database/open.ts'

/** What an account may have so many of. */
export interface Allowance {
  /** In the plural, such as `webhooks`. */
  readonly what: string
  readonly most: number
  /** How many an account has at this instant. */
  used(em: EntityManager, ownerId: string, now: Date): Promise<number>
  /** The one that was made last. */
  newest(em: EntityManager, ownerId: string): Promise<{ readonly createdAt: Date } | null>
}

/**
 * The account's row is the lock: of several acts at once each sees what those before it left. Nothing else waits: what
 * refers to the account, such as a new link, asks for a lesser lock. Throws `InvalidToken`.
 */
export async function holdAccount(em: EntityManager, ownerId: string): Promise<void> {
  const held = await em.execute('select id from account where id = ? for no key update', [ownerId])
  // A token that outlived its account proves nothing any more.
  if (held.length === 0) throw new InvalidToken()
}

/** Holds the account while something of it is made. Throws `PlanLimitReached` when it has as many as it may. */
export async function refuseBeyond(
  { what, most, used }: Allowance,
  em: EntityManager,
  ownerId: string,
  now: Date,
): Promise<void> {
  await holdAccount(em, ownerId)
  const has = await used(em, ownerId, now)
  if (has >= most) throw new PlanLimitReached(what, most, has)
}
