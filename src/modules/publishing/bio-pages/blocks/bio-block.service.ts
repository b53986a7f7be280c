import type { EntityManager } from '../../../../platform/database/database.ts'
import type { FieldChanges, FieldValues } from '../../../../platform/events/domain-events.ts'
import type { EventPublisher } from '../../../../platform/events/event-publisher.ts'
import { rejectNulls } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { batchPerRequest, type RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { ParentIds } from '../../../../platform/graphql/success-response.types.ts'
import { PlanLimitReached } from '../../../../platform/shared/general.errors.ts'
import { newId } from '../../../../platform/shared/ids.ts'
import type { BioPage } from '../bio-page.entity.ts'
import { BioBlockNotFound, BioBlocksChanged } from '../bio-page.errors.ts'
import type { BioPageService } from '../bio-page.service.ts'
import { publishBioPageUpdated } from '../bio-page-events.ts'
import { BioBlock } from './bio-block.entity.ts'
import {
  type BioBlockArgs,
  type CreateBioBlockInput,
  maxBlocks,
  type ReorderBioBlocksArgs,
  type UpdateBioBlockInput,
} from './bio-block.inputs.ts'
import { storeOrder } from './bio-block.queries.ts'
import { type BioBlockWriter, describeState } from './bio-block-writer.ts'

const inOrder = { populate: ['link'], orderBy: { position: 'asc' } } as const

/** A page whose lock is held, with its blocks in their order. */
interface LockedBlocks {
  readonly em: EntityManager
  readonly page: BioPage
  readonly blocks: BioBlock[]
}

/** The blocks of the caller's bio pages. Changes of the blocks of one page run one after the other. */
export class BioBlockService {
  /** The blocks of pages in their order; no blocks for a page of somebody else. */
  readonly load = batchPerRequest(async ({ em, workspaceIds }: RequestContext, pageIds: readonly string[]) => {
    const where = { page: { id: { $in: [...new Set(pageIds)] }, workspace: { $in: workspaceIds } } }
    const byPage = Map.groupBy(await em.find(BioBlock, where, { ...inOrder, refresh: true }), ({ page }) => page.id)
    return pageIds.map((id) => byPage.get(id) ?? [])
  })

  constructor(
    private readonly bioPageService: BioPageService,
    private readonly writer: BioBlockWriter,
    private readonly events: EventPublisher,
  ) {}

  /** Throws `BioPageNotFound`. */
  async list(context: RequestContext, pageId: string): Promise<BioBlock[]> {
    await this.bioPageService.get(context, pageId)
    return this.load(context, pageId)
  }

  /** Adds a block at the end of a page. Throws `PlanLimitReached` beyond 50, and the errors of destinations. */
  async create(context: RequestContext, pageId: string, input: CreateBioBlockInput): Promise<BioBlock> {
    const fields = this.writer.parseNew(input)
    let created: BioBlock | undefined
    await this.change(context, pageId, async ({ em, page, blocks }) => {
      if (blocks.length >= maxBlocks) throw new PlanLimitReached('blocks', maxBlocks, blocks.length, 'page')
      const place = { id: newId('blk', context.now()), position: blocks.length }
      created = await this.writer.create(context, em, page, fields, place)
      return { block: { from: null, to: describeState(created) } }
    })
    return created as BioBlock
  }

  /** Changes the given fields. Throws `BioPageNotFound`, `BioBlockNotFound`, and the errors of destinations. */
  async update(context: RequestContext, { id, blockId }: BioBlockArgs, input: UpdateBioBlockInput): Promise<BioBlock> {
    rejectNulls({ isVisible: input.isVisible })
    let updated: BioBlock | undefined
    await this.change(context, id, async ({ em, blocks }) => {
      const block = findBlock(blocks, blockId)
      const before = describeState(block)
      await this.writer.update(context, em, block, this.writer.parseChange(block, input))
      updated = block
      return findBlockChange(before, describeState(block))
    })
    return updated as BioBlock
  }

  /** Deletes a block with its clicks, and retires its code. Throws `BioPageNotFound` and `BioBlockNotFound`. */
  async delete(context: RequestContext, { id, blockId }: BioBlockArgs): Promise<ParentIds> {
    await this.change(context, id, async ({ em, blocks }) => {
      const block = findBlock(blocks, blockId)
      const from = describeState(block)
      await this.writer.remove(context, em, block)
      await em.flush()
      const remaining = blocks.filter((each) => each !== block)
      await storeOrder(
        em,
        id,
        remaining.map((each) => each.id),
      )
      return { block: { from, to: null } }
    })
    return { bioPageId: id }
  }

  /**
   * Gives the blocks of a page a new order. Throws `BioPageNotFound`, and `BioBlocksChanged` unless every block is
   * named once.
   */
  async reorder(context: RequestContext, { id, blockIds }: ReorderBioBlocksArgs): Promise<BioBlock[]> {
    let ordered: BioBlock[] = []
    await this.change(context, id, async ({ em, blocks }) => {
      const blockById = new Map(blocks.map((block) => [block.id, block]))
      const missing = blocks.filter((block) => !blockIds.includes(block.id)).map((block) => block.id)
      const unknown = blockIds.filter(
        (blockId, index) => !blockById.has(blockId) || blockIds.indexOf(blockId) !== index,
      )
      if (missing.length > 0 || unknown.length > 0) throw new BioBlocksChanged(missing, unknown)
      await storeOrder(em, id, blockIds)
      ordered = blockIds.flatMap((blockId) => blockById.get(blockId) ?? [])
      const from = blocks.map((block) => block.id)
      for (const [position, block] of ordered.entries()) block.position = position
      const changes: FieldChanges = { blockOrder: { from, to: blockIds } }
      return from.join() === blockIds.join() ? {} : changes
    })
    return ordered
  }

  /** Runs a change under the lock of the page. `apply` returns the changed fields. */
  private async change(
    context: RequestContext,
    pageId: string,
    apply: (locked: LockedBlocks) => Promise<FieldChanges>,
  ): Promise<void> {
    await this.bioPageService.change(context, pageId, async (em, page) => {
      const blocks = await em.find(BioBlock, { page: pageId }, { ...inOrder, refresh: true })
      const changes = await apply({ em, page, blocks })
      if (Object.keys(changes).length === 0) return
      page.updatedAt = context.now()
      await publishBioPageUpdated(this.events, context, em, page, changes)
    })
  }
}

function findBlock(blocks: readonly BioBlock[], id: string): BioBlock {
  const block = blocks.find((each) => each.id === id)
  if (!block) throw new BioBlockNotFound()
  return block
}

function findBlockChange(from: FieldValues, to: FieldValues): FieldChanges {
  return JSON.stringify(from) === JSON.stringify(to) ? {} : { block: { from, to } }
}
