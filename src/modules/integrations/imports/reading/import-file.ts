import { readCsv } from './csv-reader.ts'
import { readJson } from './json-reader.ts'
import { decodeText, maxRecordLength, type SourceRecords, UnreadableFile } from './source-record.ts'
import { type ImportSource, sourceFormats } from './sources.ts'

/** Blanks and blank lines at the beginning of a file. */
const maxBlanks = 8 * 1024

/** Opens a file of a product: JSON when it begins like JSON, and CSV otherwise. Throws `UnreadableFile`. */
export async function openImportFile(content: AsyncIterable<Uint8Array>, source: ImportSource): Promise<SourceRecords> {
  const parts = decodeText(content)[Symbol.asyncIterator]()
  let head = ''
  while (head.trim() === '') {
    if (head.length > maxBlanks) throw new UnreadableFile(`The file begins with more than ${maxBlanks} blanks.`)
    const part = await parts.next()
    if (part.done) break
    head += part.value
  }
  // Whether the next line begins an object, too.
  while (head.trimStart().startsWith('{') && !hasTwoLines(head) && head.length < maxRecordLength) {
    const part = await parts.next()
    if (part.done) break
    head += part.value
  }
  async function* text() {
    try {
      yield head
      for (let part = await parts.next(); !part.done; part = await parts.next()) yield part.value
    } finally {
      await parts.return?.(undefined)
    }
  }
  if (isJsonLines(head)) return readJson(joinLines(text()), sourceFormats[source].jsonPaths)
  return /^[[{]/.test(head.trimStart()) ? readJson(text(), sourceFormats[source].jsonPaths) : readCsv(text())
}

function hasTwoLines(head: string): boolean {
  return head.trim().includes('\n')
}

/** Whether a file has one object of JSON in each line (JSON Lines). */
function isJsonLines(head: string): boolean {
  const [first = '', ...others] = head.trimStart().split('\n')
  const next = others.find((line) => line.trim() !== '')
  if (!first.startsWith('{') || !next?.trimStart().startsWith('{')) return false
  try {
    JSON.parse(first)
    return true
  } catch {
    return false
  }
}

/** The objects of JSON Lines as a list. Their texts have no line breaks, so each line break ends an object. */
async function* joinLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  yield '['
  let blanks = ''
  for await (const part of text) {
    const lines = (blanks + part).trimEnd()
    blanks = (blanks + part).slice(lines.length)
    const filled = lines.split('\n').filter((line) => line.trim() !== '')
    const isAfterBreak = /^\s*\n/.test(lines)
    if (filled.length > 0) yield `${isAfterBreak ? ',' : ''}${filled.join(',')}`
  }
  yield ']'
}
