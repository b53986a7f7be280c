import { LockMode } from '@mikro-orm/postgresql'
import { authorize, requireAccount, requireActor } from '../../../platform/auth/authorization.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { AccessEnd } from '../../../platform/events/access-endings.ts'
import { describeChanges } from '../../../platform/events/change-texts.ts'
import { type FieldValues, findChanges } from '../../../platform/events/domain-events.ts'
import { rejectNulls } from '../../../platform/graphql/inputs/argument-validation.ts'
import { findOwned, lockOwned, ownedBy } from '../../../platform/graphql/owned/owned-rows.ts'
import type { ConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { findConnection } from '../../../platform/graphql/pagination/pagination.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { ParentIds } from '../../../platform/graphql/success-response.types.ts'
import { assertWithinPlanLimit, createPlanLimit } from '../../../platform/rate-limiting/plan-limit.ts'
import { notInFuture } from '../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import { newId } from '../../../platform/shared/ids.ts'
import type { SignedIds } from '../../../platform/shared/signed-ids.ts'
import { findOwnedWorkspaceIds } from '../../identity/workspaces/index.ts'
import { Folder, FolderNotFound, Link, LinkNotFound, Tag, TagNotFound } from '../../publishing/links/index.ts'
import { SharedStatsNotFound } from './shared-stats.errors.ts'
import { auditSharedStats } from './shared-stats-audit.ts'
import { newestPagesFirst, SharedStatsPage, SharedStatsPageConnection } from './shared-stats-page.entity.ts'
import type { CreateSharedStatsPageInput, UpdateSharedStatsPageInput } from './shared-stats-page.inputs.ts'
import { assertPeriod } from './shared-stats-period.ts'

export const sharedStatsPlanLimit = createPlanLimit(SharedStatsPage, 'pages with shared statistics', 500)

/**
 * The caller's pages with statistics. The workspaces are in each query, so a page of another workspace gives the same
 * 404 as a missing one.
 */
export class SharedStatsPageService {
  constructor(private readonly tokens: SignedIds) {}

  /**
   * Creates a page. Throws `LinkNotFound`, `FolderNotFound`, `TagNotFound`, `PlanLimitReached` beyond 500,
   * `InvalidParams` for a period, and `InsufficientScope` for a caller who may not read the statistics.
   */
  create(context: RequestContext, input: CreateSharedStatsPageInput): Promise<SharedStatsPage> {
    assertMayReadStats(context)
    const { title, showsLinkTitles, interval = null, from = null, to = null, timezone, expiresAt = null } = input
    const now = context.now()
    assertPeriod({ interval, from, to, timezone }, now)
    assertInFuture(expiresAt, now)
    return context.em.transactional(async (em) => {
      const { workspaceId, ...subject } = await lockSubject(context, em, input)
      context.requireRole(workspaceId)
      await assertWithinPlanLimit(sharedStatsPlanLimit, em, workspaceId, context)
      await requireAccount(context.caller).hold?.(em)
      const page = em.create(SharedStatsPage, {
        id: newId('ssp', now),
        workspace: workspaceId,
        ...subject,
        title: title?.trim() ?? null,
        showsLinkTitles,
        interval,
        from,
        to,
        timezone,
        expiresAt,
        createdAt: now,
        updatedAt: now,
      })
      em.persist(page)
      await auditSharedStats(em, actIn(context), page, 'created', 'was created')
      return page
    })
  }

  /** The pages of the workspace, newest first. */
  list(context: RequestContext, args: ConnectionArgs): Promise<SharedStatsPageConnection> {
    const query = { where: { workspace: context.workspaceId }, order: newestPagesFirst }
    return findConnection(context, SharedStatsPageConnection, SharedStatsPage, query, args)
  }

  /** Throws `SharedStatsNotFound`. */
  get(context: RequestContext, id: string): Promise<SharedStatsPage> {
    return findOwned(context, SharedStatsPage, { id }, SharedStatsNotFound)
  }

  /** Changes the given fields, effective for the next visitor. Throws `SharedStatsNotFound` and `InvalidParams`. */
  update(context: RequestContext, id: string, input: UpdateSharedStatsPageInput): Promise<SharedStatsPage> {
    const { title, showsLinkTitles, expiresAt } = input
    assertMayReadStats(context)
    rejectNulls({ showsLinkTitles })
    assertInFuture(expiresAt, context.now())
    return context.em.transactional(async (em) => {
      const page = await lockOwned(context, em, SharedStatsPage, { id }, SharedStatsNotFound)
      const before = toPageState(page)
      Object.assign(page, {
        title: title === undefined ? page.title : (title?.trim() ?? null),
        showsLinkTitles: showsLinkTitles ?? page.showsLinkTitles,
        expiresAt: expiresAt === undefined ? page.expiresAt : expiresAt,
        updatedAt: context.now(),
      })
      const changes = findChanges(before, toPageState(page))
      if (Object.keys(changes).length > 0)
        await auditSharedStats(em, actIn(context), page, 'updated', describeChanges(changes))
      return page
    })
  }

  /** Deletes a page, so that its address stops working. Throws `SharedStatsNotFound`. */
  async delete(context: RequestContext, id: string): Promise<ParentIds> {
    return context.em.transactional(async (em) => {
      const page = await lockOwned(context, em, SharedStatsPage, { id }, SharedStatsNotFound)
      await auditSharedStats(em, actIn(context), page, 'deleted', 'was deleted')
      em.remove(page)
      return { workspaceId: page.workspace.id }
    })
  }

  /** Deletes the pages of the workspaces that an account owns, in the transaction of the cause. Returns their number. */
  async deleteOfOwner(em: EntityManager, { accountId, actor, cause, at }: AccessEnd): Promise<number> {
    const where = { workspace: { $in: await findOwnedWorkspaceIds(em, accountId) } }
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, refresh: true } as const
    const pages = await em.find(SharedStatsPage, where, options)
    for (const page of pages) {
      await auditSharedStats(em, { actor, at }, page, 'deleted', `was deleted: ${cause}`)
      em.remove(page)
    }
    await em.flush()
    return pages.length
  }

  /**
   * The address at which visitors open a page. The last part is the token of the page, which is computed and never
   * stored.
   */
  buildUrl({ settings }: RequestContext, { id }: SharedStatsPage): string {
    return `${settings.publicUrl}/stats/${this.tokens.sign(id)}`
  }
}

