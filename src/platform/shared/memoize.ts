const maxTextLength = 512

/**
 * The act with a memory for its last answers, between `most` and twice as many. Those asked for again stay, the others
 * are forgotten a generation at a time, which costs less than keeping them in order. Of long texts nothing is remembered.
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

/** V8 keeps the whole of a long header alive for as long as a slice of it is remembered. */
function copyText(text: string): string {
  return Buffer.from(text).toString()
}
