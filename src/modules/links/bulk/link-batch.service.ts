import { ref } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { EventPublisher } from '../../../platform/events/event-publisher.ts'
import { validateInput } from '../../../platform/graphql/inputs/argument-validation.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Quota } from '../../../platform/graphql/request-limits.ts'
import { InvalidParams, PlanLimitReached } from '../../../platform/shared/general.errors.ts'
import { type ParsedNewLink, parseNewLink, toLinkValues } from '../changes/new-link.ts'
import { lockLinkDomains } from '../domains/domain.service.ts'
import { Link } from '../link.entity.ts'
import { DestinationBlocked, LinkNotFound } from '../link.errors.ts'
import { findBlockedAddresses } from '../link.queries.ts'
import { lockOwnedLinks } from '../link.service.ts'
import { createLinkEvent } from '../link-events.ts'
import { insertLinksWithinLimit } from '../link-plan-limit.ts'
import { addTagsOf, lockPlacements } from '../organizing/link-placement.ts'
import type { Tag } from '../organizing/tag.entity.ts'
import type { RouteCache } from '../route-cache.ts'
import type { LinkRules } from '../rules/link-rules.ts'
import type { ShortCodeService } from '../short-code.service.ts'
import { createUnknownTemplateError, findTemplates } from '../utm/utm-template.service.ts'
import { BatchOutcomes } from './batch-outcomes.ts'
import { type CreateUrlsInput, type DeleteUrlsArgs, maxBatchPasswords } from './bulk.inputs.ts'
import type { BulkResponse } from './bulk.types.ts'

export interface LinkBatchDependencies {
  readonly linkRules: LinkRules
  readonly shortCodeService: ShortCodeService
  readonly routeCache: RouteCache
  readonly eventPublisher: EventPublisher
  readonly quota: Quota
}

/** Items of a batch that cost as much as one request. */
const itemsPerCall = 10

/** A link that a batch creates, with the position of its item. */
interface NewItem {
  readonly index: number
  readonly parsed: ParsedNewLink
  readonly values: Awaited<ReturnType<typeof toLinkValues>>
}

/** Creates and deletes up to 100 links in one transaction with a constant number of statements. */
export class LinkBatchService {
  constructor(private readonly dependencies: LinkBatchDependencies) {}

  /** Creates the links. An item that fails creates nothing and says why; with `atomic`, its error is thrown. */
  async create(context: RequestContext, { items, atomic }: CreateUrlsInput): Promise<BulkResponse> {
    await chargeBatch(context, this.dependencies.quota, items.length)
    assertFewPasswords(items)
    const outcomes = new BatchOutcomes(context, items.length, atomic)
    let newItems = await this.readItems(context, items, outcomes)
    for (;;) {
      const attempted = newItems
      const created = await this.tryInsert(context, attempted, outcomes)
      if (!(created instanceof PlanLimitReached)) {
        for (const { index, link } of created) outcomes.succeed(index, 'created', link.id, link)
        this.dependencies.routeCache.invalidateAfterCommit(context, ...created.map(({ link }) => link.routeKey))
        return outcomes.toResponse()
      }
      // The first ones that fit are created.
      const fitting = attempted.filter(({ index }) => !outcomes.hasFailed(index))
      const room = Math.min(created.room, fitting.length - 1)
      for (const { index } of fitting.slice(room)) outcomes.fail(index, created)
      newItems = fitting.slice(0, room)
    }
  }

  /** Deletes the links with their click histories. Their codes stay as tombstones. */
  async delete(context: RequestContext, { ids, atomic }: DeleteUrlsArgs): Promise<BulkResponse> {
    await chargeBatch(context, this.dependencies.quota, ids.length)
    return this.deleteUncharged(context, ids, atomic)
  }

  /** For a caller that has charged the batch itself. */
  async deleteUncharged(context: RequestContext, ids: readonly string[], isAtomic: boolean): Promise<BulkResponse> {
    const outcomes = new BatchOutcomes(context, ids.length, isAtomic)
    const { shortCodeService, eventPublisher, routeCache } = this.dependencies
    const routeKeys = await context.em.transactional(async (em) => {
      const locked = await lockOwnedLinks(context, em, ids)
      const items = ids.map((id, index) => ({ id, index }))
      const links = await outcomes.each(items, ({ id, index }) => {
        const link = locked.get(id)
        if (!link) throw new LinkNotFound()
        context.requireRole(link.workspace?.id)
        outcomes.succeed(index, 'deleted', id, null)
        return link
      })
      await shortCodeService.retireAll(context, em, links)
      await eventPublisher.publish(em, ...links.map((link) => createLinkEvent(context, 'link.deleted', link)))
      for (const link of links) em.remove(link)
      return links.map(({ routeKey }) => routeKey)
    })
    routeCache.invalidateAfterCommit(context, ...routeKeys)
    return outcomes.toResponse()
  }

