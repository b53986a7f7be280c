import { InvalidToken } from '../access/failures.ts'
import { PlanLimitReached } from '../base/failures.ts'
import type { Allowance } from '../database/allowance.ts'
import type { EntityManager } from '../database/open.ts'
import { DynamicQr } from './dynamic.qr.ts'
import { QrLogo } from './qr.logo.ts'

export const qrAllowance: Allowance = {
  what: 'dynamic QR codes',
  most: 1000,
  used: (em, ownerId) => em.count(DynamicQr, { owner: ownerId }),
  newest: (em, ownerId) => em.findOne(DynamicQr, { owner: ownerId }, { orderBy: { createdAt: 'desc' } }),
}

export const logoAllowance: Allowance = {
  what: 'logos',
  most: 20,
  used: (em, ownerId) => em.count(QrLogo, { owner: ownerId }),
  newest: (em, ownerId) => em.findOne(QrLogo, { owner: ownerId }, { orderBy: { createdAt: 'desc' } }),
}

/**
 * Holds the account while something of it is made, so that of several at once each counts those before it. Nothing else
 * waits: what refers to the account asks for a lesser lock. Throws `PlanLimitReached` when it has as many as it may.
 */
export async function refuseBeyond(
  { what, most, used }: Allowance,
  em: EntityManager,
  ownerId: string,
  now: Date,
): Promise<void> {
  const held = await em.execute('select id from account where id = ? for no key update', [ownerId])
  // A token that outlived its account proves nothing any more.
  if (held.length === 0) throw new InvalidToken()
  const has = await used(em, ownerId, now)
  if (has >= most) throw new PlanLimitReached(what, most, has)
}
