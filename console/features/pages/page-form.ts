import { defaultTitle, looksLikeAddress, withScheme } from '../../app/addresses.ts'
import type {
  BioBlockType,
  BioDraftBlockInput,
  PageDraftFragment,
  SocialNetwork,
  UpdateBioPageDraftInput,
} from '../../graph/types.ts'

/** A block as its form has it: a text is empty where the graph has null. */
export interface BlockForm {
  /** Tells the blocks of a form apart, also those that were never saved. */
  readonly key: string
  readonly id: string | null
  readonly type: BioBlockType
  readonly title: string
  readonly content: string
  readonly url: string
  readonly network: SocialNetwork | null
  readonly isVisible: boolean
  readonly scheduledFrom: string | null
  readonly scheduledUntil: string | null
}

/** A page as its form has it. */
export interface PageForm {
  readonly title: string
  readonly description: string
  readonly seoTitle: string
  readonly seoDescription: string
  readonly preset: PageDraftFragment['theme']['preset']
  readonly buttonStyle: PageDraftFragment['theme']['buttonStyle']
  readonly font: PageDraftFragment['theme']['font']
  /** Empty for the colour of the preset. */
  readonly accentColor: string
  readonly backgroundColor: string
  readonly blocks: readonly BlockForm[]
}

type ChangePage = (changes: Partial<PageForm>) => void

export interface PageFormProps {
  readonly form: PageForm
  readonly onChange: ChangePage
  /** What is wrong, by the paths of the fields, such as `blocks.2.url`. */
  readonly problems: Readonly<Record<string, string>>
}

export const maxBlocks = 50

export function toForm({ theme, blocks, ...texts }: PageDraftFragment): PageForm {
  const { preset, buttonStyle, font, accentColor, backgroundColor } = theme
  return {
    title: texts.title,
    description: texts.description ?? '',
    seoTitle: texts.seoTitle ?? '',
    seoDescription: texts.seoDescription ?? '',
    ...{ preset, buttonStyle, font },
    accentColor: accentColor ?? '',
    backgroundColor: backgroundColor ?? '',
    blocks: blocks.map(({ title, content, url, ...block }) => ({
      ...block,
      key: block.id,
      title: title ?? '',
      content: content ?? '',
      url: url ?? '',
    })),
  }
}

/** What is sent. A block that lacks something is left out, until it is complete. */
export function toInput(form: PageForm): UpdateBioPageDraftInput {
  const { title, description, seoTitle, seoDescription, accentColor, backgroundColor, blocks, ...theme } = form
  return {
    ...theme,
    // A page has a title: an empty one is about to be written.
    ...(title.trim() && { title: title.trim() }),
    description: description.trim() || null,
    seoTitle: seoTitle.trim() || null,
    seoDescription: seoDescription.trim() || null,
    ...(isColorOrNone(accentColor) && { accentColor: accentColor || null }),
    ...(isColorOrNone(backgroundColor) && { backgroundColor: backgroundColor || null }),
    blocks: blocks.filter(isComplete).map(toBlockInput),
  }
}

function isColorOrNone(text: string): boolean {
  return text === '' || /^#[0-9a-f]{6}$/.test(text)
}

function toBlockInput({ key: _, title, content, url, ...block }: BlockForm): BioDraftBlockInput {
  const address = url.trim()
  return {
    ...block,
    title: title.trim() || null,
    content: content.trim() || null,
    url: block.type === 'LINK' ? withScheme(address) : address || null,
  }
}

/** Which fields a block of each type needs. */
const neededFields: Readonly<Record<BioBlockType, readonly ('title' | 'content' | 'url')[]>> = {
  LINK: ['title', 'url'],
  HEADING: ['title'],
  TEXT: ['content'],
  SOCIAL: ['url'],
  DIVIDER: [],
  EMAIL: ['content'],
  PHONE: ['content'],
  SMS: ['content'],
}

/** Whether a block has what its type needs. */
export function isComplete(block: BlockForm): boolean {
  if (block.type === 'LINK' && !looksLikeAddress(block.url.trim())) return false
  return neededFields[block.type].every((field) => block[field].trim() !== '')
}

/** The place of a block among those that were sent, by which the service names it. */
export function sentIndexOf(blocks: readonly BlockForm[], key: string): number {
  return blocks.filter(isComplete).findIndex((block) => block.key === key)
}

let lastNumber = 0

export function newBlock(type: BioBlockType, fields: Partial<BlockForm> = {}): BlockForm {
  return {
    key: `new-${Date.now()}-${++lastNumber}`,
    id: null,
    type,
    ...{ title: '', content: '', url: '' },
    network: type === 'SOCIAL' ? 'INSTAGRAM' : null,
    isVisible: true,
    ...{ scheduledFrom: null, scheduledUntil: null },
    ...fields,
  }
}

/** A block for an address that somebody pasted. Its title is the address, until the page there says its own. */
export function linkBlock(address: string): BlockForm {
  const url = withScheme(address)
  return newBlock('LINK', {
    url,
    title: defaultTitle(url)
      .replace(/^www\./, '')
      .slice(0, 100),
  })
}

/** The blocks with one of them at another place. */
export function movedTo(blocks: readonly BlockForm[], key: string, index: number): readonly BlockForm[] {
  const block = blocks.find((each) => each.key === key)
  if (!block) return blocks
  const others = blocks.filter((each) => each !== block)
  return [...others.slice(0, index), block, ...others.slice(index)]
}

/** A proposal for the address of a page: `Ada Lovelace` is at `ada-lovelace`. */
export function slugOf(title: string): string {
  const words = title.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss').toLowerCase()
  return words
    .replace(/[^a-z\d]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '')
}
