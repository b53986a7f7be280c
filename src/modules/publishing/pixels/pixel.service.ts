import { rejectNulls } from '../../../platform/graphql/inputs/argument-validation.ts'
import { OwnedItems } from '../../../platform/graphql/owned/owned-items.ts'
import { buildOrderBy } from '../../../platform/graphql/pagination/keyset.ts'
import type { ConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { findConnection } from '../../../platform/graphql/pagination/pagination.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { ParentIds } from '../../../platform/graphql/success-response.types.ts'
import { createPlanLimit } from '../../../platform/rate-limiting/plan-limit.ts'
import type { LinkPixelService } from './link-pixel.service.ts'
import { newestPixelsFirst, Pixel, PixelConnection } from './pixel.entity.ts'
import { PixelNotFound } from './pixel.errors.ts'
import type { CreatePixelInput, UpdatePixelInput } from './pixel.inputs.ts'
import { assertPixelId } from './providers/pixel-ids.ts'

export const pixelPlanLimit = createPlanLimit(Pixel, 'pixels', 50)

/** The pixels of the caller. */
export class PixelService extends OwnedItems<Pixel> {
  constructor(private readonly linkPixels: LinkPixelService) {
    super({ entity: Pixel, idPrefix: 'pxl', planLimit: pixelPlanLimit, NotFound: PixelNotFound })
  }

  /** Throws `InvalidParams` for an id without the form of the provider, and `PlanLimitReached` beyond 50. */
  async create(context: RequestContext, { name, pixelType, pixelId }: CreatePixelInput): Promise<Pixel> {
    assertPixelId(pixelType, pixelId)
    return this.add(context, { name, pixelType, pixelId })
  }

  /** All pixels of the workspace, newest first; there are at most 50. */
  list(context: RequestContext): Promise<Pixel[]> {
    return context.em.find(Pixel, { workspace: context.workspaceId }, { orderBy: buildOrderBy(newestPixelsFirst) })
  }

  /** A page of the pixels of the workspace, newest first. */
  listPage(context: RequestContext, page: ConnectionArgs): Promise<PixelConnection> {
    const query = { where: { workspace: context.workspaceId }, order: newestPixelsFirst }
    return findConnection(context, PixelConnection, Pixel, query, page)
  }

  /** Changes the fields that are present, effective for the next visit. Throws `PixelNotFound` and `InvalidParams`. */
  async update(context: RequestContext, id: string, { name, pixelId, isActive }: UpdatePixelInput): Promise<Pixel> {
    rejectNulls({ name, pixelId, isActive })
    return this.change(context, id, (pixel) => {
      assertPixelId(pixel.pixelType, pixelId ?? pixel.pixelId)
      return { name, pixelId, isActive }
    })
  }

  /** Deletes the pixel and detaches it from its links. Throws `PixelNotFound`. */
  override async delete(context: RequestContext, id: string): Promise<ParentIds> {
    const pixel = await this.get(context, id)
    context.requireRole(pixel.workspace.id)
    await this.linkPixels.detachEverywhere(context, id)
    const deleted = await context.em.nativeDelete(Pixel, { id })
    if (deleted === 0) throw new PixelNotFound()
    return { workspaceId: pixel.workspace.id }
  }
}
