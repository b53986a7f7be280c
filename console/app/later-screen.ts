import { type ComponentType, lazy } from 'react'
import { loadLaterTexts } from '../texts/texts.ts'

/** A screen, or a part of one, that is loaded with the texts of later screens when it is first shown. */
export function laterScreen<Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  return lazy(async () => {
    const [screen] = await Promise.all([load(), loadLaterTexts()])
    return screen
  })
}
