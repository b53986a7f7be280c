import { LockMode } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../platform/database/database.ts'
import { findChanges } from '../../../platform/events/domain-events.ts'
import { rejectNulls } from '../../../platform/graphql/inputs/argument-validation.ts'
import { findOwned, lockOwned } from '../../../platform/graphql/owned/owned-rows.ts'
import { findNamedConnection, type NamedListQuery } from '../../../platform/graphql/pagination/named-list.ts'
import { batchPerRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import type { ParentIds } from '../../../platform/graphql/success-response.types.ts'
import type { Platform } from '../../../platform/module.ts'
import { assertWithinPlanLimit, createPlanLimit } from '../../../platform/rate-limiting/plan-limit.ts'
import { newId } from '../../../platform/shared/ids.ts'
import type { ClicksModule } from '../../visits/clicks/index.ts'
import { buildShortUrl, Link, type LinksModule } from '../links/index.ts'
import { BioPage, BioPageConnection, bioPageList } from './bio-page.entity.ts'
import { BioPageNotFound } from './bio-page.errors.ts'
import type { CreateBioPageInput, UpdateBioPageInput } from './bio-page.inputs.ts'
import { publishBioPageEvent, publishBioPageUpdated, toPageState } from './bio-page-events.ts'
import { BioBlock } from './blocks/bio-block.entity.ts'
import { mergeTheme } from './theme/theme.inputs.ts'

export type BioPageDependencies = Pick<LinksModule, 'linkRules' | 'shortCodeService' | 'routeCache'> &
  Pick<ClicksModule, 'store'> &
  Pick<Platform, 'events'> &
  Pick<Platform['hooks'], 'linksMoved'>

export const bioPagePlanLimit = createPlanLimit(BioPage, 'bio pages', 'bioPages')

/**
 * The caller's bio pages. The workspaces are in each query, so a page of another workspace gives the same 404 as a
 * missing one.
 */
export class BioPageService {
  /** Counts the visitors of the pages of a list in one query. */
  private readonly countVisitors = batchPerRequest(async ({ em }: RequestContext, linkIds: readonly string[]) => {
    const query = { urlIds: linkIds, periods: null, by: null, dimension: null, minClicks: 1 } as const
    const counts = await this.dependencies.store.countLinks(em, query)
    return linkIds.map((id) => counts.get(id)?.[0]?.visitors ?? 0)
  })

  constructor(private readonly dependencies: BioPageDependencies) {}

  /**
   * Creates a draft. `complete` adds to it in the same transaction. Throws `SlugTaken`, `ThemeContrastTooLow` and
   * `PlanLimitReached`.
   */
  async create(
    context: RequestContext,
    input: CreateBioPageInput,
    complete?: (em: EntityManager, page: BioPage) => Promise<void>,
  ): Promise<BioPage> {
    const { linkRules, shortCodeService, routeCache, events } = this.dependencies
    const slug = linkRules.parsePageSlug(input.slug)
    const themeOptions = mergeTheme({}, input)
    const now = context.now()
    const { workspaceId } = context
    const timestamps = { createdAt: now, updatedAt: now }
    const page = await context.em.transactional(async (em) => {
      await assertWithinPlanLimit(bioPagePlanLimit, em, workspaceId, context)
      const id = newId('lnk', now)
      const code = await shortCodeService.claimPageSlug(context, em, slug, {
        linkId: id,
        workspaceId,
        domainId: null,
        releasedAt: null,
      })
      const link = em.create(Link, {
        id,
        workspace: workspaceId,
        creator: context.accountId,
        kind: 'bio_page',
        code,
        isCustom: true,
        title: input.title.trim(),
        originalUrl: buildShortUrl(context, { code, domainHost: null }),
        isActive: false,
        ...timestamps,
      })
      const created = em.create(BioPage, {
        id: newId('bio', now),
        workspace: workspaceId,
        link,
        description: input.description?.trim() ?? null,
        themeOptions,
        seoTitle: input.seoTitle?.trim() ?? null,
        seoDescription: input.seoDescription?.trim() ?? null,
        ...timestamps,
      })
      em.persist(link).persist(created)
      await publishBioPageEvent(events, context, em, 'bio_page.created', created)
      await complete?.(em, created)
      return created
    })
    routeCache.invalidateAfterCommit(context, page.link.unwrap().code)
    return page
  }

  /** The pages of the workspace. */
  list(context: RequestContext, query: NamedListQuery): Promise<BioPageConnection> {
    return findNamedConnection(context, BioPageConnection, BioPage, bioPageList, query, { populate: ['link'] })
  }

  /** Throws `BioPageNotFound`. */
  get(context: RequestContext, id: string): Promise<BioPage> {
    return findOwned(context, BioPage, { id }, BioPageNotFound, { populate: ['link'] })
  }

  /** Number of visitors of a page, each once for a UTC day. */
  countUniqueViews(context: RequestContext, { urlId }: BioPage): Promise<number> {
    return this.countVisitors(context, urlId)
  }

  /**
   * Changes the given fields, effective for the next view. A former slug stays reserved. Throws the errors of `create`.
   */
  async update(context: RequestContext, id: string, input: UpdateBioPageInput): Promise<BioPage> {
    rejectNulls({ slug: input.slug, title: input.title })
    const { events } = this.dependencies
    return this.change(context, id, async (em, page) => {
      const themeOptions = mergeTheme(page.themeOptions, input)
      const before = toPageState(page)
      const link = page.link.unwrap()
      const code = await this.changeSlug(context, em, page, input.slug)
      const updatedAt = context.now()
      Object.assign(link, {
        code,
        originalUrl: buildShortUrl(context, { code, domainHost: null }),
        title: input.title?.trim() ?? link.title,
        updatedAt,
      })
      Object.assign(page, {
        themeOptions,
        description: input.description === undefined ? page.description : (input.description?.trim() ?? null),
        seoTitle: input.seoTitle === undefined ? page.seoTitle : (input.seoTitle?.trim() ?? null),
        seoDescription:
          input.seoDescription === undefined ? page.seoDescription : (input.seoDescription?.trim() ?? null),
        updatedAt,
      })
      await publishBioPageUpdated(events, context, em, page, findChanges(before, toPageState(page)))
    })
  }

  /** Hides the page from visitors again. Throws `BioPageNotFound`. */
  unpublish(context: RequestContext, id: string): Promise<BioPage> {
    return this.change(context, id, (em, page) => this.setPublished(context, em, page, false))
  }

  /** Lets visitors open the page, or hides it again. The caller has locked it. */
  async setPublished(context: RequestContext, em: EntityManager, page: BioPage, isPublished: boolean): Promise<void> {
    const kind = isPublished ? 'bio_page.published' : 'bio_page.unpublished'
    const link = page.link.unwrap()
    if (link.isActive === isPublished) return
    const updatedAt = context.now()
    Object.assign(link, { isActive: isPublished, updatedAt })
    Object.assign(page, { updatedAt })
    await publishBioPageEvent(this.dependencies.events, context, em, kind, page)
  }

  /** Deletes the page with its blocks, views and clicks. Its slug and the codes of its blocks are retired. */
  async delete(context: RequestContext, id: string): Promise<ParentIds> {
    const { shortCodeService, routeCache, events } = this.dependencies
    const { codes, workspaceId } = await context.em.transactional(async (em) => {
      const page = await lockOwnedPage(context, em, id)
      const blocks = await em.find(BioBlock, { page: id, link: { $ne: null } })
      const linkIds = [page.urlId, ...blocks.map(({ urlId }) => urlId ?? '')]
      const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, refresh: true } as const
      const links = await em.find(Link, { id: { $in: linkIds } }, lock)
      await publishBioPageEvent(events, context, em, 'bio_page.deleted', page)
      for (const link of links) await shortCodeService.retire(context, em, link)
      await em.nativeDelete(Link, { id: { $in: linkIds } })
      return { codes: links.map(({ code }) => code), workspaceId: page.workspace.id }
    })
    routeCache.invalidateAfterCommit(context, ...codes)
    return { workspaceId }
  }

  /** Runs a change under the locks of the page and its link. The route of the page is read again afterwards. */
  async change(
    context: RequestContext,
    id: string,
    apply: (em: EntityManager, page: BioPage) => Promise<void>,
  ): Promise<BioPage> {
    let formerCode = ''
    const page = await context.em.transactional(async (em) => {
      const locked = await lockOwnedPage(context, em, id)
      formerCode = locked.link.unwrap().code
      await apply(em, locked)
      return locked
    })
    this.dependencies.routeCache.invalidateAfterCommit(context, formerCode, page.link.unwrap().code)
    return page
  }

  /**
   * Returns the code of the page: a new code for another slug. The new code is claimed before the former code is
   * retired.
   */
  private async changeSlug(
    context: RequestContext,
    em: EntityManager,
    page: BioPage,
    text: string | null | undefined,
  ): Promise<string> {
    const { linkRules, shortCodeService } = this.dependencies
    const link = page.link.unwrap()
    if (text == null) return link.code
    const slug = linkRules.parsePageSlug(text, page.slug)
    if (slug.key === page.slug.toLowerCase()) return link.code.slice(0, -page.slug.length) + slug.display
    const codeClaim = { linkId: link.id, workspaceId: page.workspace.id, domainId: null, releasedAt: null }
    const code = await shortCodeService.claimPageSlug(context, em, slug, codeClaim)
    await shortCodeService.retire(context, em, link)
    return code
  }
}

/** Locks a page of the caller and its link for a change, so that changes of one page run one after the other. */
export async function lockOwnedPage(context: RequestContext, em: EntityManager, id: string): Promise<BioPage> {
  const page = await lockOwned(context, em, BioPage, { id }, BioPageNotFound)
  await lockOwned(context, em, Link, { id: page.link.id }, BioPageNotFound)
  return page
}
