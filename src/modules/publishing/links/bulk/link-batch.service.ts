import { validateInput } from '../../../../platform/graphql/inputs/argument-validation.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { Quota } from '../../../../platform/graphql/request-limits.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import type { Item } from '../changes/item-outcomes.ts'
import type { LinkCreation } from '../changes/link-creation.ts'
import type { LinkDeletion } from '../changes/link-deletion.ts'
import type { LinkUpdates, MergeTags } from '../changes/link-updates.ts'
import { BatchOutcomes } from './batch-outcomes.ts'
import {
  type CreateUrlsInput,
  type DeleteUrlsArgs,
  maxBatchPasswords,
  type UpdateUrlItem,
  type UpdateUrlsInput,
} from './bulk.inputs.ts'
import type { BulkResponse } from './bulk.types.ts'

interface LinkBatchDependencies {
  readonly creation: LinkCreation
  readonly updates: LinkUpdates
  readonly deletion: LinkDeletion
  readonly quota: Quota
}

/** Items of a batch that cost as much as one request. */
const itemsPerCall = 10

/**
 * Creates, updates and deletes up to 100 links at once. An item that fails changes nothing, and its outcome has the
 * error. With `atomic`, the error is thrown.
 */
export class LinkBatchService {
  constructor(private readonly dependencies: LinkBatchDependencies) {}

  async create(context: RequestContext, { items, atomic }: CreateUrlsInput): Promise<BulkResponse> {
    await chargeBatch(context, this.dependencies.quota, items.length)
    assertFewPasswords(items)
    const outcomes = new BatchOutcomes(context, items.length, atomic)
    const valid = await validateItems(items, outcomes)
    const created = await this.dependencies.creation.create(context, valid, outcomes.items)
    for (const { index, link } of created) outcomes.succeed(index, 'created', link.id, link)
    return outcomes.toResponse()
  }

  async update(context: RequestContext, { items, atomic }: UpdateUrlsInput): Promise<BulkResponse> {
    await chargeBatch(context, this.dependencies.quota, items.length)
    assertFewPasswords(items)
    return this.updateUncharged(context, items, atomic)
  }

  /** For a caller that has charged the batch itself. `LinkUpdates.update` describes `mergeTags`. */
  async updateUncharged(
    context: RequestContext,
    items: readonly UpdateUrlItem[],
    isAtomic: boolean,
    mergeTags?: MergeTags,
  ): Promise<BulkResponse> {
    const outcomes = new BatchOutcomes(context, items.length, isAtomic)
    const valid = await validateItems(items, outcomes, assertNoneTwice())
    const updated = await this.dependencies.updates.update(context, valid, outcomes.items, mergeTags)
    for (const { index, link } of updated) outcomes.succeed(index, 'updated', link.id, link)
    return outcomes.toResponse()
  }

  async delete(context: RequestContext, { ids, atomic, dryRun }: DeleteUrlsArgs): Promise<BulkResponse> {
    await chargeBatch(context, this.dependencies.quota, ids.length)
    if (!dryRun) return this.deleteUncharged(context, ids, atomic)
    const outcomes = new BatchOutcomes(context, ids.length, atomic)
    const found = await this.dependencies.deletion.find(context, toItems(ids), outcomes.items)
    for (const { index, link } of found) outcomes.succeed(index, 'unchanged', link.id, link)
    return outcomes.toResponse()
  }

  /** For a caller that has charged the batch itself. */
  async deleteUncharged(context: RequestContext, ids: readonly string[], isAtomic: boolean): Promise<BulkResponse> {
    const outcomes = new BatchOutcomes(context, ids.length, isAtomic)
    const deleted = await this.dependencies.deletion.delete(context, toItems(ids), outcomes.items)
    for (const { index, id } of deleted) outcomes.succeed(index, 'deleted', id, null)
    return outcomes.toResponse()
  }
}

const toItems = <T>(inputs: readonly T[]): Item<T>[] => inputs.map((input, index) => ({ input, index }))

/** The valid items, each checked on its own. */
function validateItems<T extends object>(
  inputs: readonly T[],
  outcomes: BatchOutcomes,
  assertValid: (input: T) => void = () => undefined,
): Promise<Item<T>[]> {
  return outcomes.items.each(toItems(inputs), async (item) => {
    assertValid(item.input)
    await validateInput(item.input)
    return item
  })
}

function assertNoneTwice(): (input: UpdateUrlItem) => void {
  const seen = new Set<string>()
  return ({ id }) => {
    if (seen.has(id)) throw InvalidParams.forField('id', 'is in the list twice')
    seen.add(id)
  }
}

/** Charges what a batch costs beyond the call that its request was charged. Throws `RateLimited`. */
export async function chargeBatch(context: RequestContext, quota: Quota, count: number): Promise<void> {
  const calls = Math.ceil(count / itemsPerCall) - 1
  if (calls > 0) await quota.charge(context, calls)
}

function assertFewPasswords(items: readonly { readonly password?: string | null }[]): void {
  const withPassword = items.filter(({ password }) => password).length
  if (withPassword > maxBatchPasswords)
    throw InvalidParams.forField('items', `must have at most ${maxBatchPasswords} items with a password`)
}
