import { LockMode } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { EventPublisher } from '../../../platform/events/event-publisher.ts'
import { findOwned } from '../../../platform/graphql/owned/owned-rows.ts'
import { batchPerRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import { defineIssue } from '../../../platform/shared/field-issue.ts'
import {
  findPixelConflicts,
  Link,
  LinkNotFound,
  lockOwnedLink,
  OptionConflict,
  publishLinkChanges,
  type RouteCache,
} from '../links/index.ts'
import { LinkPixel } from './link-pixel.entity.ts'
import { countLinksOfPixels, forgetLastPixels } from './link-pixel.queries.ts'
import { Pixel } from './pixel.entity.ts'
import { PixelNotFound } from './pixel.errors.ts'
import type { SetUrlPixelsArgs } from './pixel.inputs.ts'

interface LinkPixelServiceDependencies {
  readonly routeCache: RouteCache
  readonly events: EventPublisher
}

/** How many links one transaction changes when a pixel is deleted. Clicks on these links wait for the transaction. */
const detachSliceSize = 500

/** Which links have which pixels. */
export class LinkPixelService {
  /** The pixels of a link in their order; empty for a link of somebody else. */
  readonly load = batchPerRequest(async ({ em, workspaceIds }: RequestContext, linkIds: readonly string[]) => {
    const where = { link: { $in: [...new Set(linkIds)] }, pixel: { workspace: { $in: workspaceIds } } }
    // A mutation of the same request may have replaced the rows by SQL.
    const options = { populate: ['pixel'], orderBy: { position: 'asc' }, disableIdentityMap: true } as const
    const byLink = Map.groupBy(await em.find(LinkPixel, where, options), ({ link }) => link.id)
    return linkIds.map((id) => (byLink.get(id) ?? []).map(({ pixel }) => pixel.unwrap()))
  })

  /** The number of links that have a pixel. */
  readonly countLinks = batchPerRequest(async ({ em }: RequestContext, ids: readonly string[]) => {
    const counts = await countLinksOfPixels(em, ids)
    return ids.map((id) => counts.get(id) ?? 0)
  })

  constructor(private readonly dependencies: LinkPixelServiceDependencies) {}

  /** Throws `LinkNotFound`. */
  async list(context: RequestContext, linkId: string): Promise<Pixel[]> {
    await findOwned(context, Link, { id: linkId, kind: 'link' }, LinkNotFound)
    return this.load(context, linkId)
  }

  /**
   * Replaces the pixels of a link. Throws `LinkNotFound`, `PixelNotFound` for a pixel outside the workspace of the
   * link, and `OptionConflict` for a link whose visitors never see the page on which pixels run.
   */
  async replace(context: RequestContext, { id, pixelIds }: SetUrlPixelsArgs): Promise<Pixel[]> {
    const { routeCache, events } = this.dependencies
    const { routeKey, pixels } = await context.em.transactional(async (em) => {
      const link = await lockOwnedLink(context, em, id)
      const pixels = await findPixelsForUse(em, link, pixelIds)
      if (pixels.length > 0) assertCanHavePixels(link)
      const formerIds = await findPixelIds(em, id)
      if (formerIds.join() !== pixelIds.join()) {
        await em.nativeDelete(LinkPixel, { link: id })
        const rows = pixelIds.map((pixel, position) => ({ link: id, pixel, position }))
        if (rows.length > 0) await em.insertMany(LinkPixel, rows)
        Object.assign(link, { hasPixels: rows.length > 0, updatedAt: context.now() })
        await publishLinkChanges(events, context, em, link, { pixelIds: { from: formerIds, to: pixelIds } })
      }
      return { routeKey: link.routeKey, pixels }
    })
    routeCache.invalidateAfterCommit(context, routeKey)
    return pixels
  }

  /** Detaches a pixel that is about to be deleted, from few links at a time. */
  async detachEverywhere(context: RequestContext, pixelId: string): Promise<void> {
    let routeKeys: string[]
    do {
      routeKeys = await context.em.transactional((em) => this.detachSlice(em, pixelId))
      this.dependencies.routeCache.invalidateAfterCommit(context, ...routeKeys)
    } while (routeKeys.length > 0)
  }

  /**
   * Returns the keys of the routes of the links that had the pixel; empty when no link is left. Locks the links before
   * it reads their remaining pixels, because another request may attach a pixel meanwhile.
   */
  private async detachSlice(em: EntityManager, pixelId: string): Promise<string[]> {
    const page = { orderBy: { link: 'asc' }, limit: detachSliceSize, disableIdentityMap: true } as const
    const linkIds = (await em.find(LinkPixel, { pixel: pixelId }, page)).map(({ link }) => link.id)
    if (linkIds.length === 0) return []
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, refresh: true } as const
    const links = await em.find(Link, { id: { $in: linkIds } }, lock)
    await em.nativeDelete(LinkPixel, { pixel: pixelId, link: { $in: linkIds } })
    await forgetLastPixels(em, linkIds)
    return links.map(({ routeKey }) => routeKey)
  }
}

async function findPixelIds(em: EntityManager, linkId: string): Promise<string[]> {
  const options = { orderBy: { position: 'asc' }, disableIdentityMap: true } as const
  return (await em.find(LinkPixel, { link: linkId }, options)).map(({ pixel }) => pixel.id)
}

/** The pixels in the order of their ids, locked until the end of the transaction, so that none is deleted meanwhile. */
async function findPixelsForUse(em: EntityManager, { workspace }: Link, ids: readonly string[]): Promise<Pixel[]> {
  if (ids.length === 0) return []
  const where = { id: { $in: [...ids] }, workspace: workspace?.id ?? '' }
  const lock = { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { id: 'asc' }, refresh: true } as const
  const byId = new Map((await em.find(Pixel, where, lock)).map((pixel) => [pixel.id, pixel]))
  return ids.map((id) => {
    const pixel = byId.get(id)
    if (!pixel) throw new PixelNotFound()
    return pixel
  })
}

const neverRuns = defineIssue('PIXELS_NEVER_RUN', 'pixels would never run on a link with these options')

function assertCanHavePixels(link: Link): void {
  const conflicts = findPixelConflicts({ ...link, password: link.passwordHash })
  if (conflicts.length > 0) throw new OptionConflict(['pixelIds', ...conflicts], neverRuns())
}
