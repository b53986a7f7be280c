import type { LinkHeadQuery } from '../../graph/types.ts'

/** The link of a screen, as its head and its tabs have it. */
export type LinkOfScreen = NonNullable<LinkHeadQuery['url']>
