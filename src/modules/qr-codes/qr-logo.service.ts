import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { assertWithinPlanLimit } from '../../platform/rate-limiting/plan-limit.ts'
import { newId } from '../../platform/shared/ids.ts'
import { sanitizeImage } from './logo-image.ts'
import { LogoNotFound } from './qr-code.errors.ts'
import type { CreateQrLogoArgs } from './qr-code.inputs.ts'
import { logoAllowance } from './qr-code-limits.ts'
import { QrLogo } from './qr-logo.entity.ts'

/** The caller's logos. Each query includes the owner, so a logo of another account gives the same 404 as an unknown one. */
export class QrLogoService {
  /** Stores an image as a logo. Throws `PlanLimitReached` beyond 20. */
  async create(context: RequestContext, { name, image }: CreateQrLogoArgs): Promise<QrLogo> {
    const sanitizedImage = await sanitizeImage('image', image)
    const now = context.now()
    const owner = context.accountId
    return context.em.transactional(async (em) => {
      await assertWithinPlanLimit(logoAllowance, em, owner, now)
      const logo = em.create(QrLogo, {
        id: newId('lgo', now),
        owner,
        name: name.trim(),
        ...sanitizedImage,
        createdAt: now,
      })
      em.persist(logo)
      return logo
    })
  }

  /** All logos of the caller, newest first; there are at most 20. */
  list(context: RequestContext): Promise<QrLogo[]> {
    const newestFirst = { createdAt: 'desc', id: 'desc' } as const
    return context.em.find(QrLogo, { owner: context.accountId }, { orderBy: newestFirst })
  }

  /** Deletes a logo; the foreign key removes it from its codes. Throws `LogoNotFound`. */
  async delete(context: RequestContext, id: string): Promise<void> {
    const deletedCount = await context.em.nativeDelete(QrLogo, { id, owner: context.accountId })
    if (deletedCount === 0) throw new LogoNotFound()
  }
}
