import { LockMode, ref } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../platform/database/database.ts'
import type { ReadOnly } from '../../platform/database/read-only.ts'
import type { EventPublisher } from '../../platform/events/event-publisher.ts'
import type { MovedLink, TransactionHook } from '../../platform/events/transaction-hook.ts'
import { lockOwned, ownedBy } from '../../platform/graphql/owned-rows.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { hashingCallerOf } from '../../platform/graphql/request-limits.ts'
import type { ParentIds } from '../../platform/graphql/success-response.types.ts'
import { hashPassword } from '../../platform/shared/password-hashing.ts'
import { findLinkChanges, parseLinkUpdate, rejectNullOptions } from './changes/link-update.ts'
import { parseNewLink, toLinkValues } from './changes/new-link.ts'
import { lockLinkDomain } from './domains/domain.service.ts'
import { Link } from './link.entity.ts'
import { LinkNotFound } from './link.errors.ts'
import type { CreateUrlInput, UpdateUrlInput } from './link.inputs.ts'
import { assertDestinationsNotBlocked, findBlockedDestinations } from './link.queries.ts'
import { createLinkEvent, publishLinkMoved, publishLinkUpdated, toLinkState } from './link-events.ts'
import { insertWithinLinkLimit } from './link-plan-limit.ts'
import { findLinkById } from './listing/link-reads.queries.ts'
import { addTags, lockPlacement, replaceTags } from './organizing/link-placement.ts'
import type { RouteCache } from './route-cache.ts'
import type { LinkRules, SlugContext } from './rules/link-rules.ts'
import { type Slug, toCodeKey } from './rules/slug-rules.ts'
import type { ShortCodeService } from './short-code.service.ts'
import { findTemplateValues } from './utm/utm-template.service.ts'

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
    const { workspaceId } = context
    const { linkRules, routeCache, eventPublisher } = this.dependencies
    const parsed = parseNewLink(linkRules, input, context.now())
    const { originalUrl, expiredUrl, ogImage } = parsed
    const templateValues = await findTemplateValues(context, input.utmTemplateId)
    const link = context.em.create(Link, await toLinkValues(context, parsed, templateValues))
    await context.em.transactional(async (em) => {
      await assertDestinationsNotBlocked(em, { destination: originalUrl, expiredUrl, ogImage })
      const placementIn = await lockPlacement(context, em, input)
      const { folder, tags = [] } = placementIn(workspaceId)
      link.folder = folder ? ref(folder) : null
      const domain = await lockLinkDomain(em, workspaceId, input.domainId)
      link.domain = domain && ref(domain)
      link.domainHost = domain?.host ?? null
      link.code = await this.claimCode(context, em, link, parsed.slug)
      await eventPublisher.publish(em, createLinkEvent(context, 'link.created', link))
      await insertWithinLinkLimit(context, em, workspaceId, link)
      await addTags(em, link, tags)
    })
    routeCache.invalidateAfterCommit(context, link.routeKey)
    return link
  }

  /** One of the caller's links. */
  async get(context: RequestContext, id: string): Promise<ReadOnly<Link>> {
    const link = await findLinkById(context, id, context.workspaceIds)
    if (!link) throw new LinkNotFound()
    return link
  }

  /** Updates the given options: null clears one, an absent one stays. All checks run before the first change. */
  async update(context: RequestContext, id: string, input: UpdateUrlInput): Promise<Link> {
    rejectNullOptions(input)
    const { linkRules, routeCache, eventPublisher, linkMoved } = this.dependencies
    const parsed = parseLinkUpdate(linkRules, input, await this.findCodeRules(context, id, input.code))
    const { destination, expiredUrl, ogImage } = parsed
    const passwordHash = input.password ? await hashPassword(hashingCallerOf(context), input.password) : null
    let previousKey = ''
    const updatedLink = await context.em.transactional(async (em) => {
      const blockedFields = await findBlockedDestinations(em, { destination, expiredUrl, ogImage })
      const placementIn = await lockPlacement(context, em, input)
      const link = await lockOwnedLink(context, em, id)
      const { folder, tags } = placementIn(link.workspace?.id)
      previousKey = link.routeKey
      const before = toLinkState(link)
      const changes = findLinkChanges(context, link, parsed, { blockedFields, folder, passwordHash })
      Object.assign(link, changes, await this.changeCode(context, em, link, parsed.slug))
      const tagChanges = await replaceTags(em, id, tags)
      await publishLinkUpdated(eventPublisher, context, em, link, before, tagChanges)
      await publishLinkMoved(linkMoved, em, link, before)
      return link
    })
    routeCache.invalidateAfterCommit(context, previousKey, updatedLink.routeKey)
    return updatedLink
  }

  /** Deletes the link with its click history. Its code stays as a tombstone. */
  async delete(context: RequestContext, id: string): Promise<ParentIds> {
    const { shortCodeService, eventPublisher, routeCache } = this.dependencies
    const { routeKey, ...parentIds } = await context.em.transactional(async (em) => {
      const link = await lockOwnedLink(context, em, id)
      await shortCodeService.retire(context, em, link)
      await eventPublisher.publish(em, createLinkEvent(context, 'link.deleted', link))
      em.remove(link)
      return { routeKey: link.routeKey, workspaceId: link.workspace?.id ?? null, folderId: link.folderId }
    })
    routeCache.invalidateAfterCommit(context, routeKey)
    return parentIds
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
    const link = await context.em.findOne(Link, ownedBy(context, { id, kind: 'link' as const }), options)
    return { currentCode: link?.code ?? null, hasDomain: link?.domainHost != null }
  }

  private claimCode(context: RequestContext, em: EntityManager, link: Link, slug: Slug | null): Promise<string> {
    const { id: linkId, domainId, workspaceId } = link
    const codeClaim = { linkId, domainId, workspaceId, releasedAt: null }
    return this.dependencies.shortCodeService.claimSlugOrRandom(context, em, slug, codeClaim)
  }
}

/**
 * Locks a link of the caller for a change, so that concurrent changes cannot leave an orphaned code. `refresh` replaces the
 * values that an earlier mutation of the same request has read: without it, MikroORM keeps old values that are now null.
 * Throws `LinkNotFound`, and `RoleTooLow` when the operation needs a higher role.
 */
export function lockOwnedLink(context: RequestContext, em: EntityManager, id: string): Promise<Link> {
  return lockOwned(context, em, Link, { id, kind: 'link' }, LinkNotFound)
}

/**
 * Locks several links of the caller, in the order of their ids, as clicks do. Those of others are missing. The caller
 * checks the role.
 */
export async function lockOwnedLinks(
  context: RequestContext,
  em: EntityManager,
  ids: readonly string[],
): Promise<Map<string, Link>> {
  if (ids.length === 0) return new Map()
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } } as const
  const links = await em.find(Link, ownedBy(context, { id: { $in: [...ids] }, kind: 'link' as const }), options)
  return new Map(links.map((link) => [link.id, link]))
}
