import type { BlockFields } from '../blocks/block-rules.ts'
import type { Theme } from '../theme/theme.types.ts'

/** The texts and the theme of a page. */
export interface PageFields {
  readonly title: string
  readonly description: string | null
  /** Only what differs from the default theme. */
  readonly themeOptions: Partial<Theme>
  readonly seoTitle: string | null
  readonly seoDescription: string | null
}

/** A draft as its page has it in JSON. */
export interface StoredDraft extends PageFields {
  readonly blocks: readonly StoredBlock[]
  readonly savedAt: string
}

type Times = 'scheduledFrom' | 'scheduledUntil'
export type StoredBlock = Omit<BlockFields, Times> & { readonly id: string } & {
  readonly [Name in Times]: string | null
}
