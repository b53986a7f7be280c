import { LockMode, type Ref } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { FieldChanges, FieldValues } from '../../../../platform/events/domain-events.ts'
import { rejectNulls } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { batchPerRequest, type RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { ParentIds } from '../../../../platform/graphql/success-response.types.ts'
import { PlanLimitReached } from '../../../../platform/shared/general.errors.ts'
import { newId } from '../../../../platform/shared/ids.ts'
import { assertDestinationsNotBlocked, createUnlistedLink, Link, publishMovedLinks } from '../../links/index.ts'
import type { BioPage } from '../bio-page.entity.ts'
import { BioBlockNotFound, BioBlocksChanged } from '../bio-page.errors.ts'
import type { BioPageDependencies, BioPageService } from '../bio-page.service.ts'
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
import { assertValidContent, assertValidSchedule, type BlockContent, describeBlock } from './block-rules.ts'
import { readContact, toWebAddress, withoutScheme } from './contact-addresses.ts'

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
    private readonly dependencies: BioPageDependencies,
  ) {}

  /** Throws `BioPageNotFound`. */
  async list(context: RequestContext, pageId: string): Promise<BioBlock[]> {
    await this.bioPageService.get(context, pageId)
    return this.load(context, pageId)
  }

  /** Adds a block at the end of a page. Throws `PlanLimitReached` beyond 50, and the errors of destinations. */
  async create(context: RequestContext, pageId: string, input: CreateBioBlockInput): Promise<BioBlock> {
    const { isVisible, scheduledFrom = null, scheduledUntil = null } = input
    const { type, ...given } = readContact(input)
    const content = this.parseContent({ title: null, content: null, url: null, network: null }, given)
    assertValidContent(type, content)
    assertValidSchedule(scheduledFrom, scheduledUntil)
    const now = context.now()
    const { url, ...ownContent } = content
    let created: BioBlock | undefined
    await this.change(context, pageId, async ({ em, page, blocks }) => {
      if (blocks.length >= maxBlocks) throw new PlanLimitReached('blocks', maxBlocks, blocks.length, 'page')
      const link = url === null ? null : await this.createLink(context, em, page, { ...content, url })
      created = em.create(BioBlock, {
        id: newId('blk', now),
        page,
        link,
        type,
        ...ownContent,
        position: blocks.length,
        isVisible,
        scheduledFrom,
        scheduledUntil,
        createdAt: now,
        updatedAt: now,
      })
      em.persist(created)
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
      const { title, content, url, network } = block
      const given = { ...input, content: withoutScheme(block.type, input.content) }
      const newContent = this.parseContent({ title, content, url, network }, given)
      assertValidContent(block.type, newContent)
      const scheduledFrom = input.scheduledFrom === undefined ? block.scheduledFrom : input.scheduledFrom
      const scheduledUntil = input.scheduledUntil === undefined ? block.scheduledUntil : input.scheduledUntil
      assertValidSchedule(scheduledFrom, scheduledUntil)
      const isMoved = newContent.url !== url
      if (isMoved) await assertDestinationsNotBlocked(em, { url: newContent.url })
      const before = describeState(block)
      const updatedAt = context.now()
      const { url: newUrl, ...ownContent } = newContent
      const isVisible = input.isVisible ?? block.isVisible
      Object.assign(block, { ...ownContent, isVisible, scheduledFrom, scheduledUntil, updatedAt })
      if (block.link) {
        const link = await lockLink(em, block.link)
        await this.updateLink(em, link, newContent, newUrl ?? '', updatedAt)
        this.dependencies.routeCache.invalidateAfterCommit(context, link.code)
      }
      updated = block
      return findBlockChange(before, describeState(block))
    })
    return updated as BioBlock
  }

  /** Deletes a block with its clicks, and retires its code. Throws `BioPageNotFound` and `BioBlockNotFound`. */
  async delete(context: RequestContext, { id, blockId }: BioBlockArgs): Promise<ParentIds> {
    const { shortCodeService, routeCache } = this.dependencies
    await this.change(context, id, async ({ em, blocks }) => {
      const block = findBlock(blocks, blockId)
      const from = describeState(block)
      const link = block.link && (await lockLink(em, block.link))
      em.remove(block)
      if (link) {
        await shortCodeService.retire(context, em, link)
        em.remove(link)
        routeCache.invalidateAfterCommit(context, link.code)
      }
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
      await publishBioPageUpdated(this.dependencies.events, context, em, page, changes)
    })
  }

  /** The content after a change, trimmed. Throws the errors of destinations. */
  private parseContent(current: BlockContent, input: Pick<UpdateBioBlockInput, keyof BlockContent>): BlockContent {
    const read = (field: 'title' | 'content') =>
      input[field] === undefined ? current[field] : (input[field]?.trim() ?? null)
    const { url } = input
    const network = input.network === undefined ? current.network : input.network
    return {
      title: read('title'),
      content: read('content'),
      url: url == null ? (url === null ? null : current.url) : this.parseUrl(toWebAddress(network, url)),
      network,
    }
  }

  private parseUrl(text: string): string {
    return this.dependencies.linkRules.parseDestination('url', text, 'owner')
  }

  private async createLink(
    context: RequestContext,
    em: EntityManager,
    page: BioPage,
    content: BlockContent & { readonly url: string },
  ): Promise<Link> {
    const { shortCodeService, routeCache } = this.dependencies
    await assertDestinationsNotBlocked(em, { url: content.url })
    const link = await createUnlistedLink(shortCodeService, context, em, {
      ...{ kind: 'bio', workspace: page.workspace.id, creator: context.accountId, slug: null, releasedAt: null },
      ...{ title: describeBlock(content), originalUrl: content.url },
    })
    routeCache.invalidateAfterCommit(context, link.code)
    return link
  }

  private async updateLink(
    em: EntityManager,
    link: Link,
    content: BlockContent,
    originalUrl: string,
    updatedAt: Date,
  ): Promise<void> {
    const moved = link.originalUrl === originalUrl ? [] : [link]
    Object.assign(link, { originalUrl, title: describeBlock(content), updatedAt })
    await publishMovedLinks(this.dependencies.linksMoved, em, moved, updatedAt)
  }
}

/** Abuse decisions and clicks change links too. `refresh` reads these changes. */
function lockLink(em: EntityManager, { id }: Ref<Link>): Promise<Link> {
  return em.findOneOrFail(Link, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}

function findBlock(blocks: readonly BioBlock[], id: string): BioBlock {
  const block = blocks.find((each) => each.id === id)
  if (!block) throw new BioBlockNotFound()
  return block
}

/** The fields of a block that the owner can change, for events. */
function describeState(block: BioBlock): FieldValues {
  const { id, type, title, content, url, network, isVisible } = block
  const scheduledFrom = block.scheduledFrom?.toISOString() ?? null
  const scheduledUntil = block.scheduledUntil?.toISOString() ?? null
  return { id, type, title, content, url, network, isVisible, scheduledFrom, scheduledUntil }
}

function findBlockChange(from: FieldValues, to: FieldValues): FieldChanges {
  return JSON.stringify(from) === JSON.stringify(to) ? {} : { block: { from, to } }
}
