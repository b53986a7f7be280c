const maxTextLength = 512

/**
 * Caches the results of `compute` for the last `generationSize` to twice as many texts. Texts requested again stay; the
 * others are dropped a generation at a time, which costs less than an LRU order. Results for texts over 512 characters
 * are not cached.
 */
export function memoize<T extends NonNullable<unknown>>(
  generationSize: number,
  compute: (text: string) => T,
): (text: string) => T {
  let recent = new Map<string, T>()
  let previous = new Map<string, T>()
  const recallOrCompute = (text: string) => {
    const value = previous.get(text) ?? compute(text)
    if (recent.size >= generationSize) {
      previous = recent
      recent = new Map()
    }
    recent.set(text, value)
    return value
  }
  return (text) => recent.get(text) ?? (text.length > maxTextLength ? compute(text) : recallOrCompute(copyText(text)))
}

/** V8 keeps a whole header in memory as long as a slice of it is cached; a copy avoids that. */
function copyText(text: string): string {
  return Buffer.from(text).toString()
}
