import { useEffect } from 'react'
import { isWriting } from '../../app/shortcuts.ts'

/** The key T shows the numbers of the charts as tables, and the charts again. */
export function useTableKey(toggle: () => void): void {
  useEffect(() => {
    const onKey = ({ key, metaKey, ctrlKey, altKey, target }: KeyboardEvent) => {
      if (key.toLowerCase() === 't' && !metaKey && !ctrlKey && !altKey && !isWriting(target)) toggle()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [toggle])
}
