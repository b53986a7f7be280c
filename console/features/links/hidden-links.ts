import { useSyncExternalStore } from 'react'

/** The links that are about to be deleted: lists leave them out. */
let hidden: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

export function hideLinks(ids: readonly string[]): void {
  change(new Set([...hidden, ...ids]))
}

export function showLinks(ids: readonly string[]): void {
  change(new Set([...hidden].filter((id) => !ids.includes(id))))
}

export function useHiddenLinks(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => hidden,
  )
}

function change(next: ReadonlySet<string>): void {
  hidden = next
  for (const listener of listeners) listener()
}
