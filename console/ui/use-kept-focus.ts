import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus in a list. When what has it is removed, for instance with its row, the row that then stands in its
 * place has it, or the last one, or the screen, when the list itself is gone.
 */
export function useKeptFocus(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const list = ref.current
    if (!list) return
    let focused: Element | null = null
    let index = 0
    const onFocus = ({ target }: FocusEvent) => {
      focused = target as Element
      const row = focused.closest('li')
      if (row) index = [...list.querySelectorAll('li')].indexOf(row)
    }
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected || hasFocus()) return
      const rows = list.querySelectorAll('li')
      const row = rows[Math.min(index, rows.length - 1)]
      for (const each of row?.querySelectorAll<HTMLElement>('input, a, button') ?? [])
        if (!hasFocus()) each.focus({ preventScroll: true })
    })
    list.addEventListener('focusin', onFocus)
    observer.observe(list, { childList: true, subtree: true })
    return () => {
      list.removeEventListener('focusin', onFocus)
      observer.disconnect()
      // The list is not removed yet. A part of the next screen may take the focus by itself.
      setTimeout(() => {
        if (!hasFocus()) document.getElementById('screen')?.focus({ preventScroll: true })
      })
    }
  }, [])
  return ref
}

/** Whether any part of the page has the focus. */
function hasFocus(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body
}
