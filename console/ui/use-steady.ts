import { useCallback, useLayoutEffect, useRef } from 'react'

/** The newest version of a function under one identity, so that what only calls it need not be drawn anew. Not for use while drawing. */
export function useSteady<Values extends unknown[], Result>(
  act: (...values: Values) => Result,
): (...values: Values) => Result {
  const newest = useRef(act)
  useLayoutEffect(() => {
    newest.current = act
  })
  return useCallback((...values: Values) => newest.current(...values), [])
}
