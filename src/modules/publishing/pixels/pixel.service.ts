import { rejectNulls } from '../../../platform/graphql/inputs/argument-validation.ts'
import { findOwned, lockOwned } from '../../../platform/graphql/owned-rows.ts'
import { buildOrderBy } from '../../../platform/graphql/pagination/keyset.ts'
import type { ConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { findConnection } from '../../../platform/graphql/pagination/pagination.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { ParentIds } from '../../../platform/graphql/success-response.types.ts'
import { assertWithinPlanLimit, createPlanLimit } from '../../../platform/rate-limiting/plan-limit.ts'
import { newId } from '../../../platform/shared/ids.ts'
import type { LinkPixelService } from './link-pixel.service.ts'
import { newestPixelsFirst, Pixel, PixelConnection } from './pixel.entity.ts'
import { PixelNotFound } from './pixel.errors.ts'
import type { CreatePixelInput, UpdatePixelInput } from './pixel.inputs.ts'
import { assertPixelId } from './providers/pixel-ids.ts'

export const pixelPlanLimit = createPlanLimit(Pixel, 'pixels', 50)

/**
 * The pixels of the caller's workspaces. The workspaces are in each query, so a pixel of another workspace gives the
 * same 404 as a missing one.
 */
export class PixelService {
  constructor(private readonly linkPixels: LinkPixelService) {}

  /** Throws `InvalidParams` for an id without the form of the provider, and `PlanLimitReached` beyond 50. */
  async create(context: RequestContext, { name, pixelType, pixelId }: CreatePixelInput): Promise<Pixel> {
    assertPixelId(pixelType, pixelId)
    const now = context.now()
    const { workspaceId } = context
    return context.em.transactional(async (em) => {
      await assertWithinPlanLimit(pixelPlanLimit, em, workspaceId, context)
      const pixel = em.create(Pixel, {
        id: newId('pxl', now),
        workspace: workspaceId,
        name: name.trim(),
        pixelType,
        pixelId,
        createdAt: now,
        updatedAt: now,
      })
      em.persist(pixel)
      return pixel
    })
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

  /** Throws `PixelNotFound`. */
  get(context: RequestContext, id: string): Promise<Pixel> {
    return findOwned(context, Pixel, { id }, PixelNotFound)
  }

  /** Changes the fields that are present, effective for the next visit. */
  async update(context: RequestContext, id: string, input: UpdatePixelInput): Promise<Pixel> {
    rejectNulls(input)
    return context.em.transactional(async (em) => {
      const pixel = await lockOwned(context, em, Pixel, { id }, PixelNotFound)
      const pixelId = input.pixelId ?? pixel.pixelId
      assertPixelId(pixel.pixelType, pixelId)
      Object.assign(pixel, {
        name: input.name?.trim() ?? pixel.name,
        pixelId,
        isActive: input.isActive ?? pixel.isActive,
        updatedAt: context.now(),
      })
      return pixel
    })
  }

  /** Deletes the pixel and detaches it from its links. Throws `PixelNotFound`. */
  async delete(context: RequestContext, id: string): Promise<ParentIds> {
    const pixel = await this.get(context, id)
    context.requireRole(pixel.workspace.id)
    await this.linkPixels.detachEverywhere(context, id)
    const deleted = await context.em.nativeDelete(Pixel, { id })
    if (deleted === 0) throw new PixelNotFound()
    return { workspaceId: pixel.workspace.id }
  }
}
