import { LockMode } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../../platform/database/database.ts'
import { rejectNulls } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { OwnedItems } from '../../../../platform/graphql/owned/owned-items.ts'
import { ownedBy } from '../../../../platform/graphql/owned/owned-rows.ts'
import { findNamedConnection, type NamedListQuery } from '../../../../platform/graphql/pagination/named-list.ts'
import { batchPerRequest, type RequestContext } from '../../../../platform/graphql/request-context.ts'
import { createPlanLimit } from '../../../../platform/rate-limiting/plan-limit.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import { foldText } from '../../../../platform/shared/text/search-text.ts'
import { countLinksOfTags, moveTagSlice, organizingSliceSize } from './organizing.queries.ts'
import { Tag, TagConnection, tagList } from './tag.entity.ts'
import { TagNameTaken, TagNotFound } from './tag.errors.ts'
import type { CreateTagInput, MergeTagsArgs, UpdateTagInput } from './tag.inputs.ts'

export const tagPlanLimit = createPlanLimit(Tag, 'tags', 500)

/** The tags of the caller. */
export class TagService extends OwnedItems<Tag> {
  /** The number of links that have a tag. */
  readonly countLinks = batchPerRequest(async ({ em }: RequestContext, ids: readonly string[]) => {
    const counts = await countLinksOfTags(em, ids)
    return ids.map((id) => counts.get(id) ?? 0)
  })

  constructor() {
    const uniqueName = { constraint: 'tag_name_unique', NameTaken: TagNameTaken }
    super({ entity: Tag, idPrefix: 'tag', planLimit: tagPlanLimit, NotFound: TagNotFound, uniqueName })
  }

  /** Throws `PlanLimitReached` beyond 500, and `TagNameTaken`. */
  create(context: RequestContext, { name, color }: CreateTagInput): Promise<Tag> {
    return this.add(context, { name, color })
  }

  /** The tags of the workspace, at most 500. */
  list(context: RequestContext, query: NamedListQuery): Promise<TagConnection> {
    return findNamedConnection(context, TagConnection, Tag, tagList, query)
  }

  /** Changes the given fields. Throws `TagNotFound` and `TagNameTaken`. */
  update(context: RequestContext, id: string, { name, color }: UpdateTagInput): Promise<Tag> {
    rejectNulls({ name, color })
    return this.change(context, id, () => ({ name, color }))
  }

  /**
   * Gives the links of a tag another tag of its workspace instead, deletes it, and returns the other one. Only few links are
   * locked at a time, because clicks on locked links wait: so up to 499 links are merged in one transaction, and more in
   * several, of which the last one deletes the tag. Throws `TagNotFound`, and `InvalidParams` for one tag twice.
   */
  async merge(context: RequestContext, { id, intoId }: MergeTagsArgs): Promise<Tag> {
    if (id === intoId) throw InvalidParams.forField('intoId', 'must be another tag')
    // Goes through the links once, so that two merges that give links back to each other end.
    let afterId = ''
    let merged: Tag | null
    do {
      merged = await context.em.transactional(async (em) => {
        const { tag, into } = await lockMergedTags(context, em, { id, intoId })
        const moved = await moveTagSlice(em, { tagId: id, intoId, afterId })
        afterId = moved.at(-1) ?? afterId
        if (moved.length === organizingSliceSize) return null
        // No link gets a locked tag, so these are the last ones: links that got it since the merge has passed them.
        while ((await moveTagSlice(em, { tagId: id, intoId, afterId: '' })).length > 0);
        em.remove(tag)
        return into
      })
    } while (!merged)
    return merged
  }

  protected override nameValues(name: string): { readonly [column: string]: string } {
    return { ...super.nameValues(name), searchText: foldText(name) }
  }
}

/** Locks both tags in the order of their ids, like changes of links. Throws `TagNotFound`. */
async function lockMergedTags(
  context: RequestContext,
  em: EntityManager,
  { id, intoId }: MergeTagsArgs,
): Promise<{ tag: Tag; into: Tag }> {
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, refresh: true } as const
  const tags = await em.find(Tag, ownedBy(context, { id: { $in: [id, intoId] } }), options)
  const [tag, into] = [id, intoId].map((each) => tags.find((found) => found.id === each))
  if (!tag || !into || tag.workspace.id !== into.workspace.id) throw new TagNotFound()
  context.requireRole(tag.workspace.id)
  return { tag, into }
}
