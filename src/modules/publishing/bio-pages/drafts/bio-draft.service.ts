import { DestinationBlocked, findBlockedAddresses } from '../../../../platform/addresses/block-list.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import { findChanges } from '../../../../platform/events/domain-events.ts'
import type { EventPublisher } from '../../../../platform/events/event-publisher.ts'
import { rejectNulls, validateInput } from '../../../../platform/graphql/inputs/argument-validation.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import { newId } from '../../../../platform/shared/ids.ts'
import { nestErrors } from '../../../../platform/shared/service-error.ts'
import { BioImage } from '../bio-image.entity.ts'
import type { BioPage } from '../bio-page.entity.ts'
import type { BioPageService } from '../bio-page.service.ts'
import { publishBioPageUpdated, toPageState } from '../bio-page-events.ts'
import { BioBlock, isShown } from '../blocks/bio-block.entity.ts'
import { type BioBlockWriter, describeState } from '../blocks/bio-block-writer.ts'
import { fieldsOf } from '../blocks/block-rules.ts'
import { toPublicPage } from '../public/public-page.service.ts'
import { mergeTheme } from '../theme/theme.inputs.ts'
import { toTheme } from '../theme/theme.types.ts'
import type {
  BioDraftBlockInput,
  DuplicateBioPageArgs,
  PublishBioPageArgs,
  UpdateBioPageDraftInput,
} from './bio-draft.inputs.ts'
import type { BioDraftBlock, BioPageDraft, BioPagePreview } from './bio-draft.types.ts'
import { assertVersion, draftBlocksOf, pageFieldsOf, storeDraft, toDraft } from './draft-content.ts'

/** The drafts beside bio pages: what the owner prepares, and visitors see when it is published. */
export class BioDraftService {
  constructor(
    private readonly bioPageService: BioPageService,
    private readonly writer: BioBlockWriter,
    private readonly events: EventPublisher,
  ) {}

  /** The draft of a page, or the page as it is. Throws `BioPageNotFound`. */
  async get(context: RequestContext, id: string): Promise<BioPageDraft> {
    const page = await this.bioPageService.get(context, id)
    return toDraft(page, await findBlocks(context.em, id))
  }

  /** What visitors will see of the draft. Throws `BioPageNotFound`. */
  async preview(context: RequestContext, id: string): Promise<BioPagePreview> {
    const page = await this.bioPageService.get(context, id)
    const blocks = await findBlocks(context.em, id)
    const blockedIds = new Set(blocks.flatMap((block) => (block.isBlocked ? [block.id] : [])))
    const { title, description, themeOptions, seoTitle, seoDescription } = pageFieldsOf(page)
    const shown = draftBlocksOf(page, blocks).filter((block) =>
      isShown({ ...block, isBlocked: blockedIds.has(block.id) }, context.now()),
    )
    return {
      url: `${context.settings.publicUrl}/app/preview/${id}`,
      page: {
        ...toPublicPage(context, { page, blocks: [] }),
        title,
        description,
        theme: toTheme(themeOptions),
        seoTitle: seoTitle ?? title,
        seoDescription: seoDescription ?? description,
        blocks: shown,
      },
    }
  }

  /**
   * Changes the draft, and makes one of the page as it is when there is none. Throws `BioDraftChanged`, and like changes of a
   * page and its blocks.
   */
  async update(context: RequestContext, id: string, input: UpdateBioPageDraftInput): Promise<BioPageDraft> {
    rejectNulls({ title: input.title, blocks: input.blocks })
    let saved: BioPageDraft | undefined
    await this.bioPageService.change(context, id, async (em, page) => {
      const stored = await findBlocks(em, id)
      assertVersion(page, stored, input)
      const before = pageFieldsOf(page)
      const presentBlocks = draftBlocksOf(page, stored)
      const blocks = input.blocks
        ? await this.parseBlocks(context, em, [...presentBlocks, ...stored], input.blocks)
        : presentBlocks
      const readText = (name: 'description' | 'seoTitle' | 'seoDescription') =>
        input[name] === undefined ? before[name] : (input[name]?.trim() ?? null)
      const fields = {
        title: input.title?.trim() ?? before.title,
        description: readText('description'),
        themeOptions: mergeTheme(before.themeOptions, input),
        seoTitle: readText('seoTitle'),
        seoDescription: readText('seoDescription'),
      }
      page.draft = storeDraft(fields, blocks, context.now())
      saved = toDraft(page, stored)
    })
    return saved as BioPageDraft
  }

  /** Lets go of the draft; the page stays as it is. Throws `BioPageNotFound`. */
  discard(context: RequestContext, id: string): Promise<BioPage> {
    return this.bioPageService.change(context, id, async (_em, page) => {
      page.draft = null
    })
  }

  /**
   * Makes the page what its draft says, if it has one, and lets visitors open it. Throws `BioDraftChanged` and
   * `DestinationBlocked`.
   */
  publish(context: RequestContext, { id, ifVersion }: PublishBioPageArgs): Promise<BioPage> {
    return this.bioPageService.change(context, id, async (em, page) => {
      if (ifVersion != null) assertVersion(page, await findBlocks(em, id), { ifVersion })
      if (page.draft) await this.apply(context, em, page, draftBlocksOf(page, []))
      await this.bioPageService.setPublished(context, em, page, true)
    })
  }

