import { useEffect } from 'react'
import { useSteady } from './use-steady.ts'

const intervalMs = 1_500

/** Asks again and again while something is under way. */
export function usePolling(isActive: boolean, ask: () => void): void {
  const again = useSteady(ask)
  useEffect(() => {
    if (!isActive) return
    const timer = setInterval(again, intervalMs)
    return () => clearInterval(timer)
  }, [isActive, again])
}
