import { InvalidToken } from '../access/failures.ts'
import { PlanLimitReached } from '../base/failures.ts'
import type { EntityManager } from '../database/open.ts'

/** What an account may have a bounded number of. */
export interface Bounded {
  /** In the plural, such as `logos`. */
  readonly what: string
  readonly table: 'dynamic_qr' | 'qr_logo'
  readonly most: number
}

/**
 * Holds the account while something of it is made, so that of several at once each counts those before it. Nothing else
 * waits: what refers to the account asks for a lesser lock. Throws `PlanLimitReached` when it has as many as it may.
 */
export async function refuseBeyond({ what, table, most }: Bounded, em: EntityManager, ownerId: string): Promise<void> {
  const held = await em.execute('select id from account where id = ? for no key update', [ownerId])
  // A token that outlived its account proves nothing any more.
  if (held.length === 0) throw new InvalidToken()
  const [row] = await em.execute<{ used: number }[]>(`select count(*)::int as used from ${table} where owner_id = ?`, [
    ownerId,
  ])
  if (row && row.used >= most) throw new PlanLimitReached(what, most, row.used)
}
