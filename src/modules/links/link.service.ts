import { LockMode, ref } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../platform/database/database.ts'
import type { EventPublisher } from '../../platform/events/event-publisher.ts'
import type { MovedLink, TransactionHook } from '../../platform/events/transaction-hook.ts'
import { parseAll, rejectNulls } from '../../platform/graphql/argument-validation.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { InvalidParams } from '../../platform/shared/general.errors.ts'
import { newId } from '../../platform/shared/ids.ts'
import { hashPassword } from '../../platform/shared/password-hashing.ts'
import { lockLinkDomain } from './domains/domain.service.ts'
import { Link, type LinkKind } from './link.entity.ts'
import { DestinationBlocked, LinkNotFound } from './link.errors.ts'
import type { CreateUrlInput, UpdateUrlInput } from './link.inputs.ts'
import { assertDestinationsNotBlocked, findBlockedDestinations } from './link.queries.ts'
import { createLinkEvent, publishLinkMoved, publishLinkUpdated, toLinkState } from './link-events.ts'
import { insertWithinLinkLimit } from './link-plan-limit.ts'
import { addTags, lockPlacement, replaceTags } from './organizing/link-placement.ts'
import type { RouteCache } from './route-cache.ts'
import { assertCanCloak } from './rules/cloaking.ts'
import { defaultTitle } from './rules/final-destination.ts'
import { assertNoOptionConflicts, type LinkRules, type RedirectOptions, type SlugContext } from './rules/link-rules.ts'
import { type Slug, toCodeKey } from './rules/slug-rules.ts'
import type { ShortCodeService } from './short-code.service.ts'
import { findTemplateValues } from './utm/utm-template.service.ts'
import { fillUtmValues } from './utm/utm-values.ts'

interface LinkServiceDependencies {
  readonly linkRules: LinkRules
  readonly shortCodeService: ShortCodeService
  readonly routeCache: RouteCache
  readonly eventPublisher: EventPublisher
  readonly linkMoved: TransactionHook<MovedLink>
}

/** The links of the caller's workspaces. Every query has the workspaces, so another link gives the same 404 as none. */
export class LinkService {
  constructor(private readonly dependencies: LinkServiceDependencies) {}

  /** Creates a link of the caller. Throws `PlanLimitReached`. */
  async create(context: RequestContext, input: CreateUrlInput): Promise<Link> {
    const now = context.now()
    const { workspaceId } = context
    const { linkRules, routeCache, eventPublisher } = this.dependencies
    const [slug, originalUrl, expiredUrl, ogImage] = parseAll(
      () => linkRules.parseSlug(input.code, 'owner', { hasDomain: input.domainId != null }),
      () => linkRules.parseDestination('destination', input.destination, 'owner'),
      () => this.parseExpiredUrl(input.expiredUrl),
      () => this.parsePreviewImage(input.ogImage),
      () => assertInFuture(input.expiresAt, now),
      () => assertNoOptionConflicts(input),
    )
    assertCanCloak({ ...input, originalUrl })
    const templateValues = await findTemplateValues(context, input.utmTemplateId)
    const link = context.em.create(Link, {
      id: newId('lnk', now),
      workspace: workspaceId,
      creator: context.accountId,
      code: '',
      isCustom: slug !== null,
      title: input.title?.trim() ?? defaultTitle(originalUrl),
      originalUrl,
      clickLimit: input.clickLimit ?? null,
      expiresAt: input.expiresAt ?? null,
      expiredUrl,
      passwordHash: input.password ? await hashPassword(input.password) : null,
      ...fillUtmValues(input, templateValues),
      isCloaked: input.isCloaked,
      privacyMode: input.privacyMode,
      forwardQuery: input.forwardQuery,
      redirectType: input.redirectType,
      ogTitle: input.ogTitle?.trim() ?? null,
      ogDescription: input.ogDescription?.trim() ?? null,
      ogImage,
      createdAt: now,
      updatedAt: now,
    })
    await context.em.transactional(async (em) => {
      await assertDestinationsNotBlocked(em, { destination: originalUrl, expiredUrl, ogImage })
      const placementIn = await lockPlacement(context, em, input)
      const { folder, tags = [] } = placementIn(workspaceId)
      link.folder = folder ? ref(folder) : null
      const domain = await lockLinkDomain(em, workspaceId, input.domainId)
      link.domain = domain && ref(domain)
      link.domainHost = domain?.host ?? null
      link.code = await this.claimCode(context, em, link, slug)
      await eventPublisher.publish(em, createLinkEvent(context, 'link.created', link))
      await insertWithinLinkLimit(context, em, workspaceId, link)
      await addTags(em, link, tags)
    })
    routeCache.invalidateAfterCommit(context, link.routeKey)
    return link
  }

