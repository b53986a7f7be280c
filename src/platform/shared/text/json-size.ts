const maxDepth = 64
const maxValues = 20_000

/** Bodies and messages above this length, in characters, are parsed in a turn of the event loop of their own. */
export const smallJsonLength = 8 * 1024

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const openings = new Set([0x5b, 0x7b])
const closings = new Set([0x5d, 0x7d])

/**
 * Whether JSON is nested too deep or has too many values, as the end of a sentence about it. `JSON.parse` needs half a second
 * for a megabyte of brackets, and this a few milliseconds.
 */
export function findJsonExcess(text: string): string | undefined {
  let depth = 0
  let values = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) index = findStringEnd(text, index + 1)
    else if (code === comma || code === colon) values++
    else if (openings.has(code)) depth++
    else if (closings.has(code)) depth--
    if (depth > maxDepth) return `must be nested at most ${maxDepth} levels deep`
  }
  return values > maxValues ? `must have at most ${maxValues} values` : undefined
}

/** The position of the closing quote, or the end of the text. */
function findStringEnd(text: string, start: number): number {
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) return index
    if (code === backslash) index++
  }
  return text.length
}
