import { newId } from '../base/ids.ts'
import { refuseBeyond } from '../graphql/allowance.ts'
import type { Context } from '../graphql/context.ts'
import type { CreateQrLogoArgs } from './args.ts'
import { LogoNotFound } from './failures.ts'
import { logoAllowance } from './limit.ts'
import { QrLogo } from './qr.logo.ts'
import { cleanPicture } from './rules/logo.ts'

/** The caller's logos. Ownership is part of every query: another's and an unknown one are the same 404. */
export class QrLogos {
  /** Keeps a picture as a logo. Throws `PlanLimitReached` beyond 20. */
  async create(context: Context, { name, image }: CreateQrLogoArgs): Promise<QrLogo> {
    const picture = await cleanPicture('image', image)
    const now = context.now()
    const owner = context.accountId
    return context.em.transactional(async (em) => {
      await refuseBeyond(logoAllowance, em, owner, now)
      const logo = em.create(QrLogo, { id: newId('lgo', now), owner, name: name.trim(), ...picture, createdAt: now })
      em.persist(logo)
      return logo
    })
  }

  /** All of the caller's logos, newest first; there are at most 20. */
  list(context: Context): Promise<QrLogo[]> {
    const newestFirst = { createdAt: 'desc', id: 'desc' } as const
    return context.em.find(QrLogo, { owner: context.accountId }, { orderBy: newestFirst })
  }

  /** Deletes a logo; the codes that wore it are drawn without one. */
  async delete(context: Context, id: string): Promise<void> {
    const deleted = await context.em.execute('delete from qr_logo where id = ? and owner_id = ? returning id', [
      id,
      context.accountId,
    ])
    if (deleted.length === 0) throw new LogoNotFound()
  }
}
