import type { EntityManager } from '../../../platform/database/database.ts'
import type { MovedLink, TransactionHook } from '../../../platform/events/transaction-hook.ts'
import { validateInput } from '../../../platform/graphql/inputs/argument-validation.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { hashingCallerOf } from '../../../platform/graphql/request-limits.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import { hashPassword } from '../../../platform/shared/password-hashing.ts'
import { findLinkChanges, type ParsedLinkUpdate, parseLinkUpdate, rejectNullOptions } from '../changes/link-update.ts'
import { Link } from '../link.entity.ts'
import { LinkNotFound } from '../link.errors.ts'
import { findBlockedAddresses } from '../link.queries.ts'
import { lockOwnedLinks } from '../link.service.ts'
import { findAllChanges, publishChangesOfLinks, publishLinkMoved, toLinkState } from '../link-events.ts'
import { findTagIdsOf, lockPlacements, replaceTagsOf } from '../organizing/link-placement.ts'
import { maxTags } from '../organizing/placement.inputs.ts'
import type { Tag } from '../organizing/tag.entity.ts'
import type { SlugContext } from '../rules/link-rules.ts'
import { type Slug, toCodeKey } from '../rules/slug-rules.ts'
import { BatchOutcomes } from './batch-outcomes.ts'
import type { UpdateUrlItem, UpdateUrlsInput } from './bulk.inputs.ts'
import type { BulkResponse } from './bulk.types.ts'
import { assertFewPasswords, chargeBatch, type LinkBatchDependencies } from './link-batch.service.ts'

interface UpdateItem {
  readonly index: number
  readonly id: string
  readonly parsed: ParsedLinkUpdate
  readonly passwordHash: string | null
}

/** An update whose checks have succeeded, but for its code. */
interface CheckedUpdate {
  readonly index: number
  readonly link: Link
  readonly changes: Partial<Link>
  readonly tags: readonly Pick<Tag, 'id'>[] | undefined
  readonly slug: Slug | null | undefined
}

/** The ids of the tags of a link after a change, from those that it has and those of the change. */
type MergeTags = (current: readonly string[], given: readonly string[]) => string[]

interface UpdateBatch {
  readonly items: readonly UpdateItem[]
  readonly outcomes: BatchOutcomes
  readonly mergeTags: MergeTags | undefined
}

/** Updates up to 100 links in one transaction with a constant number of statements. */
export class LinkBatchUpdateService {
  constructor(
    private readonly dependencies: LinkBatchDependencies & { readonly linkMoved: TransactionHook<MovedLink> },
  ) {}

  /** Updates the links. An item that fails changes nothing and says why; with `atomic`, its error is thrown. */
  async update(context: RequestContext, { items, atomic }: UpdateUrlsInput): Promise<BulkResponse> {
    await chargeBatch(context, this.dependencies.quota, items.length)
    assertFewPasswords(items)
    return this.updateUncharged(context, items, atomic)
  }

  /**
   * For a caller that has charged the batch itself. With `mergeTags`, the tags of a link are what it makes of those that the
   * link has and of those of the item.
   */
  async updateUncharged(
    context: RequestContext,
    inputs: readonly UpdateUrlItem[],
    isAtomic: boolean,
    mergeTags?: MergeTags,
  ): Promise<BulkResponse> {
    const outcomes = new BatchOutcomes(context, inputs.length, isAtomic)
    const items = await this.readItems(context, inputs, outcomes)
    const routeKeys = await context.em.transactional((em) => this.apply(context, em, { items, outcomes, mergeTags }))
    this.dependencies.routeCache.invalidateAfterCommit(context, ...routeKeys)
    return outcomes.toResponse()
  }

  private async readItems(
    context: RequestContext,
    inputs: readonly UpdateUrlItem[],
    outcomes: BatchOutcomes,
  ): Promise<UpdateItem[]> {
    const seen = new Set<string>()
    const codeRulesOf = await this.findCodeRules(context, inputs)
    return outcomes.each(
      inputs.map((input, index) => ({ input, index })),
      async ({ input, index }) => {
        if (seen.has(input.id)) throw InvalidParams.forField('id', 'is in the list twice')
        seen.add(input.id)
        await validateInput(input)
        rejectNullOptions(input)
        const parsed = parseLinkUpdate(this.dependencies.linkRules, input, codeRulesOf(input))
        const passwordHash = input.password ? await hashPassword(hashingCallerOf(context), input.password) : null
        return { index, id: input.id, parsed, passwordHash }
      },
    )
  }

  /** As `LinkService` does: a link with a domain, and one with such a code, may have some reserved words. */
  private async findCodeRules(
    context: RequestContext,
    inputs: readonly UpdateUrlItem[],
  ): Promise<(input: UpdateUrlItem) => SlugContext> {
    const { linkRules } = this.dependencies
    const isReserved = ({ code }: UpdateUrlItem) => {
      const key = code == null ? null : toCodeKey(code)
      return key !== null && !linkRules.isCodeAllowed(key)
    }
    const ids = inputs.filter(isReserved).map(({ id }) => id)
    const where = { id: { $in: ids }, workspace: { $in: context.workspaceIds } }
    const options = { fields: ['code', 'domainHost'], disableIdentityMap: true } as const
    const links = ids.length > 0 ? await context.em.find(Link, where, options) : []
    return ({ id }) => {
      const link = links.find((each) => each.id === id)
      return link ? { currentCode: link.code, hasDomain: link.domainHost !== null } : {}
    }
  }

