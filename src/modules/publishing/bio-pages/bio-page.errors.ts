import { defineError } from '../../../platform/shared/service-error.ts'
import type { ContrastProblem } from './theme/theme-colors.ts'

export class BioPageNotFound extends defineError({
  code: 'BIO_PAGE_NOT_FOUND',
  status: 404,
  when: 'The bio page does not exist, belongs to another workspace, or is not published (for visitors).',
  resolution: 'Check the id or the slug; {@bioPages} lists your pages.',
}) {
  constructor() {
    super('The bio page does not exist.')
  }
}

export class BioBlockNotFound extends defineError({
  code: 'BIO_BLOCK_NOT_FOUND',
  status: 404,
  when: 'The bio page has no block with this id.',
  resolution: 'Check the id; {@bioBlocks} lists the blocks of a page.',
}) {
  constructor() {
    super('The bio page has no such block.')
  }
}

export class BioBlocksChanged extends defineError({
  code: 'BIO_BLOCKS_CHANGED',
  status: 409,
  when: 'A new order does not name each block of the page once: blocks were added or deleted meanwhile.',
  resolution: 'Read the blocks with {@bioBlocks} and send the ids of all of them.',
}) {
  constructor(missing: readonly string[], unknown: readonly string[]) {
    super('The new order does not name each block of the page once.', {
      details: [
        ...missing.map((id) => ({ field: 'blockIds', issue: `must name ${id}` })),
        ...unknown.map((id) => ({ field: 'blockIds', issue: `must not name ${id}, which is no block of the page` })),
      ],
    })
  }
}

export class BioDraftChanged extends defineError({
  code: 'BIO_DRAFT_CHANGED',
  status: 409,
  when: 'The draft of the bio page is another one than `ifVersion` names: somebody has changed it meanwhile.',
  resolution:
    'Read it again with {@bioPageDraft}, and send {ifVersion} with its present version, or without it to overwrite.',
}) {
  constructor() {
    super('The draft of the bio page was changed meanwhile.')
  }
}

export class ThemeContrastTooLow extends defineError({
  code: 'THEME_CONTRAST',
  status: 400,
  when: 'The texts of the links could not be read: the accent colour is too similar to the page.',
  resolution: 'Choose another accent colour or background, or a filled button style.',
}) {
  constructor({ ratio, suggestion }: ContrastProblem) {
    // Not rounded up to the 4.5 that it does not reach.
    const shownRatio = (Math.floor(ratio * 100) / 100).toFixed(2)
    super(`The accent colour has a contrast of ${shownRatio}:1 with the page, and texts need 4.5:1.`, {
      details: [
        {
          field: 'accentColor',
          issue: `must have a contrast of 4.5:1; it is ${shownRatio}:1`,
          ...(suggestion && { suggestion }),
        },
      ],
      resolution: `Use ${suggestion ? `{accentColor} ${suggestion}, ` : ''}another {backgroundColor}, or the {buttonStyle} filled or pill.`,
    })
  }
}
