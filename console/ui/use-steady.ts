import { useCallback, useLayoutEffect, useRef } from 'react'

/** The newest version of a function under one identity, so that what only calls it need not be drawn anew. Not for use while drawing. */
export function useSteady<Values extends unknown[]>(act: (...values: Values) => void): (...values: Values) => void {
  const newest = useRef(act)
  useLayoutEffect(() => {
    newest.current = act
  })
  return useCallback((...values: Values) => newest.current(...values), [])
}