  /** Changes the links, and returns the keys of the routes that have changed. */
  private async apply(context: RequestContext, em: EntityManager, batch: UpdateBatch): Promise<string[]> {
    const { outcomes } = batch
    const checked = await this.check(context, em, batch)
    const updates = await this.claimCodes(context, em, checked, outcomes)
    const previous = updates.map(({ link }) => ({ state: toLinkState(link), routeKey: link.routeKey }))
    const retired = updates.flatMap(({ link, newCode }) =>
      newCode?.isClaimed ? [{ id: link.id, routeKey: link.routeKey, currentClicks: link.currentClicks }] : [],
    )
    await this.dependencies.shortCodeService.retireAll(context, em, retired)
    for (const { link, changes, newCode } of updates) {
      Object.assign(link, changes, newCode && { code: newCode.code, isCustom: newCode.isCustom })
    }
    await em.flush()
    const tagsByLink = new Map(updates.flatMap(({ link, tags }) => (tags ? [[link.id, tags] as const] : [])))
    const tagChanges = await replaceTagsOf(em, tagsByLink)
    const events = updates.flatMap(({ link }, position) => {
      const before = previous[position]
      return before ? [{ link, changes: findAllChanges(link, before.state, tagChanges.get(link.id) ?? {}) }] : []
    })
    await publishChangesOfLinks(this.dependencies.eventPublisher, context, em, events)
    for (const [position, { index, link }] of updates.entries()) {
      const before = previous[position]?.state
      // A block can end with a new destination.
      if (before && link.isBlocked) await publishLinkMoved(this.dependencies.linkMoved, em, link, before)
      outcomes.succeed(index, 'updated', link.id, link)
    }
    return updates.flatMap(({ link }, position) => [link.routeKey, previous[position]?.routeKey ?? link.routeKey])
  }

  /** Locks what the items need, in the order of single updates, and finds the changes of those that are valid. */
  private async check(
    context: RequestContext,
    em: EntityManager,
    { items, outcomes, mergeTags }: UpdateBatch,
  ): Promise<CheckedUpdate[]> {
    const addresses = items.flatMap(({ parsed }) =>
      [parsed.destination, parsed.expiredUrl, parsed.ogImage].flatMap((address) => address ?? []),
    )
    const blocked = await findBlockedAddresses(em, addresses)
    const placementOf = await lockPlacements(
      context,
      em,
      items.map(({ parsed }) => parsed.input),
    )
    const links = await lockOwnedLinks(
      context,
      em,
      items.map(({ id }) => id),
    )
    const tagIdsOf = mergeTags ? await findTagIdsOf(em, [...links.keys()]) : new Map<string, string[]>()
    return outcomes.each(items, ({ index, id, parsed, passwordHash }) => {
      const link = links.get(id)
      if (!link) throw new LinkNotFound()
      context.requireRole(link.workspace?.id)
      const { folder, tags } = placementOf(parsed.input, link.workspace?.id)
      const { destination, expiredUrl, ogImage } = parsed
      const fields = { destination, expiredUrl, ogImage }
      const blockedFields = (['destination', 'expiredUrl', 'ogImage'] as const).filter((field) =>
        blocked.has(fields[field] ?? ''),
      )
      const changes = findLinkChanges(context, link, parsed, { blockedFields, folder, passwordHash })
      const merged =
        mergeTags &&
        tags &&
        mergeTags(
          tagIdsOf.get(id) ?? [],
          tags.map((tag) => tag.id),
        )
      if (merged && merged.length > maxTags)
        throw InvalidParams.forField('tagIds', `must be at most ${maxTags} with those that the link has`)
      return { index, link, changes, tags: merged?.map((tagId) => ({ id: tagId })) ?? tags, slug: parsed.slug }
    })
  }

  /** Claims the new codes of the links. An item whose slug is taken fails. */
  private async claimCodes(
    context: RequestContext,
    em: EntityManager,
    checked: readonly CheckedUpdate[],
    outcomes: BatchOutcomes,
  ) {
    const isNew = ({ link, slug }: CheckedUpdate) =>
      slug === null ? link.isCustom : slug !== undefined && slug.key !== link.code.toLowerCase()
    const claiming = checked.filter(isNew)
    const codes = await this.dependencies.shortCodeService.claimAll(
      context,
      em,
      claiming.map(({ slug = null, link: { id: linkId, domainId, workspaceId } }) => ({
        slug,
        claim: { linkId, domainId, workspaceId, releasedAt: null },
      })),
    )
    const codeByIndex = new Map(claiming.map(({ index }, position) => [index, codes[position]]))
    return outcomes.each(checked, (update) => {
      const { index, slug } = update
      const claimed = codeByIndex.get(index)
      if (claimed instanceof Error) throw claimed
      const isCustom = slug !== null
      const newCode =
        claimed !== undefined
          ? { code: claimed, isCustom, isClaimed: true }
          : slug
            ? { code: slug.display, isCustom, isClaimed: false }
            : undefined
      return { ...update, newCode }
    })
  }
}
