const longestRemembered = 512

/**
 * The act with a memory for its last answers, between `most` and twice as many. Those asked for again stay, the others
 * are forgotten a generation at a time, which costs less than keeping them in order. Of long texts nothing is remembered.
 */
export function remembered<T extends NonNullable<unknown>>(
  most: number,
  act: (text: string) => T,
): (text: string) => T {
  let young = new Map<string, T>()
  let old = new Map<string, T>()
  const recall = (text: string) => {
    const answer = old.get(text) ?? act(text)
    if (young.size >= most) {
      old = young
      young = new Map()
    }
    young.set(text, answer)
    return answer
  }
  return (text) => young.get(text) ?? (text.length > longestRemembered ? act(text) : recall(copied(text)))
}

/** V8 keeps the whole of a long header alive for as long as a slice of it is remembered. */
function copied(text: string): string {
  return Buffer.from(text).toString()
}
