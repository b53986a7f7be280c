import { useEffect } from 'react'

/** The key T shows the numbers of the charts as tables, and the charts again. */
export function useTableKey(toggle: () => void): void {
  useEffect(() => {
    const onKey = ({ key, metaKey, ctrlKey, altKey, target }: KeyboardEvent) => {
      const isWriting = (target as HTMLElement | null)?.closest?.('input, textarea, select, [role="dialog"]')
      if (key.toLowerCase() === 't' && !metaKey && !ctrlKey && !altKey && !isWriting) toggle()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [toggle])
}
