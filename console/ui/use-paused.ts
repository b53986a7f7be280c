import { useEffect, useState } from 'react'

/** How long somebody pauses before what they write is looked at, in milliseconds. */
const pauseMs = 400

/** A value that follows another one when it has not changed for a moment. */
export function usePaused<Value>(value: Value): Value {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
