import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { assertWithinPlanLimit } from '../../platform/rate-limiting/plan-limit.ts'
import { newId } from '../../platform/shared/ids.ts'
import { sanitizeImage } from './logo-image.ts'
import { LogoNotFound } from './qr-code.errors.ts'
import type { CreateQrLogoArgs } from './qr-code.inputs.ts'
import { logoAllowance } from './qr-code-limits.ts'
import { QrLogo } from './qr-logo.entity.ts'

/** The caller's logos. Ownership is part of every query: another's and an unknown one are the same 404. */
export class QrLogoService {
  /** Keeps a picture as a logo. Throws `PlanLimitReached` beyond 20. */
  async create(context: RequestContext, { name, image }: CreateQrLogoArgs): Promise<QrLogo> {
    const picture = await sanitizeImage('image', image)
    const now = context.now()
    const owner = context.accountId
    return context.em.transactional(async (em) => {
      await assertWithinPlanLimit(logoAllowance, em, owner, now)
      const logo = em.create(QrLogo, { id: newId('lgo', now), owner, name: name.trim(), ...picture, createdAt: now })
      em.persist(logo)
      return logo
    })
  }

  /** All of the caller's logos, newest first; there are at most 20. */
  list(context: RequestContext): Promise<QrLogo[]> {
    const newestFirst = { createdAt: 'desc', id: 'desc' } as const
    return context.em.find(QrLogo, { owner: context.accountId }, { orderBy: newestFirst })
  }

  /** Deletes a logo; the codes that wore it are drawn without one. */
  async delete(context: RequestContext, id: string): Promise<void> {
    const deleted = await context.em.execute('delete from qr_logo where id = ? and owner_id = ? returning id', [
      id,
      context.accountId,
    ])
    if (deleted.length === 0) throw new LogoNotFound()
  }
}
