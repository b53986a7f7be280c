import { findBlockedAddresses } from '../../../../platform/addresses/block-list.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { MovedLinks, TransactionHook } from '../../../../platform/events/transaction-hook.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { hashingCallerOf } from '../../../../platform/graphql/request-limits.ts'
import { defineIssue } from '../../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import { hashPassword } from '../../../../platform/shared/password-hashing.ts'
import { Link } from '../link.entity.ts'
import type { UpdateUrlInput } from '../link.inputs.ts'
import { findAllChanges, hasMoved, publishChangesOfLinks, publishMovedLinks, toLinkState } from '../link-events.ts'
import { findTagIdsOf, lockPlacements, replaceTags } from '../organizing/link-placement.ts'
import { maxTags } from '../organizing/placement.inputs.ts'
import type { Tag } from '../organizing/tag.entity.ts'
import { listAddresses, pickBlockedFields } from '../rules/blocked-destinations.ts'
import type { SlugContext } from '../rules/link-rules.ts'
import { toLinkSearchText } from '../rules/link-search-text.ts'
import type { Slug } from '../rules/slug-rules.ts'
import type { Item, ItemOutcomes } from './item-outcomes.ts'
import type { LinkWriteDependencies } from './link-creation.ts'
import { lockOwnedLinks, requireLocked } from './link-deletion.ts'
import { findLinkChanges, type ParsedLinkUpdate, parseLinkUpdate, rejectNullOptions } from './link-update.ts'

const tooManyTags = defineIssue('TOO_MANY_TAGS', 'must be at most {max} with those that the link has')

/** What changes in which link. */
export interface LinkUpdateInput extends UpdateUrlInput {
  readonly id: string
}

interface UpdateItem {
  readonly index: number
  readonly id: string
  readonly parsed: ParsedLinkUpdate
  readonly passwordHash: string | null
}

/** An update whose checks have succeeded, except the check of its code. */
interface CheckedUpdate {
  readonly index: number
  readonly link: Link
  readonly changes: Partial<Link>
  readonly tags: readonly Pick<Tag, 'id'>[] | undefined
  readonly slug: Slug | null | undefined
}

export interface UpdatedLink {
  readonly index: number
  readonly link: Link
}

/** The ids of the tags of a link after a change, computed from its present tags and the tags of the change. */
export type MergeTags = (current: readonly string[], given: readonly string[]) => string[]

interface UpdateBatch {
  readonly items: readonly UpdateItem[]
  readonly outcomes: ItemOutcomes
  readonly mergeTags: MergeTags | undefined
}

/** Updates links of the caller. A single link is a batch of one. */
export class LinkUpdates {
  constructor(
    private readonly dependencies: LinkWriteDependencies & {
      readonly linksMoved: TransactionHook<MovedLinks>
    },
  ) {}

  /**
   * Updates the given options in one transaction with a constant number of statements: null clears an option, an absent
   * option stays. An item that fails changes nothing. `mergeTags` computes the new tags of a link from its present tags
   * and the tags of the item.
   */
  async update(
    context: RequestContext,
    inputs: readonly Item<LinkUpdateInput>[],
    outcomes: ItemOutcomes,
    mergeTags?: MergeTags,
  ): Promise<UpdatedLink[]> {
    const items = await this.readItems(context, inputs, outcomes)
    const updated = await context.em.transactional((em) => this.apply(context, em, { items, outcomes, mergeTags }))
    const routeKeys = updated.flatMap(({ link, previousKey }) => [link.routeKey, previousKey])
    this.dependencies.routeCache.invalidateAfterCommit(context, ...routeKeys)
    return updated
  }

  private async readItems(
    context: RequestContext,
    items: readonly Item<LinkUpdateInput>[],
    outcomes: ItemOutcomes,
  ): Promise<UpdateItem[]> {
    const codeRulesOf = await this.findCodeRules(
      context,
      items.map(({ input }) => input),
    )
    return outcomes.each(items, async ({ input, index }) => {
      rejectNullOptions(input)
      const parsed = parseLinkUpdate(this.dependencies.linkRules, input, codeRulesOf(input))
      const passwordHash = input.password ? await hashPassword(hashingCallerOf(context), input.password) : null
      return { index, id: input.id, parsed, passwordHash }
    })
  }

