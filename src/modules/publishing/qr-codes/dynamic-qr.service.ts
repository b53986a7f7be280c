import { DestinationBlocked } from '../../../platform/addresses/block-list.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import { rejectNulls } from '../../../platform/graphql/inputs/argument-validation.ts'
import { findOwned, lockOwned } from '../../../platform/graphql/owned/owned-rows.ts'
import { findNamedConnection, type NamedListQuery } from '../../../platform/graphql/pagination/named-list.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { ParentIds } from '../../../platform/graphql/success-response.types.ts'
import type { Platform } from '../../../platform/module.ts'
import { assertWithinPlanLimit, createPlanLimit } from '../../../platform/rate-limiting/plan-limit.ts'
import { newId } from '../../../platform/shared/ids.ts'
import {
  assertDestinationsNotBlocked,
  createUnlistedLink,
  findBlockedDestinations,
  Link,
  type LinksModule,
  publishMovedLinks,
} from '../links/index.ts'
import { DynamicQr, DynamicQrConnection, dynamicQrList } from './dynamic-qr.entity.ts'
import { publishQrCreated, publishQrUpdated, recordQrDeleted, toQrState } from './dynamic-qr-events.ts'
import { QrNotFound } from './qr-code.errors.ts'
import type { CreateDynamicQrInput, UpdateDynamicQrInput } from './qr-code.inputs.ts'
import { mergeDesign } from './qr-design.ts'
import { findLogoOfWorkspace } from './qr-logo.service.ts'
import type { QrReadabilityService } from './reading/qr-readability.service.ts'

type DynamicQrDependencies = Pick<LinksModule, 'linkRules' | 'shortCodeService' | 'routeCache'> &
  Pick<Platform, 'events'> &
  Pick<Platform['hooks'], 'linksMoved'>

export const qrPlanLimit = createPlanLimit(DynamicQr, 'dynamic QR codes', 'dynamicQrCodes')

/**
 * The caller's dynamic QR codes. The workspaces are in each query, so a code of another workspace gives the same 404 as
 * a missing one.
 */
export class DynamicQrService {
  constructor(
    private readonly dependencies: DynamicQrDependencies,
    private readonly readability: QrReadabilityService,
  ) {}

  /** Creates a code with its own link. Throws `PlanLimitReached`, and `InvalidParams` for an unreadable design. */
  async create(
    context: RequestContext,
    { title, destination, logoId, ...designArgs }: CreateDynamicQrInput,
  ): Promise<DynamicQr> {
    const { linkRules, shortCodeService, routeCache, events } = this.dependencies
    const originalUrl = linkRules.parseDestination('destination', destination, 'owner')
    const designOptions = mergeDesign({}, designArgs)
    await this.readability.assertReadable(context, { logoId, ...designArgs })
    const now = context.now()
    const { workspaceId } = context
    const timestamps = { createdAt: now, updatedAt: now }
    const qr = await context.em.transactional(async (em) => {
      await assertDestinationsNotBlocked(em, { destination: originalUrl })
      await assertWithinPlanLimit(qrPlanLimit, em, workspaceId, context)
      const logo = await findLogoOfWorkspace(em, workspaceId, logoId)
      const link = await createUnlistedLink(shortCodeService, context, em, {
        ...{ kind: 'qr', workspace: workspaceId, creator: context.accountId, slug: null, releasedAt: null },
        ...{ title: title.trim(), originalUrl },
      })
      const created = em.create(DynamicQr, {
        id: newId('dqr', now),
        workspace: workspaceId,
        link,
        logo,
        designOptions,
        ...timestamps,
      })
      em.persist(created)
      await publishQrCreated(events, context, em, created)
      return created
    })
    routeCache.invalidateAfterCommit(context, qr.code)
    return qr
  }

  /** The codes of the workspace. */
  list(context: RequestContext, query: NamedListQuery): Promise<DynamicQrConnection> {
    return findNamedConnection(context, DynamicQrConnection, DynamicQr, dynamicQrList, query, { populate: ['link'] })
  }

  /** Finds a code of the caller. Throws `QrNotFound`. */
  get(context: RequestContext, id: string): Promise<DynamicQr> {
    return findOwned(context, DynamicQr, { id }, QrNotFound, { populate: ['link'] })
  }

  /** Changes the given fields, effective for the next scan. Null resets a design option to its default. */
  async update(
    context: RequestContext,
    id: string,
    { title, destination, isActive, logoId, ...designArgs }: UpdateDynamicQrInput,
  ): Promise<DynamicQr> {
    rejectNulls({ title, destination, isActive })
    const { linkRules, routeCache, events, linksMoved } = this.dependencies
    const originalUrl =
      typeof destination === 'string' ? linkRules.parseDestination('destination', destination, 'owner') : undefined
    await this.readability.assertReadable(context, { logoId, ...designArgs }, async () => {
      const { workspace, design } = await this.get(context, id)
      context.requireRole(workspace.id)
      return design
    })
    const updatedQr = await context.em.transactional(async (em) => {
      const isBlocked = (await findBlockedDestinations(em, { destination: originalUrl })).length > 0
      const qr = await this.findOwnedForUpdate(context, em, id)
      const link = qr.link.unwrap()
      // An unchanged target is not checked again: adding a block list entry handles existing links.
      if (isBlocked && link.originalUrl !== originalUrl) throw new DestinationBlocked('destination')
      const designOptions = mergeDesign(qr.designOptions, designArgs)
      const logo = logoId === undefined ? qr.logo : await findLogoOfWorkspace(em, qr.workspace.id, logoId)
      const before = toQrState(qr)
      const moved = originalUrl === undefined || originalUrl === link.originalUrl ? [] : [link]
      const updatedAt = context.now()
      Object.assign(link, {
        title: title?.trim() ?? link.title,
        originalUrl: originalUrl ?? link.originalUrl,
        isActive: isActive ?? link.isActive,
        updatedAt,
      })
      Object.assign(qr, { designOptions, logo, updatedAt })
      await publishQrUpdated(events, context, em, qr, before)
      await publishMovedLinks(linksMoved, em, moved, updatedAt)
      return qr
    })
    routeCache.invalidateAfterCommit(context, updatedQr.code)
    return updatedQr
  }

  /** Deletes the code with its scans and retires its short code, so that no other link can ever use it. */
  async delete(context: RequestContext, id: string): Promise<ParentIds> {
    const { shortCodeService, routeCache } = this.dependencies
    const { shortCode, ...parentIds } = await context.em.transactional(async (em) => {
      const qr = await this.findOwnedForUpdate(context, em, id)
      const link = qr.link.unwrap()
      await shortCodeService.retire(context, em, link)
      await recordQrDeleted(context, em, qr)
      em.remove(qr).remove(link)
      return { shortCode: link.code, workspaceId: qr.workspace.id }
    })
    routeCache.invalidateAfterCommit(context, shortCode)
    return parentIds
  }

  /** Locks the rows, so that concurrent changes of one code run one after the other. */
  private async findOwnedForUpdate(context: RequestContext, em: EntityManager, id: string): Promise<DynamicQr> {
    const qr = await lockOwned(context, em, DynamicQr, { id }, QrNotFound)
    await lockOwned(context, em, Link, { id: qr.link.id }, QrNotFound)
    return qr
  }
}
