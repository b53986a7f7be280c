import type { EntityManager } from '../../../platform/database/database.ts'
import { base64Of } from '../../../platform/graphql/inputs/image-upload.ts'
import { OwnedItems } from '../../../platform/graphql/owned/owned-items.ts'
import { buildOrderBy } from '../../../platform/graphql/pagination/keyset.ts'
import type { ConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { findConnection } from '../../../platform/graphql/pagination/pagination.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { createPlanLimit } from '../../../platform/rate-limiting/plan-limit.ts'
import { notOfWorkspace } from '../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import { redrawUpload } from '../../../platform/shared/uploaded-image.ts'
import { LogoNotFound } from './qr-code.errors.ts'
import type { CreateQrLogoArgs } from './qr-code.inputs.ts'
import { newestLogosFirst, QrLogo, QrLogoConnection } from './qr-logo.entity.ts'

export const logoPlanLimit = createPlanLimit(QrLogo, 'logos', 20)

/** The caller's logos. A code with a deleted logo has none. */
export class QrLogoService extends OwnedItems<QrLogo> {
  constructor() {
    super({ entity: QrLogo, idPrefix: 'lgo', planLimit: logoPlanLimit, NotFound: LogoNotFound })
  }

  /** Stores an image as a logo. Throws `PlanLimitReached` beyond 20. */
  async create(context: RequestContext, { name, image }: CreateQrLogoArgs): Promise<QrLogo> {
    return this.add(context, { name, ...(await redrawLogo(context.accountId, base64Of(image))) })
  }

  /** All logos of the caller, newest first; there are at most 20. */
  list(context: RequestContext): Promise<QrLogo[]> {
    return context.em.find(QrLogo, { workspace: context.workspaceId }, { orderBy: buildOrderBy(newestLogosFirst) })
  }

  /** A page of the caller's logos. */
  listPage(context: RequestContext, page: ConnectionArgs): Promise<QrLogoConnection> {
    const query = { where: { workspace: context.workspaceId }, order: newestLogosFirst }
    return findConnection(context, QrLogoConnection, QrLogo, query, page)
  }
}

/** The logo for a code, null for none. Throws the same `InvalidParams` for a logo of another workspace as for an unknown one. */
export async function findLogoOfWorkspace(
  em: EntityManager,
  workspace: string | undefined,
  id: string | null | undefined,
): Promise<QrLogo | null> {
  if (id == null) return null
  const failHandler = () => InvalidParams.forField('logoId', notOfWorkspace({ thing: 'a logo' }))
  return em.findOneOrFail(QrLogo, { id, workspace: workspace ?? '' }, { failHandler })
}

/** The image of a logo; null for a deleted one. */
export async function readLogo({ em }: RequestContext, id: string): Promise<Buffer | null> {
  const logo = await em.findOne(QrLogo, { id }, { fields: ['png'], disableIdentityMap: true })
  return logo?.png ?? null
}

/** In pixels; a logo in a QR code is never shown larger. */
const maxSide = 256

/** Draws an upload again as a PNG. Throws `InvalidParams`. */
async function redrawLogo(accountId: string, base64: string): Promise<Pick<QrLogo, 'png' | 'width' | 'height'>> {
  const { data, info } = await redrawUpload(accountId, 'image', base64, (image) =>
    image.resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true }).png({ compressionLevel: 9 }),
  )
  return { png: data, width: info.width, height: info.height }
}
