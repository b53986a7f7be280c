import { readCsv } from './csv-reader.ts'
import { readJson } from './json-reader.ts'
import { decodeText, type SourceRecords, UnreadableFile } from './source-record.ts'
import { type ImportSource, sourceFormats } from './sources.ts'

/** Blanks and blank lines at the beginning of a file. */
const maxBlanks = 8 * 1024

/** Opens a file of a product: JSON when it begins like that, and CSV otherwise. Throws `UnreadableFile`. */
export async function openImportFile(content: AsyncIterable<Uint8Array>, source: ImportSource): Promise<SourceRecords> {
  const parts = decodeText(content)[Symbol.asyncIterator]()
  let head = ''
  while (head.trim() === '') {
    if (head.length > maxBlanks) throw new UnreadableFile(`The file begins with more than ${maxBlanks} blanks.`)
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
  return /^[[{]/.test(head.trimStart()) ? readJson(text(), sourceFormats[source].jsonPaths) : readCsv(text())
}
