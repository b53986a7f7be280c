import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { unescapeFormulas } from '../../../../platform/rest/csv.ts'
import { defineIssue } from '../../../../platform/shared/field-issue.ts'
import { isDatabaseNull } from './absent-values.ts'
import {
  assertColumnCount,
  MalformedRecord,
  maxRecordLength,
  type SourceRecord,
  type SourceRecords,
  toColumnKey,
  UnreadableFile,
} from './source-record.ts'

const openQuote = defineIssue('OPEN_QUOTE', 'has a quotation mark that is not closed, or is not doubled within quotes')

const delimiters = [',', ';', '\t', '|'] as const

/** The separator of a table of one column, in whose addresses the others can be: a sign that no text has. */
const noDelimiter = '\u001f'

/** A first line that is an address and no head line. An address with separators is in quotes, like each cell with them. */
const addressLine = /^(?:https?:\/\/[^\s,;|"]+|"https?:\/\/[^"]+")$/i

/**
 * Reads CSV with a header (RFC 4180), separated by commas, semicolons, tabs or vertical lines. A quotation mark inside
 * a cell is part of the cell. A list of addresses needs no header. Throws `UnreadableFile`.
 */
export async function readCsv(text: AsyncIterable<string>): Promise<SourceRecords> {
  const { delimiter, isList, rest } = await findLayout(text)
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // Trims only on the left: with `rtrim`, the parser would refuse a cell such as ‹"one" two›.
    ltrim: true,
    raw: true,
    max_record_size: maxRecordLength,
  })
  // Who reads the parser gets each error, and no error is one when the reader ends before the file. `compose` throws it where nobody catches it.
  pipeline(Readable.from(rest), parser, () => undefined)
  const rows = readRows(parser)
  if (isList) return { columns: ['longUrl'], records: toRecords(rows, [toColumnKey('longUrl')]) }
  const header = await rows.next()
  if (header.done) throw new UnreadableFile('The file is empty: no line of it has a text.')
  const columns = header.value.record.map((name) => unescapeFormulas(trimCell(name)))
  assertColumnCount(columns)
  return { columns, records: toRecords(rows, columns.map(toColumnKey)) }
}

interface Row {
  readonly record: string[]
  /** As the file spells it. */
  readonly raw: string
}

/** Whether a cell begins with a quotation mark that nothing closes, so that the cell contains the next lines too. */
function hasOpenQuote(cell: string, raw: string): boolean {
  return cell.startsWith('"') && cell.includes('\n') && !raw.includes(`"${cell.replaceAll('"', '""')}"`)
}

/** The rows that have a text. Spreadsheets write an empty row as separators only. */
async function* readRows(parser: AsyncIterable<Row>): AsyncGenerator<Row> {
  try {
    for await (const row of parser) if (row.record.some((cell) => cell.trim() !== '')) yield row
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(`The file is not well-formed CSV: ${error.message}.`)
    throw error
  }
}

async function* toRecords(rows: AsyncIterable<Row>, keys: readonly string[]): AsyncGenerator<SourceRecord> {
  for await (const { record: row, raw } of rows) {
    if (row.some((cell) => hasOpenQuote(cell, raw))) {
      yield new MalformedRecord(openQuote())
      continue
    }
    const cells = row
      .slice(0, keys.length)
      .map((cell, index) => [keys[index] ?? '', unescapeFormulas(trimCell(cell))] as const)
    yield new Map(cells.filter(([key, cell]) => key !== '' && cell !== '' && !isDatabaseNull(cell)))
  }
}

/** A cell with blanks after its closing quotation mark still has both quotation marks. */
function trimCell(cell: string): string {
  const trimmed = cell.trimEnd()
  const hasQuotes =
    trimmed.length < cell.length && trimmed.length > 1 && trimmed.startsWith('"') && trimmed.endsWith('"')
  return hasQuotes ? trimmed.slice(1, -1) : trimmed
}

interface Layout {
  readonly delimiter: string
  /** Whether each line is an address, and the first one no header. */
  readonly isList: boolean
  readonly rest: AsyncIterable<string>
}

/** The separator and the text after it. Excel may name the separator in a first line of its own. */
async function findLayout(text: AsyncIterable<string>): Promise<Layout> {
  const parts = text[Symbol.asyncIterator]()
  let head = ''
  while (!hasLine(head) && head.length < maxRecordLength) {
    const part = await parts.next()
    if (part.done) break
    head += part.value
  }
  const line = firstLine(head)
  const named = /^"?sep=(.)"?$/i.exec(line.trimEnd())?.[1] ?? (/^sep=$/i.test(line.trimEnd()) ? '\t' : undefined)
  const rest = named === undefined ? head : head.slice(head.indexOf(line) + line.length)
  async function* all() {
    try {
      yield rest
      for (let part = await parts.next(); !part.done; part = await parts.next()) yield part.value
    } finally {
      await parts.return?.()
    }
  }
  const isList = addressLine.test(line.trimEnd())
  return { delimiter: named ?? (isList ? noDelimiter : guessDelimiter(line)), isList, rest: all() }
}

/** The first line that is not blank. */
function firstLine(text: string): string {
  return text.trimStart().split(/[\r\n]/, 1)[0] ?? ''
}

function hasLine(text: string): boolean {
  return /[\r\n]/.test(text.trimStart())
}

/** The separator that is most frequent outside of quotes in the header. */
function guessDelimiter(header: string): string {
  const unquoted = header.replace(/"[^"]*"/g, '')
  const countOf = (delimiter: string) => unquoted.split(delimiter).length
  return delimiters.reduce<string>((best, each) => (countOf(each) > countOf(best) ? each : best), noDelimiter)
}