  /** The items that can be created as far as their inputs and templates say. */
  private async readItems(
    context: RequestContext,
    inputs: CreateUrlsInput['items'],
    outcomes: BatchOutcomes,
  ): Promise<NewItem[]> {
    const now = context.now()
    const templates = await findTemplates(
      context,
      inputs.flatMap(({ utmTemplateId }) => utmTemplateId ?? []),
    )
    return outcomes.each(
      inputs.map((input, index) => ({ input, index })),
      async ({ input, index }) => {
        await validateInput(input)
        const parsed = parseNewLink(this.dependencies.linkRules, input, now)
        const templateValues = input.utmTemplateId == null ? {} : templates.get(input.utmTemplateId)
        if (!templateValues) throw createUnknownTemplateError()
        return { index, parsed, values: await toLinkValues(context, parsed, templateValues) }
      },
    )
  }

  /** Inserts the links of the items that can be created. Inserts none and returns the error when not all fit the plan. */
  private async tryInsert(
    context: RequestContext,
    items: readonly NewItem[],
    outcomes: BatchOutcomes,
  ): Promise<{ index: number; link: Link }[] | PlanLimitReached> {
    if (items.length === 0) return []
    try {
      return await context.em.transactional((em) => this.insert(context, em, items, outcomes))
    } catch (error) {
      if (error instanceof PlanLimitReached) return error
      throw error
    }
  }

  private async insert(
    context: RequestContext,
    em: EntityManager,
    items: readonly NewItem[],
    outcomes: BatchOutcomes,
  ): Promise<{ index: number; link: Link }[]> {
    const { workspaceId } = context
    const { shortCodeService, eventPublisher } = this.dependencies
    const addresses = items.flatMap(({ parsed }) => addressesOf(parsed).map(({ address }) => address))
    const blocked = await findBlockedAddresses(em, addresses)
    const inputs = items.map(({ parsed }) => parsed.input)
    const placementOf = await lockPlacements(context, em, inputs)
    const domainOf = await lockLinkDomains(
      em,
      workspaceId,
      inputs.flatMap(({ domainId }) => domainId ?? []),
    )
    const placed = await outcomes.each(items, ({ index, parsed, values }) => {
      const blockedAddress = addressesOf(parsed).find(({ address }) => blocked.has(address))
      if (blockedAddress) throw new DestinationBlocked(blockedAddress.field)
      const { folder, tags = [] } = placementOf(parsed.input, workspaceId)
      const domain = domainOf(parsed.input.domainId)
      const link = em.create(Link, {
        ...values,
        folder: folder ? ref(folder) : null,
        domain: domain && ref(domain),
        domainHost: domain?.host ?? null,
      })
      return { index, link, tags, slug: parsed.slug }
    })
    const claims = placed.map(({ link: { id: linkId, domainId }, slug }) => ({
      slug,
      claim: { linkId, domainId, workspaceId, releasedAt: null },
    }))
    const codes = await shortCodeService.claimAll(context, em, claims)
    const tagged = await outcomes.each(
      placed.map((item, position) => ({ ...item, code: codes[position] })),
      ({ index, link, tags, code }): { index: number; link: Link; tags: readonly Tag[] } => {
        if (typeof code !== 'string') throw code
        link.code = code
        return { index, link, tags }
      },
    )
    if (tagged.length === 0) return []
    const links = tagged.map(({ link }) => link)
    await eventPublisher.publish(em, ...links.map((link) => createLinkEvent(context, 'link.created', link)))
    await insertLinksWithinLimit(context, em, workspaceId, links)
    await addTagsOf(em, tagged)
    return tagged
  }
}

/** Charges what a batch costs beyond the call that its request was charged. Throws `RateLimited`. */
export async function chargeBatch(context: RequestContext, quota: Quota, count: number): Promise<void> {
  const calls = Math.ceil(count / itemsPerCall) - 1
  if (calls > 0) await quota.charge(context, calls)
}

export function assertFewPasswords(items: readonly { readonly password?: string | null }[]): void {
  const withPassword = items.filter(({ password }) => password).length
  if (withPassword > maxBatchPasswords)
    throw InvalidParams.forField('items', `must have at most ${maxBatchPasswords} items with a password`)
}

function addressesOf({ originalUrl, expiredUrl, ogImage }: ParsedNewLink) {
  const fields = [
    { field: 'destination' as const, address: originalUrl },
    { field: 'expiredUrl' as const, address: expiredUrl },
    { field: 'ogImage' as const, address: ogImage },
  ]
  return fields.flatMap(({ field, address }) => (address ? [{ field, address }] : []))
}
