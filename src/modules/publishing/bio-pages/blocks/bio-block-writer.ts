import { LockMode, type Ref } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { FieldValues } from '../../../../platform/events/domain-events.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { assertDestinationsNotBlocked, createUnlistedLink, Link, publishMovedLinks } from '../../links/index.ts'
import type { BioPage } from '../bio-page.entity.ts'
import type { BioPageDependencies } from '../bio-page.service.ts'
import { BioBlock } from './bio-block.entity.ts'
import type { CreateBioBlockInput, UpdateBioBlockInput } from './bio-block.inputs.ts'
import { assertValidFields, type BlockContent, type BlockFields, describeBlock } from './block-rules.ts'
import { readContact, toWebAddress, withoutScheme } from './contact-addresses.ts'

const noContent: BlockContent = { title: null, content: null, url: null, network: null }

/** Checks the fields of blocks, and writes blocks with their links. Its callers hold the lock of the page. */
export class BioBlockWriter {
  constructor(private readonly dependencies: BioPageDependencies) {}

  /** The fields of a new block. Throws `InvalidParams` and the errors of destinations. */
  parseNew(input: CreateBioBlockInput): BlockFields {
    const { isVisible, scheduledFrom = null, scheduledUntil = null } = input
    const { type, ...given } = readContact(input)
    return assertValidFields({ type, ...this.parseContent(noContent, given), isVisible, scheduledFrom, scheduledUntil })
  }

  /** The fields of a block after a change. Throws like `parseNew`. */
  parseChange(block: BioBlock, input: UpdateBioBlockInput): BlockFields {
    const { type } = block
    const given = { ...input, content: withoutScheme(type, input.content) }
    const { scheduledFrom = block.scheduledFrom, scheduledUntil = block.scheduledUntil } = input
    const isVisible = input.isVisible ?? block.isVisible
    return assertValidFields({ type, ...this.parseContent(block, given), isVisible, scheduledFrom, scheduledUntil })
  }

  /** Creates a block with its link. Throws `DestinationBlocked`. */
  async create(
    context: RequestContext,
    em: EntityManager,
    page: BioPage,
    { url, ...fields }: BlockFields,
    { id, position }: Pick<BioBlock, 'id' | 'position'>,
  ): Promise<BioBlock> {
    const now = context.now()
    const link = url === null ? null : await this.createLink(context, em, page, { ...fields, url })
    const timestamps = { createdAt: now, updatedAt: now }
    const block = em.create(BioBlock, { id, page, link, position, ...fields, ...timestamps })
    em.persist(block)
    return block
  }

  /** Changes a block and its link. Throws `DestinationBlocked`. */
  async update(context: RequestContext, em: EntityManager, block: BioBlock, fields: BlockFields): Promise<void> {
    if (fields.url !== block.url) await assertDestinationsNotBlocked(em, { url: fields.url })
    const updatedAt = context.now()
    const { url, ...ownFields } = fields
    Object.assign(block, { ...ownFields, updatedAt })
    if (!block.link) return
    const link = await lockLink(em, block.link)
    const moved = link.originalUrl === url ? [] : [link]
    Object.assign(link, { originalUrl: url ?? '', title: describeBlock(fields), updatedAt })
    await publishMovedLinks(this.dependencies.linksMoved, em, moved, updatedAt)
    this.dependencies.routeCache.invalidateAfterCommit(context, link.code)
  }

  /** Deletes a block with its clicks, and retires its code. */
  async remove(context: RequestContext, em: EntityManager, block: BioBlock): Promise<void> {
    const { shortCodeService, routeCache } = this.dependencies
    const link = block.link && (await lockLink(em, block.link))
    em.remove(block)
    if (!link) return
    await shortCodeService.retire(context, em, link)
    em.remove(link)
    routeCache.invalidateAfterCommit(context, link.code)
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
}

/** Abuse decisions and clicks change links too. `refresh` reads these changes. */
function lockLink(em: EntityManager, { id }: Ref<Link>): Promise<Link> {
  return em.findOneOrFail(Link, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}

/** The fields of a block that the owner can change, for events. */
export function describeState(block: BioBlock): FieldValues {
  const { id, type, title, content, url, network, isVisible } = block
  const scheduledFrom = block.scheduledFrom?.toISOString() ?? null
  const scheduledUntil = block.scheduledUntil?.toISOString() ?? null
  return { id, type, title, content, url, network, isVisible, scheduledFrom, scheduledUntil }
}