  /** One of the caller's links. */
  get(context: RequestContext, id: string): Promise<Link> {
    const failHandler = () => new LinkNotFound()
    return context.em.findOneOrFail(Link, ownedBy(context, id), { failHandler })
  }

  /** Updates the given options: null clears one, an absent one stays. All checks run before the first change. */
  async update(context: RequestContext, id: string, input: UpdateUrlInput): Promise<Link> {
    rejectNulls(pickRequiredOptions(input))
    const { linkRules, routeCache, eventPublisher, linkMoved } = this.dependencies
    const codeRules = await this.findCodeRules(context, id, input.code)
    const [slug, destination, expiredUrl, ogImage] = parseAll(
      () => (input.code === undefined ? undefined : linkRules.parseSlug(input.code, 'owner', codeRules)),
      () =>
        input.destination == null ? undefined : linkRules.parseDestination('destination', input.destination, 'owner'),
      () => this.parseExpiredUrl(input.expiredUrl),
      () => this.parsePreviewImage(input.ogImage),
    )
    const passwordHash = input.password ? await hashPassword(input.password) : null
    let previousKey = ''
    const updatedLink = await context.em.transactional(async (em) => {
      const addresses = { destination, expiredUrl, ogImage }
      const blockedFields = await findBlockedDestinations(em, addresses)
      const placementIn = await lockPlacement(context, em, input)
      const link = await lockOwnedLink(context, em, id)
      const { folder, tags } = placementIn(link.workspace?.id)
      previousKey = link.routeKey
      // An unchanged destination is not checked: an addition to the block list also blocks the existing links.
      const currentAddresses = { destination: link.originalUrl, expiredUrl: link.expiredUrl, ogImage: link.ogImage }
      const blockedField = blockedFields.find((field) => currentAddresses[field] !== addresses[field])
      if (blockedField) throw new DestinationBlocked(blockedField)
      const before = toLinkState(link)
      const changes = omitUndefined({
        originalUrl: destination,
        title: input.title === null ? defaultTitle(destination ?? link.originalUrl) : input.title?.trim(),
        clickLimit: input.clickLimit,
        expiresAt: input.expiresAt,
        expiredUrl: input.expiredUrl === undefined ? undefined : expiredUrl,
        utmSource: input.utmSource,
        utmMedium: input.utmMedium,
        utmCampaign: input.utmCampaign,
        utmTerm: input.utmTerm,
        utmContent: input.utmContent,
        isActive: input.isActive ?? undefined,
        isCloaked: input.isCloaked ?? undefined,
        privacyMode: input.privacyMode ?? undefined,
        forwardQuery: input.forwardQuery ?? undefined,
        redirectType: input.redirectType ?? undefined,
        ogTitle: input.ogTitle === null ? null : input.ogTitle?.trim(),
        ogDescription: input.ogDescription === null ? null : input.ogDescription?.trim(),
        ogImage: input.ogImage === undefined ? undefined : ogImage,
        folder: folder && ref(folder),
        ...(destination !== undefined && destination !== link.originalUrl && { isFrameable: null }),
        ...(input.password !== undefined && { passwordHash, passwordVersion: link.passwordVersion + 1 }),
        updatedAt: context.now(),
      })
      assertNoOptionConflicts(pickRedirectOptions(link, input))
      // A link that an earlier version has cloaked stays as it is under other changes.
      const { originalUrl = link.originalUrl, isCloaked = link.isCloaked } = changes
      if (originalUrl !== link.originalUrl || isCloaked !== link.isCloaked) assertCanCloak({ originalUrl, isCloaked })
      const codeChanges = await this.changeCode(context, em, link, slug)
      Object.assign(link, changes, codeChanges)
      const tagChanges = await replaceTags(em, id, tags)
      await publishLinkUpdated(eventPublisher, context, em, link, before, tagChanges)
      await publishLinkMoved(linkMoved, em, link, before)
      return link
    })
    routeCache.invalidateAfterCommit(context, previousKey, updatedLink.routeKey)
    return updatedLink
  }

