import { ref } from '@mikro-orm/postgresql'
import { DestinationBlocked, findBlockedAddresses } from '../../../../platform/addresses/block-list.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { EventPublisher } from '../../../../platform/events/event-publisher.ts'
import { parseAll } from '../../../../platform/graphql/inputs/argument-validation.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { hashingCallerOf } from '../../../../platform/graphql/request-limits.ts'
import { notInFuture } from '../../../../platform/shared/field-issue.ts'
import { InvalidParams, PlanLimitReached } from '../../../../platform/shared/general.errors.ts'
import { newId } from '../../../../platform/shared/ids.ts'
import { hashPassword } from '../../../../platform/shared/password-hashing.ts'
import type { ShortCodeService } from '../codes/short-code.service.ts'
import { lockLinkDomains } from '../domains/domain.service.ts'
import { Link } from '../link.entity.ts'
import type { CreateUrlInput } from '../link.inputs.ts'
import { createLinkEvent } from '../link-events.ts'
import { addTags, lockPlacements } from '../organizing/link-placement.ts'
import type { Tag } from '../organizing/tag.entity.ts'
import type { RouteCache } from '../route-cache.ts'
import { listAddresses, pickBlockedFields } from '../rules/blocked-destinations.ts'
import { assertCanCloak } from '../rules/cloaking.ts'
import { defaultTitle } from '../rules/final-destination.ts'
import { type AddressValues, readLinkOptions } from '../rules/link-options.ts'
import { assertNoOptionConflicts, assertStartsBeforeEnd, type LinkRules } from '../rules/link-rules.ts'
import type { Slug } from '../rules/slug-rules.ts'
import { createUnknownTemplateError, findTemplates } from '../utm/utm-template.service.ts'
import { fillUtmValues, type UtmValues } from '../utm/utm-values.ts'
import type { Item, ItemOutcomes } from './item-outcomes.ts'
import { insertLinksWithinLimit } from './link-insert.queries.ts'

export interface LinkWriteDependencies {
  readonly linkRules: LinkRules
  readonly shortCodeService: ShortCodeService
  readonly routeCache: RouteCache
  readonly eventPublisher: EventPublisher
}

/** A link that is about to be created, with the position of its item. */
interface NewItem {
  readonly index: number
  readonly parsed: ParsedNewLink
  readonly values: Awaited<ReturnType<typeof toLinkValues>>
}

export interface CreatedLink {
  readonly index: number
  readonly link: Link
}

/** Creates links of the caller's workspace. A single link is a batch of one. */
export class LinkCreation {
  constructor(private readonly dependencies: LinkWriteDependencies) {}

  /**
   * Creates the links in one transaction with a constant number of statements. An item that fails creates nothing. When
   * the plan does not allow all links, the first links are created.
   */
  async create(
    context: RequestContext,
    items: readonly Item<CreateUrlInput>[],
    outcomes: ItemOutcomes,
  ): Promise<CreatedLink[]> {
    const created = await this.insertFitting(context, await this.readItems(context, items, outcomes), outcomes)
    this.dependencies.routeCache.invalidateAfterCommit(context, ...created.map(({ link }) => link.routeKey))
    return created
  }

  /** The items whose inputs and templates are valid. */
  private async readItems(
    context: RequestContext,
    items: readonly Item<CreateUrlInput>[],
    outcomes: ItemOutcomes,
  ): Promise<NewItem[]> {
    const now = context.now()
    const templateIds = items.flatMap(({ input }) => input.utmTemplateId ?? [])
    const templates = await findTemplates(context, templateIds)
    return outcomes.each(items, async ({ index, input }) => {
      const parsed = parseNewLink(this.dependencies.linkRules, input, now)
      const templateValues = input.utmTemplateId == null ? {} : templates.get(input.utmTemplateId)
      if (!templateValues) throw createUnknownTemplateError()
      return { index, parsed, values: await toLinkValues(context, parsed, templateValues) }
    })
  }

  /** Inserts the links of the items that can be created: when not all fit the plan, of the first ones. */
  private async insertFitting(
    context: RequestContext,
    items: readonly NewItem[],
    outcomes: ItemOutcomes,
  ): Promise<CreatedLink[]> {
    if (items.length === 0) return []
    try {
      return await context.em.transactional((em) => this.insert(context, em, items, outcomes))
    } catch (error) {
      if (!(error instanceof PlanLimitReached)) throw error
      const possible = items.filter(({ index }) => !outcomes.hasFailed(index))
      const room = Math.min(error.room, possible.length - 1)
      for (const { index } of possible.slice(room)) outcomes.fail(index, error)
      return this.insertFitting(context, possible.slice(0, room), outcomes)
    }
  }

