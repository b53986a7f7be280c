import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** The width of a sheet of paper within its margins, in pixels. A style scales what is drawn to the sheet at hand. */
const paperWidth = 680

/** The width of an element in pixels, as it changes. 0 before it is drawn, and another one while a page is printed. */
export function useWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number] {
  const ref = useRef<Element>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    const measure = () => setWidth(Math.floor(element.clientWidth))
    const drawForPaper = () => flushSync(() => setWidth(paperWidth))
    measure()
    observer.observe(element)
    addEventListener('beforeprint', drawForPaper)
    addEventListener('afterprint', measure)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', drawForPaper)
      removeEventListener('afterprint', measure)
    }
  }, [])
  return [ref, width]
}
