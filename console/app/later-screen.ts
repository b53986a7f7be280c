import { type ComponentType, lazy } from 'react'
import { loadLaterTexts } from '../texts/texts.ts'
import { pageToken } from './session.ts'

/**
 * A screen, or a part of one, that is loaded with the texts of later screens when it is first shown. It is drawn when the account is known, whose
 * drafts it may show.
 */
export function laterScreen<Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  return lazy(async () => {
    const [screen] = await Promise.all([load(), loadLaterTexts(), pageToken().catch(() => {})])
    return screen
  })
}