  /**
   * For links whose new code breaks a rule: their present code, and whether they have a domain. An earlier version or an
   * import may have allowed the code, and domains have fewer reserved words.
   */
  private async findCodeRules(
    context: RequestContext,
    inputs: readonly LinkUpdateInput[],
  ): Promise<(input: LinkUpdateInput) => SlugContext> {
    const { linkRules } = this.dependencies
    const isUnusual = ({ code }: LinkUpdateInput) => code != null && !linkRules.isSlugAllowed(code)
    const ids = inputs.filter(isUnusual).map(({ id }) => id)
    const where = { id: { $in: ids }, workspace: { $in: context.workspaceIds } }
    const options = { fields: ['code', 'domainHost'], disableIdentityMap: true } as const
    const links = ids.length > 0 ? await context.em.find(Link, where, options) : []
    return ({ id }) => {
      const link = links.find((each) => each.id === id)
      return link ? { currentCode: link.code, hasDomain: link.domainHost !== null } : {}
    }
  }

  /** Changes the links, and returns them with the keys of their former routes. */
  private async apply(
    context: RequestContext,
    em: EntityManager,
    batch: UpdateBatch,
  ): Promise<(UpdatedLink & { readonly previousKey: string })[]> {
    const { outcomes } = batch
    const checked = await this.check(context, em, batch)
    const updates = await this.claimCodes(context, em, checked, outcomes)
    const previous = new Map(updates.map(({ link }) => [link, { state: toLinkState(link), routeKey: link.routeKey }]))
    const retired = updates.flatMap(({ link, newCode }) =>
      newCode?.isClaimed ? [{ id: link.id, routeKey: link.routeKey, currentClicks: link.currentClicks }] : [],
    )
    await this.dependencies.shortCodeService.retireAll(context, em, retired)
    for (const { link, changes, newCode } of updates) {
      Object.assign(link, changes, newCode && { code: newCode.code, isCustom: newCode.isCustom })
      link.searchText = toLinkSearchText(link)
    }
    await em.flush()
    const tagsByLink = new Map(updates.flatMap(({ link, tags }) => (tags ? [[link.id, tags] as const] : [])))
    const tagChanges = await replaceTags(em, tagsByLink)
    const events = [...previous].map(([link, { state }]) => ({
      link,
      changes: findAllChanges(link, state, tagChanges.get(link.id) ?? {}),
    }))
    await publishChangesOfLinks(this.dependencies.eventPublisher, context, em, events)
    const moved = [...previous].flatMap(([link, { state }]) => (hasMoved(link, state) ? [link] : []))
    await publishMovedLinks(this.dependencies.linksMoved, em, moved, context.now())
    return updates.map(({ index, link }) => ({ index, link, previousKey: previous.get(link)?.routeKey ?? '' }))
  }

  /** Locks the rows that the items need, the links last, and finds the changes of the valid items. */
  private async check(
    context: RequestContext,
    em: EntityManager,
    { items, outcomes, mergeTags }: UpdateBatch,
  ): Promise<CheckedUpdate[]> {
    const addresses = items.flatMap(({ parsed }) => listAddresses(parsed.destinations))
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
      const link = requireLocked(context, links, id)
      const { folder, tags } = placementOf(parsed.input, link.workspace?.id)
      const blockedFields = pickBlockedFields(parsed.destinations, blocked)
      const changes = findLinkChanges(context, link, parsed, { blockedFields, folder, passwordHash })
      const merged =
        mergeTags &&
        tags &&
        mergeTags(
          tagIdsOf.get(id) ?? [],
          tags.map((tag) => tag.id),
        )
      if (merged && merged.length > maxTags) throw InvalidParams.forField('tagIds', tooManyTags({ max: maxTags }))
      return { index, link, changes, tags: merged?.map((tagId) => ({ id: tagId })) ?? tags, slug: parsed.slug }
    })
  }

  /** Claims the new codes of the links. An item whose slug is taken fails. */
  private async claimCodes(
    context: RequestContext,
    em: EntityManager,
    checked: readonly CheckedUpdate[],
    outcomes: ItemOutcomes,
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
