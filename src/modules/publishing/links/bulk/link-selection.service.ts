import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { notOfWorkspace } from '../../../../platform/shared/field-issue.ts'
import { InvalidParams, RateLimited } from '../../../../platform/shared/general.errors.ts'
import type { MergeTags } from '../changes/link-updates.ts'
import { Link } from '../link.entity.ts'
import type { LinkFilterArgs } from '../link.inputs.ts'
import { buildLinkFilter } from '../listing/link-list.service.ts'
import { Folder } from '../organizing/folder.entity.ts'
import { Tag } from '../organizing/tag.entity.ts'
import { maxBatchSize, type SelectionActionArgs, type UpdateUrlItem } from './bulk.inputs.ts'
import type { BulkResponse, BulkSelectionResponse } from './bulk.types.ts'
import { chargeBatch, type LinkBatchService } from './link-batch.service.ts'
import { buildTagConditions } from './selection.queries.ts'

/** The most links that one request changes. */
const maxChanges = 1_000

/** Changes the links that a filter selects, in batches of their own transactions. */
export class LinkSelectionService {
  constructor(
    private readonly dependencies: {
      readonly batches: LinkBatchService
      readonly quota: Parameters<typeof chargeBatch>[1]
    },
  ) {}

  /**
   * Changes up to 1000 of the links, or counts them for a dry run. Links that already have the result of the action are
   * not selected, so a repeated request continues. Throws `InvalidParams` for a request that selects all links without
   * saying so, and `RateLimited` when not even the first batch is allowed.
   */
  async change(
    context: RequestContext,
    filter: LinkFilterArgs,
    action: SelectionActionArgs,
  ): Promise<BulkSelectionResponse> {
    assertSelects(filter, action)
    await this.assertValid(context, action)
    const where = { $and: [buildLinkFilter(context, filter), ...findChangedBy(action)] }
    const matched = await context.em.count(Link, where)
    if (action.dryRun) return { matched, changed: 0, failed: 0, remaining: matched }
    let [changed, failed, lastId] = [0, 0, '']
    while (changed + failed < Math.min(matched, maxChanges)) {
      const ids = await this.findIds(context, { $and: [where, { id: { $gt: lastId } }] })
      if (ids.length === 0 || !(await this.isCharged(context, ids.length, changed + failed))) break
      const { summary } = await this.changeBatch(context, ids, action)
      changed += summary.succeeded
      failed += summary.failed
      lastId = ids.at(-1) ?? ''
    }
    return { matched, changed, failed, remaining: Math.max(matched - changed - failed, 0) }
  }

  private async assertValid({ em, workspaceId }: RequestContext, action: SelectionActionArgs): Promise<void> {
    const { toFolderId, changeTagIds } = action
    const changesTags = action.action === 'addTags' || action.action === 'removeTags'
    if (changesTags && !changeTagIds?.length)
      throw InvalidParams.forField('changeTagIds', 'is required for this action')
    if (!changesTags && changeTagIds) throw InvalidParams.forField('changeTagIds', 'is not for this action')
    if (action.action !== 'move' && toFolderId) throw InvalidParams.forField('toFolderId', 'is not for this action')
    if (toFolderId && (await em.count(Folder, { id: toFolderId, workspace: workspaceId })) === 0)
      throw InvalidParams.forField('toFolderId', notOfWorkspace({ thing: 'a folder' }))
    const tagCount = changeTagIds ? await em.count(Tag, { id: { $in: changeTagIds }, workspace: workspaceId }) : 0
    if (tagCount < (changeTagIds?.length ?? 0))
      throw InvalidParams.forField('changeTagIds', notOfWorkspace({ thing: 'tags' }))
  }

  private async findIds({ em }: RequestContext, where: object): Promise<string[]> {
    const options = { fields: ['id'], orderBy: { id: 'asc' }, limit: maxBatchSize, disableIdentityMap: true } as const
    const links = await em.find(Link, where, options)
    return links.map(({ id }) => id)
  }

  /** Whether the quota of the caller allows another batch. */
  private async isCharged(context: RequestContext, count: number, done: number): Promise<boolean> {
    try {
      // The request was charged one call, which the first batch includes.
      await chargeBatch(context, this.dependencies.quota, done === 0 ? count : count + 10)
      return true
    } catch (error) {
      if (done > 0 && error instanceof RateLimited) return false
      throw error
    }
  }

  private async changeBatch(
    context: RequestContext,
    ids: string[],
    { action, toFolderId = null, changeTagIds }: SelectionActionArgs,
  ): Promise<BulkResponse> {
    const { batches } = this.dependencies
    const update = (values: Partial<UpdateUrlItem>, mergeTags?: MergeTags) => {
      const items = ids.map((id) => ({ id, ...values }))
      return batches.updateUncharged(context, items, false, mergeTags)
    }
    switch (action) {
      case 'delete':
        return batches.deleteUncharged(context, ids, false)
      case 'move':
        return update({ folderId: toFolderId })
      case 'enable':
        return update({ isActive: true })
      case 'disable':
        return update({ isActive: false })
      case 'addTags':
        return update({ tagIds: changeTagIds ?? [] }, (current, given) => [...new Set([...current, ...given])])
      case 'removeTags':
        return update({ tagIds: changeTagIds ?? [] }, (current, given) => current.filter((id) => !given.includes(id)))
    }
  }
}

/** Rejects a forgotten or empty filter, which must not mean all links. */
function assertSelects(filter: LinkFilterArgs, { all }: SelectionActionArgs): void {
  const isFilter = (value: unknown) => value != null && String(value).trim() !== ''
  const hasFilter = Object.values(filter).some(isFilter)
  if (all && hasFilter) throw InvalidParams.forField('all', 'must not be true together with a filter')
  if (!all && !hasFilter) throw InvalidParams.forField('all', 'must be true to select every link, or give a filter')
}

/** The links that the action would change. */
function findChangedBy({ action, toFolderId = null, changeTagIds }: SelectionActionArgs): object[] {
  switch (action) {
    case 'delete':
      return []
    case 'enable':
    case 'disable':
      return [{ isActive: action === 'disable' }]
    case 'move':
      return [
        toFolderId === null ? { folder: { $ne: null } } : { $or: [{ folder: null }, { folder: { $ne: toFolderId } }] },
      ]
    default:
      return [buildTagConditions(changeTagIds ?? [], action === 'addTags')]
  }
}
