import { type ComponentType, lazy } from 'react'
import { networkSentence } from '../graph/problems.ts'
import { loadLaterTexts, loadSettingsTexts } from '../texts/texts.ts'
import { notify } from '../ui/notices.tsx'
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

/** A screen of settings, which have texts of their own. */
export function settingsScreen<Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  return laterScreen(async () => {
    const [screen] = await Promise.all([load(), loadSettingsTexts()])
    return screen
  })
}

/** Does what needs code that is loaded when it is first needed, or says why it could not be loaded. */
export async function withLater<Part>(load: () => Promise<Part>, act: (part: Part) => unknown): Promise<void> {
  await load().then(act, () => notify(networkSentence(), { isProblem: true }))
}