  /** Deletes the link with its click history. Its code stays as a tombstone. */
  async delete(context: RequestContext, id: string): Promise<void> {
    const { shortCodeService, eventPublisher, routeCache } = this.dependencies
    const routeKey = await context.em.transactional(async (em) => {
      const link = await lockOwnedLink(context, em, id)
      await shortCodeService.retire(context, em, link)
      await eventPublisher.publish(em, createLinkEvent(context, 'link.deleted', link))
      em.remove(link)
      return link.routeKey
    })
    routeCache.invalidateAfterCommit(context, routeKey)
  }

  /**
   * Gives the link a new code: a slug, a random code for null, or no change for undefined. The new code is claimed before
   * the old one is retired, so that two links that request each other's code both get an error and never deadlock.
   */
  private async changeCode(
    context: RequestContext,
    em: EntityManager,
    link: Link,
    slug: Slug | null | undefined,
  ): Promise<Partial<Link>> {
    if (slug === undefined || (slug === null && !link.isCustom)) return {}
    if (slug?.key === link.code.toLowerCase()) return { code: slug.display, isCustom: true }
    const code = await this.claimCode(context, em, link, slug)
    await this.dependencies.shortCodeService.retire(context, em, link)
    return { code, isCustom: slug !== null }
  }

  /**
   * What the link has, if the given code is a reserved or denied word: an earlier version may have allowed the code, and
   * domains have fewer reserved words.
   */
  private async findCodeRules(
    context: RequestContext,
    id: string,
    slug: string | null | undefined,
  ): Promise<SlugContext> {
    const key = slug == null ? null : toCodeKey(slug)
    if (key === null || this.dependencies.linkRules.isCodeAllowed(key)) return {}
    const options = { fields: ['code', 'domainHost'], disableIdentityMap: true } as const
    const link = await context.em.findOne(Link, ownedBy(context, id), options)
    return { currentCode: link?.code ?? null, hasDomain: link?.domainHost != null }
  }

  private claimCode(context: RequestContext, em: EntityManager, link: Link, slug: Slug | null): Promise<string> {
    const { id: linkId, domainId, workspaceId } = link
    const codeClaim = { linkId, domainId, workspaceId, releasedAt: null }
    return this.dependencies.shortCodeService.claimSlugOrRandom(context, em, slug, codeClaim)
  }

  private parseExpiredUrl(text: string | null | undefined): string | null {
    return typeof text === 'string' ? this.dependencies.linkRules.parseDestination('expiredUrl', text, 'owner') : null
  }

  private parsePreviewImage(text: string | null | undefined): string | null {
    return typeof text === 'string' ? this.dependencies.linkRules.parsePreviewImage(text) : null
  }
}

/**
 * Locks a link of the caller for a change, so that concurrent changes cannot leave an orphaned code. `refresh` replaces the
 * values that an earlier mutation of the same request has read: without it, MikroORM keeps old values that are now null.
 * Throws `LinkNotFound`, and `RoleTooLow` when the operation needs a higher role.
 */
export async function lockOwnedLink(context: RequestContext, em: EntityManager, id: string): Promise<Link> {
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new LinkNotFound() }
  const link = await em.findOneOrFail(Link, ownedBy(context, id), options)
  context.requireRole(link.workspace?.id)
  return link
}

function ownedBy(context: RequestContext, id: string) {
  return { id, workspace: { $in: context.workspaceIds }, kind: 'link' as const satisfies LinkKind }
}

/** The options that always have a value. */
function pickRequiredOptions(input: UpdateUrlInput) {
  const { destination, isActive, isCloaked, privacyMode, forwardQuery, redirectType } = input
  return { destination, isActive, isCloaked, privacyMode, forwardQuery, redirectType }
}

/** The options that exclude each other, as they are after the update. */
function pickRedirectOptions(link: Link, input: UpdateUrlInput): RedirectOptions {
  return {
    redirectType: input.redirectType ?? link.redirectType,
    clickLimit: input.clickLimit === undefined ? link.clickLimit : input.clickLimit,
    password: input.password === undefined ? link.passwordHash : input.password,
    expiresAt: input.expiresAt === undefined ? link.expiresAt : input.expiresAt,
    ruleCount: link.ruleCount,
    isCloaked: input.isCloaked ?? link.isCloaked,
    privacyMode: input.privacyMode ?? link.privacyMode,
    hasPixels: link.hasPixels,
  }
}

function assertInFuture(expiresAt: Date | null | undefined, now: Date): void {
  if (expiresAt && expiresAt <= now) throw InvalidParams.forField('expiresAt', 'must be in the future')
}

/** Removes the keys whose value is undefined, so that absent options are not assigned. */
function omitUndefined<T extends object>(changes: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as never
}
