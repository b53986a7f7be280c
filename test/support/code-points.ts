import fc from 'fast-check'

const printableCount = 95
const firstHighSurrogate = 0xd800
const surrogateCount = 0x800

/**
 * Any character of Unicode, for `fc.string({ unit: codePoint })`. Shrinks to a space. The unit `binary` of fast-check
 * is the same with a table of all characters, which takes 100 MB until the end of the run.
 */
export const codePoint = fc.integer({ min: 0, max: 0x10ffff - surrogateCount }).map((index) => {
  if (index < printableCount) return String.fromCodePoint(0x20 + index)
  if (index < 0x7f) return String.fromCodePoint(index - printableCount)
  return String.fromCodePoint(index < firstHighSurrogate ? index : index + surrogateCount)
})
