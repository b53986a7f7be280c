import { useEffect } from 'react'
import type { TextId } from '../texts/texts.ts'
import { looksLikeAddress } from './addresses.ts'

/** What the keys do, as the shortcuts page shows it. */
export const shortcuts: readonly { readonly keys: readonly string[]; readonly name: TextId }[] = [
  { keys: ['N'], name: 'shortcuts.new' },
  { keys: ['/'], name: 'shortcuts.search' },
  { keys: ['Ctrl', 'K'], name: 'shortcuts.search' },
  { keys: ['T'], name: 'shortcuts.tables' },
  { keys: ['?'], name: 'shortcuts.title' },
  { keys: ['Esc'], name: 'shortcuts.close' },
]

interface Handlers {
  readonly onNewLink: (fields?: { readonly url: string }) => void
  readonly onHelp: () => void
}

/** Single keys work where no text is being written; an address that is pasted there becomes a new link. */
export function useShortcuts({ onNewLink, onHelp }: Handlers): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = event.metaKey || event.ctrlKey
      if (isCommand && event.key.toLowerCase() === 'k') return focusSearch(event)
      if (isCommand || event.altKey || isWriting(event.target)) return
      if (event.key === 'n') {
        event.preventDefault()
        onNewLink()
      } else if (event.key === '/') focusSearch(event)
      else if (event.key === '?') onHelp()
    }
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text').trim() ?? ''
      if (isWriting(event.target) || !looksLikeAddress(text)) return
      onNewLink({ url: text })
    }
    addEventListener('keydown', onKey)
    addEventListener('paste', onPaste)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('paste', onPaste)
    }
  }, [onNewLink, onHelp])
}

/** Whether a key writes where the focus is, or belongs to a dialog. A box that is ticked takes no text. */
export function isWriting(target: EventTarget | null): boolean {
  const texts = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'
  return target instanceof Element && target.closest(`${texts}, [role="dialog"]`) !== null
}

function focusSearch(event: KeyboardEvent): void {
  event.preventDefault()
  document.getElementById('search')?.focus()
}
