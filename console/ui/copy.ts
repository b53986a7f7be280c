import { withoutScheme } from '../app/addresses.ts'
import { t } from '../texts/texts.ts'
import { notify } from './notices.tsx'

/** A longer text stands somewhere on the screen, or would cover it. */
const maxShown = 200

/**
 * Copies a text and says so. Where the browser does not allow it, the notice says that, and shows the text. A text that has to be asked for is
 * given as a promise, because some browsers let a page copy only at once after a click; without a text nothing is copied. `shown` is what the
 * notice shows in place of a secret.
 */
export async function copyText(given: string | Promise<string | undefined>, shown?: string): Promise<boolean> {
  try {
    const text = await (typeof given === 'string' ? write(given) : writeLater(given))
    if (text !== undefined) notify(t('copied', { text: shown ?? withoutScheme(text) }))
    return text !== undefined
  } catch {
    const text = (await given) ?? ''
    const shown = text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
    if (text) notify(t('copy.refused', { text: shown }), { isProblem: true })
    return false
  }
}

async function write(text: string): Promise<string> {
  await navigator.clipboard.writeText(text)
  return text
}

async function writeLater(given: Promise<string | undefined>): Promise<string | undefined> {
  // Firefox before 127 has none.
  if (typeof ClipboardItem === 'undefined') {
    const text = await given
    return text === undefined ? text : write(text)
  }
  const blob = given.then((text) => {
    if (text === undefined) throw new Error('There is nothing to copy.')
    return new Blob([text], { type: 'text/plain' })
  })
  blob.catch(() => {})
  const writing = navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
  const [isWritten, text] = await Promise.all([writing.then(() => true).catch(() => false), given])
  if (text !== undefined && !isWritten) throw new Error('The browser did not allow it.')
  return text
}
