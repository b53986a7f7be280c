import { type ComponentType, lazy } from 'react'
import { networkSentence } from '../graph/problems.ts'
import { loadLaterTexts } from '../texts/texts.ts'
import { notify } from '../ui/notices.tsx'
import { pageToken } from './session.ts'

/**
 * A screen, or a part of one, that is loaded with the texts of later screens when it is first shown. It is drawn when the account is known, whose
 * drafts it may show. `loadOwnTexts` loads texts that no other screen has.
 */
export function laterScreen<Props>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  loadOwnTexts?: () => Promise<void>,
) {
  return lazy(async () => {
    const [screen] = await Promise.all([load(), loadLaterTexts(), loadOwnTexts?.(), pageToken().catch(() => {})])
    return screen
  })
}

/** Does what needs code that is loaded when it is first needed, or says why it could not be loaded. */
export async function withLater<Part>(load: () => Promise<Part>, act: (part: Part) => unknown): Promise<void> {
  await load().then(act, () => notify(networkSentence(), { isProblem: true }))
}
