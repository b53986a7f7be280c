import { useSyncExternalStore } from 'react'

/** A value that several components share. */
export interface Store<Value> {
  get(): Value
  set(value: Value): void
  /** The value, in a component that is drawn again when it changes. */
  use(): Value
}

export function createStore<Value>(first: Value): Store<Value> {
  const listeners = new Set<() => void>()
  let value = first
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const get = () => value
  return {
    get,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}
