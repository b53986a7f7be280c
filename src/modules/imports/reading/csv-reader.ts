import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { unescapeFormulas } from '../../../platform/rest/csv.ts'
import {
  assertColumnCount,
  maxRecordLength,
  type SourceRecord,
  type SourceRecords,
  toColumnKey,
  UnreadableFile,
} from './source-record.ts'

const delimiters = [',', ';', '\t'] as const

/** Reads CSV with a header (RFC 4180), separated by commas, semicolons or tabs. Throws `UnreadableFile`. */
export async function readCsv(text: AsyncIterable<string>): Promise<SourceRecords> {
  const { head, rest } = await readHead(text)
  const parser = Readable.from(rest).compose(
    parse({
      bom: true,
      delimiter: guessDelimiter(head),
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: maxRecordLength,
    }),
  )
  const rows = readRows(parser)
  const header = await rows.next()
  if (header.done) return { columns: [], records: rows as AsyncIterable<never> }
  const columns = header.value.map((name) => unescapeFormulas(name))
  assertColumnCount(columns)
  return { columns, records: toRecords(rows, columns.map(toColumnKey)) }
}

async function* readRows(parser: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  try {
    yield* parser
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(`The file is not well-formed CSV: ${error.message}.`)
    throw error
  }
}

async function* toRecords(rows: AsyncIterable<string[]>, keys: readonly string[]): AsyncGenerator<SourceRecord> {
  for await (const row of rows) {
    const cells = row.slice(0, keys.length).map((cell, index) => [keys[index] ?? '', unescapeFormulas(cell)] as const)
    yield new Map(cells.filter(([key, cell]) => key !== '' && cell !== ''))
  }
}

/** The text up to the first line break, and all of it once more. */
async function readHead(text: AsyncIterable<string>): Promise<{ head: string; rest: AsyncIterable<string> }> {
  const parts = text[Symbol.asyncIterator]()
  let head = ''
  while (!/[\r\n]/.test(head) && head.length < maxRecordLength) {
    const part = await parts.next()
    if (part.done) break
    head += part.value
  }
  async function* all() {
    try {
      yield head
      for (let part = await parts.next(); !part.done; part = await parts.next()) yield part.value
    } finally {
      await parts.return?.()
    }
  }
  return { head: head.split(/[\r\n]/, 1)[0] ?? '', rest: all() }
}

/** The one that is most frequent outside of quotes in the header. */
function guessDelimiter(header: string): string {
  const unquoted = header.replace(/"[^"]*"/g, '')
  const countOf = (delimiter: string) => unquoted.split(delimiter).length
  return delimiters.reduce((best, each) => (countOf(each) > countOf(best) ? each : best))
}
