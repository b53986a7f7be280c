import { type ComponentType, lazy } from 'react'
import type { ScreenTexts } from '../../texts/parts.ts'
import { networkSentence } from '../graph/problems.ts'
import { loadMoreTexts } from '../texts/texts.ts'
import { notify } from '../ui/notices.tsx'
import { pageToken } from './session.ts'

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

/**
 * A screen, or a part of one, that is loaded with the texts of later screens when it is first shown, and with texts that few screens have. It is drawn
 * when the account is known, whose drafts it may show.
 */
export function laterScreen<Props>(load: Load<Props>, ...ownTexts: readonly ScreenTexts[]) {
  return lazy(async () => {
    const texts = ['later' as const, ...ownTexts].map(loadMoreTexts)
    const [screen] = await Promise.all([load(), pageToken().catch(() => {}), ...texts])
    return screen
  })
}

/** Does what needs code that is loaded when it is first needed, or says why it could not be loaded. */
export async function withLater<Part>(load: () => Promise<Part>, act: (part: Part) => unknown): Promise<void> {
  await load().then(act, () => notify(networkSentence(), { isProblem: true }))
}