  private async insert(
    context: RequestContext,
    em: EntityManager,
    items: readonly NewItem[],
    outcomes: ItemOutcomes,
  ): Promise<CreatedLink[]> {
    const { workspaceId } = context
    const { shortCodeService, eventPublisher } = this.dependencies
    const addresses = items.flatMap(({ parsed }) => listAddresses(parsed.destinations))
    const blocked = await findBlockedAddresses(em, addresses)
    const inputs = items.map(({ parsed }) => parsed.input)
    const placementOf = await lockPlacements(context, em, inputs)
    const domainOf = await lockLinkDomains(
      em,
      workspaceId,
      inputs.flatMap(({ domainId }) => domainId ?? []),
    )
    const placed = await outcomes.each(items, ({ index, parsed, values }) => {
      const [blockedField] = pickBlockedFields(parsed.destinations, blocked)
      if (blockedField) throw new DestinationBlocked(blockedField)
      const { folder, tags = [] } = placementOf(parsed.input, workspaceId)
      return { index, slug: parsed.slug, values, folder, tags, domain: domainOf(parsed.input.domainId) }
    })
    const codes = await shortCodeService.claimAll(
      context,
      em,
      placed.map(({ slug, values, domain }) => ({
        slug,
        claim: { linkId: values.id, domainId: domain?.id ?? null, workspaceId, releasedAt: null },
      })),
    )
    const tagged = await outcomes.each(
      placed.map((item, position) => ({ ...item, code: codes[position] })),
      ({ index, values, folder, tags, domain, code }): CreatedLink & { readonly tags: readonly Tag[] } => {
        if (typeof code !== 'string') throw code
        const place = { folder: folder ? ref(folder) : null, domain: domain && ref(domain) }
        const link = em.create(Link, { ...values, ...place, domainHost: domain?.host ?? null, code })
        // The answer has the tags, and need not read them.
        return { index, link: Object.assign(link, { tags }), tags }
      },
    )
    if (tagged.length === 0) return []
    const links = tagged.map(({ link }) => link)
    await eventPublisher.publish(em, ...links.map((link) => createLinkEvent(context, 'link.created', link)))
    await insertLinksWithinLimit(context, em, workspaceId, links)
    await addTags(em, tagged)
    return tagged
  }
}

/** An input for a new link whose addresses and options are valid. */
interface ParsedNewLink {
  readonly input: CreateUrlInput
  /** Null for a random code. */
  readonly slug: Slug | null
  readonly destinations: { readonly destination: string } & Partial<AddressValues>
}

/** Checks all rules that need no other row. Throws the error of the input. */
function parseNewLink(linkRules: LinkRules, input: CreateUrlInput, now: Date): ParsedNewLink {
  const [slug, destination, addresses] = parseAll(
    () => linkRules.parseSlug(input.code, 'owner', { hasDomain: input.domainId != null }),
    () => linkRules.parseDestination('destination', input.destination, 'owner'),
    () => linkRules.parseAddresses(input),
    () => assertInFuture(input.expiresAt, now),
    () => assertStartsBeforeEnd(input),
    () => assertNoOptionConflicts(input),
  )
  if (input.isCloaked) assertCanCloak(destination)
  return { input, slug, destinations: { destination, ...addresses } }
}

/** The values of the new link, without its code, folder and tags. Hashes the password. */
async function toLinkValues(
  context: RequestContext,
  { input, slug, destinations }: ParsedNewLink,
  templateValues: Partial<UtmValues>,
) {
  const now = context.now()
  const { destination: originalUrl, ...addresses } = destinations
  return {
    id: newId('lnk', now),
    workspace: context.workspaceId,
    creator: context.accountId,
    isCustom: slug !== null,
    title: input.title?.trim() ?? defaultTitle(originalUrl),
    originalUrl,
    passwordHash: input.password ? await hashPassword(hashingCallerOf(context), input.password) : null,
    ...readLinkOptions(input),
    ...fillUtmValues(input, templateValues),
    ...addresses,
    createdAt: now,
    updatedAt: now,
  }
}

function assertInFuture(expiresAt: Date | null | undefined, now: Date): void {
  if (expiresAt && expiresAt <= now) throw InvalidParams.forField('expiresAt', notInFuture())
}
