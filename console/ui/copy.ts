import { withoutScheme } from '../app/addresses.ts'
import { t } from '../texts/texts.ts'
import { notify } from './notices.tsx'

/** Copies a text and says so. Where the browser does not allow it, the notice shows the text. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify(t('copied', { text: withoutScheme(text) }))
  } catch {
    notify(text)
  }
}
