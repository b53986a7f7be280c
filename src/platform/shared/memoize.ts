import { LRUCache } from 'lru-cache'

const maxTextLength = 512

/** Caches the results of `compute` for the `max` texts used last. Results for texts over 512 characters are not cached. */
export function memoize<T extends NonNullable<unknown>>(
  max: number,
  compute: (text: string) => T,
): (text: string) => T {
  const cache = new LRUCache<string, T>({ max })
  return (text) => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    const value = compute(text)
    if (text.length <= maxTextLength) cache.set(copyText(text), value)
    return value
  }
}

/** V8 keeps a whole header in memory as long as a slice of it is cached; a copy avoids that. */
function copyText(text: string): string {
  return Buffer.from(text).toString()
}

/** All calls get the result of the first one. */
export function once<T>(action: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= action()
    return result
  }
}

/** Calls that are made while one is pending get its result. */
export function shareWhilePending<T>(action: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined
  return () => {
    pending ??= action().finally(() => {
      pending = undefined
    })
    return pending
  }
}
