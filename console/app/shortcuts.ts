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
  readonly navigate: (path: string) => void
  readonly onHelp: () => void
}

/** Single keys work where no text is being written; an address that is pasted there becomes a new link. */
export function useShortcuts({ navigate, onHelp }: Handlers): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = event.metaKey || event.ctrlKey
      if (isCommand && event.key.toLowerCase() === 'k') return focusSearch(event)
      if (isCommand || event.altKey || isWriting(event.target)) return
      if (event.key === 'n') {
        event.preventDefault()
        navigate('/links/new')
      } else if (event.key === '/') focusSearch(event)
      else if (event.key === '?') onHelp()
    }
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text').trim() ?? ''
      if (isWriting(event.target) || !looksLikeAddress(text)) return
      navigate(`/links/new?${new URLSearchParams({ url: text })}`)
    }
    addEventListener('keydown', onKey)
    addEventListener('paste', onPaste)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('paste', onPaste)
    }
  }, [navigate, onHelp])
}

function isWriting(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null
  return element?.closest('input, textarea, select, [contenteditable], [role="dialog"]') != null
}

function focusSearch(event: KeyboardEvent): void {
  event.preventDefault()
  document.getElementById('search')?.focus()
}
