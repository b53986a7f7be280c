import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useSteady } from '../../ui/use-steady.ts'

/** So near to an edge of the window, in pixels, a drag scrolls it. */
const edgePx = 80
const scrollPx = 12

/**
 * Moves the rows of a list by a mouse, a pen or a finger. The rows have `data-key`; while one is dragged it changes places with
 * those that it passes, so that what one sees is what one gets.
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, onMove: (key: string, index: number) => void) {
  const [draggedKey, setDraggedKey] = useState<string | null>(null)
  const move = useSteady(onMove)
  const end = useRef(() => {})
  useEffect(() => () => end.current(), [])
  const begin = (key: string) => (event: ReactPointerEvent) => {
    if (event.button !== 0) return
    const listeners = new AbortController()
    const follow = ({ clientY }: PointerEvent) => {
      const rows = [...(list.current?.children ?? [])] as HTMLElement[]
      const index = rows
        .filter(({ dataset }) => dataset.key !== key)
        .filter((row) => {
          const { top, height } = row.getBoundingClientRect()
          return clientY > top + height / 2
        }).length
      if (index !== rows.findIndex(({ dataset }) => dataset.key === key)) move(key, index)
      if (clientY < edgePx) scrollBy(0, -scrollPx)
      else if (clientY > innerHeight - edgePx) scrollBy(0, scrollPx)
    }
    end.current = () => {
      listeners.abort()
      setDraggedKey(null)
    }
    const { signal } = listeners
    // The row is moved in the document meanwhile, and so loses a pointer that it had captured.
    addEventListener('pointermove', follow, { signal })
    for (const name of ['pointerup', 'pointercancel']) addEventListener(name, () => end.current(), { signal })
    setDraggedKey(key)
  }
  return { draggedKey, begin }
}
