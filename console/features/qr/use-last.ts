import { useRef } from 'react'

/** The value, or the last one while there is none, so that nothing vanishes while something new is on its way. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const last = useRef(value)
  if (value !== undefined) last.current = value
  return last.current
}
