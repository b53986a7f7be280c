import { createHash } from 'node:crypto'
import type { BioPage } from '../bio-page.entity.ts'
import { BioDraftChanged } from '../bio-page.errors.ts'
import type { BioBlock } from '../blocks/bio-block.entity.ts'
import { fieldsOf } from '../blocks/block-rules.ts'
import { toTheme } from '../theme/theme.types.ts'
import type { BioDraftBlock, BioPageDraft } from './bio-draft.types.ts'
import type { PageFields, StoredBlock, StoredDraft } from './stored-draft.ts'

/** The texts and the theme of the draft of a page, or of the page as it is. */
export function pageFieldsOf(page: BioPage): PageFields {
  const { title, description, themeOptions, seoTitle, seoDescription } = page.draft ?? page
  return { title, description, themeOptions, seoTitle, seoDescription }
}

/** The blocks of the draft of a page, or of the page as it is. */
export function draftBlocksOf({ draft }: BioPage, blocks: readonly BioBlock[]): BioDraftBlock[] {
  if (!draft) return blocks.map((block) => ({ id: block.id, ...fieldsOf(block) }))
  return draft.blocks.map((block) => ({
    ...block,
    scheduledFrom: toDate(block.scheduledFrom),
    scheduledUntil: toDate(block.scheduledUntil),
  }))
}

export function toDraft(page: BioPage, blocks: readonly BioBlock[]): BioPageDraft {
  const { themeOptions, ...texts } = pageFieldsOf(page)
  const savedAt = toDate(page.draft?.savedAt ?? null)
  const draftBlocks = draftBlocksOf(page, blocks)
  const version = versionOf([texts, themeOptions, ...draftBlocks])
  return { pageId: page.id, ...texts, theme: toTheme(themeOptions), blocks: draftBlocks, savedAt, version }
}

/** Throws `BioDraftChanged` when the draft is another one than the caller has read. Nobody else may change the page meanwhile. */
export function assertVersion(
  page: BioPage,
  blocks: readonly BioBlock[],
  { ifVersion }: { readonly ifVersion?: string | null | undefined },
): void {
  if (ifVersion != null && ifVersion !== toDraft(page, blocks).version) throw new BioDraftChanged()
}

/** A digest of what a draft has, because two changes may have one time. JSON of the database has its names in another order. */
function versionOf(parts: readonly object[]): string {
  const sorted = parts.map((part) => Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url').slice(0, 22)
}

export function storeDraft(fields: PageFields, blocks: readonly BioDraftBlock[], savedAt: Date): StoredDraft {
  return { ...fields, blocks: blocks.map(storeBlock), savedAt: savedAt.toISOString() }
}

function storeBlock({ scheduledFrom, scheduledUntil, ...block }: BioDraftBlock): StoredBlock {
  return {
    ...block,
    scheduledFrom: scheduledFrom?.toISOString() ?? null,
    scheduledUntil: scheduledUntil?.toISOString() ?? null,
  }
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