  /**
   * Creates a page that has what the draft of another one says, with its images. It is not published. Throws the errors of
   * `BioPageService.create`.
   */
  async duplicate(context: RequestContext, { id, slug, title }: DuplicateBioPageArgs): Promise<BioPage> {
    const source = await this.bioPageService.get(context, id)
    context.requireRole(source.workspace.id)
    const { themeOptions, ...texts } = pageFieldsOf(source)
    const input = { ...texts, ...themeOptions, ...(title != null && { title }), slug }
    return this.bioPageService.create(context.inWorkspace(source.workspace.id), input, async (em, copy) => {
      const blocks = draftBlocksOf(source, await findBlocks(em, id))
      const newBlocks = blocks.map((block) => ({ ...block, id: newId('blk', context.now()) }))
      await this.apply(context, em, copy, newBlocks)
      const { avatarFile, socialImageFile } = source
      Object.assign(copy, { avatarFile, socialImageFile })
      for (const { kind, file, bytes } of await em.find(BioImage, { page: id }))
        em.persist(em.create(BioImage, { page: copy, kind, file, bytes }))
    })
  }

  /** Gives a page the fields of its draft, and these blocks. Blocks that it has already keep their clicks. */
  async apply(
    context: RequestContext,
    em: EntityManager,
    page: BioPage,
    draftBlocks: readonly BioDraftBlock[],
  ): Promise<void> {
    const stored = await findBlocks(em, page.id)
    const storedById = new Map(stored.map((block) => [block.id, block]))
    const before = { ...toPageState(page), blocks: stored.map(describeState) }
    const updatedAt = context.now()
    const { title, ...fields } = pageFieldsOf(page)
    Object.assign(page.link.unwrap(), { title, updatedAt })
    Object.assign(page, { ...fields, draft: null, updatedAt })
    const keptIds = new Set(draftBlocks.map(({ id }) => id))
    for (const block of stored) if (!keptIds.has(block.id)) await this.writer.remove(context, em, block)
    const blocks: BioBlock[] = []
    for (const [position, draftBlock] of draftBlocks.entries())
      await nestErrors(`blocks.${position}`, async () => {
        const newFields = fieldsOf(draftBlock)
        const present = storedById.get(draftBlock.id)
        if (present && JSON.stringify(fieldsOf(present)) !== JSON.stringify(newFields))
          await this.writer.update(context, em, present, newFields)
        if (present) present.position = position
        blocks.push(
          present ?? (await this.writer.create(context, em, page, newFields, { id: draftBlock.id, position })),
        )
      })
    const changes = findChanges(before, { ...toPageState(page), blocks: blocks.map(describeState) })
    await publishBioPageUpdated(this.events, context, em, page, changes)
  }

  /** The blocks of a draft. A block that the page or its draft has already keeps its identifier. */
  private async parseBlocks(
    context: RequestContext,
    em: EntityManager,
    present: readonly Pick<BioDraftBlock, 'id' | 'type' | 'url'>[],
    inputs: readonly BioDraftBlockInput[],
  ): Promise<BioDraftBlock[]> {
    const presentById = new Map(present.map((block) => [block.id, block]))
    const taken = new Set<string>()
    const blocks: BioDraftBlock[] = []
    for (const [index, input] of inputs.entries()) {
      const { id } = input
      const block = await nestErrors(`blocks.${index}`, async () => {
        await validateInput(input)
        if (id != null && (!presentById.has(id) || taken.has(id)))
          throw InvalidParams.forField('id', 'must name a block of the page or of its draft, once')
        const fields = this.writer.parseNew(input)
        const isKept = id != null && presentById.get(id)?.type === fields.type
        return { id: isKept ? id : newId('blk', context.now()), ...fields }
      })
      taken.add(block.id)
      blocks.push(block)
    }
    await assertNotBlocked(em, blocks, (id) => presentById.get(id)?.url)
    return blocks
  }
}

/** Refuses destinations of the block list that a block did not have already. Throws `DestinationBlocked`. */
async function assertNotBlocked(
  em: EntityManager,
  blocks: readonly BioDraftBlock[],
  urlOf: (id: string) => string | null | undefined,
): Promise<void> {
  const addedUrls = blocks.map(({ id, url }) => (url === urlOf(id) ? null : url))
  const blocked = await findBlockedAddresses(
    em,
    addedUrls.filter((url) => url !== null),
  )
  const index = addedUrls.findIndex((url) => url !== null && blocked.has(url))
  if (index >= 0) throw new DestinationBlocked(`blocks.${index}.url`)
}

function findBlocks(em: EntityManager, pageId: string): Promise<BioBlock[]> {
  return em.find(BioBlock, { page: pageId }, { populate: ['link'], orderBy: { position: 'asc' }, refresh: true })
}