/**
 * Anyone with the address of a page can read statistics, so a caller who gets the address must be allowed to read them.
 */
function assertMayReadStats({ caller }: RequestContext): void {
  authorize(caller, { open: false, scope: 'read:analytics' })
}

function actIn(context: RequestContext) {
  return { actor: requireActor(context.caller), at: context.now() }
}

function assertInFuture(expiresAt: Date | null | undefined, now: Date): void {
  if (expiresAt && expiresAt <= now) throw InvalidParams.forField('expiresAt', notInFuture())
}

function toPageState({ title, showsLinkTitles, expiresAt }: SharedStatsPage): FieldValues {
  return { title, showsLinkTitles, expiresAt }
}

/** Finds and locks the link, folder or tag of a page, so that it is not deleted before the page refers to it. */
async function lockSubject(
  context: RequestContext,
  em: EntityManager,
  { urlId, folderId, tagId }: CreateSharedStatsPageInput,
): Promise<{ workspaceId: string; link?: Link; folder?: Folder; tag?: Tag }> {
  if ([urlId, folderId, tagId].filter((id) => id != null).length !== 1)
    throw InvalidParams.forField('urlId', 'must be given, or folderId or tagId: one of the three')
  const lock = { lockMode: LockMode.PESSIMISTIC_READ, refresh: true } as const
  if (urlId != null) {
    const where = ownedBy(context, { id: urlId, kind: { $ne: 'bio_page' as const } })
    const link = await em.findOneOrFail(Link, where, { ...lock, failHandler: () => new LinkNotFound() })
    return { link, workspaceId: link.workspace?.id ?? '' }
  }
  if (folderId != null) {
    const options = { ...lock, failHandler: () => new FolderNotFound() }
    const folder = await em.findOneOrFail(Folder, ownedBy(context, { id: folderId }), options)
    return { folder, workspaceId: folder.workspace.id }
  }
  const options = { ...lock, failHandler: () => new TagNotFound() }
  const tag = await em.findOneOrFail(Tag, ownedBy(context, { id: tagId ?? '' }), options)
  return { tag, workspaceId: tag.workspace.id }
}
