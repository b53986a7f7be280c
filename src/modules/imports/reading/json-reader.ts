import { JSONParser, TokenType } from '@streamparser/json'
import {
  assertColumnCount,
  maxRecordLength,
  type SourceRecord,
  type SourceRecords,
  toColumnKey,
  UnreadableFile,
} from './source-record.ts'

/** Objects and lists within each other, from the outermost one. */
const maxDepth = 20

/**
 * Reads the objects of a list in JSON one by one: those of an outermost list, or of the list or object at `path`, such as
 * `links` or `shortUrls.data`. Throws `UnreadableFile`.
 */
export async function readJson(text: AsyncIterable<string>, path: string): Promise<SourceRecords> {
  const records = parseObjects(text, path)
  const first = await records.next()
  if (first.done) return { columns: [], records: (async function* () {})() }
  const columns = Object.keys(flatten(first.value))
  assertColumnCount(columns)
  return { columns, records: toRecords(first.value, records) }
}

async function* toRecords(first: object, others: AsyncIterable<object>): AsyncGenerator<SourceRecord> {
  yield toRecord(first)
  for await (const each of others) yield toRecord(each)
}

async function* parseObjects(text: AsyncIterable<string>, path: string): AsyncGenerator<object> {
  let parser: JSONParser | undefined
  const objects: object[] = []
  let lengthSinceObject = 0
  for await (const part of text) {
    const start = part.trimStart()
    if (!parser && start === '') continue
    parser ??= createParser(start.startsWith('[') ? '$.*' : `$.${path}.*`, objects)
    feed(parser, part)
    lengthSinceObject = objects.length > 0 ? 0 : lengthSinceObject + part.length
    // Such an object grows in memory until its end.
    if (lengthSinceObject > maxRecordLength)
      throw new UnreadableFile(`The file has no link within ${maxRecordLength} characters.`)
    yield* objects.splice(0)
  }
  if (parser && !parser.isEnded) throw new UnreadableFile('The JSON of the file is incomplete.')
}

function createParser(path: string, objects: object[]): JSONParser {
  const parser = new JSONParser({ paths: [path], keepStack: false })
  let depth = 0
  parser.onToken = ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth++
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth--
    if (depth > maxDepth) throw new UnreadableFile(`The JSON of the file is nested deeper than ${maxDepth} levels.`)
  }
  parser.onValue = ({ value }) => {
    objects.push(typeof value === 'object' && value !== null ? (value as object) : {})
  }
  return parser
}

function feed(parser: JSONParser, part: string): void {
  try {
    parser.write(part)
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile(`The file is not well-formed JSON: ${(error as Error).message}`)
  }
}

function toRecord(value: object): SourceRecord {
  const entries = Object.entries(flatten(value)).map(([name, text]) => [toColumnKey(name), text] as const)
  return new Map(entries.filter(([, text]) => text.length > 0))
}

/** The fields of an object and of the objects in it, as texts: `meta.validUntil`. Lists keep texts and names. */
function flatten(
  value: object,
  prefix = '',
  fields: Record<string, string | readonly string[]> = {},
): Record<string, string | readonly string[]> {
  for (const [name, each] of Object.entries(value)) {
    const path = `${prefix}${name}`
    if (Array.isArray(each)) fields[path] = each.flatMap(toNames)
    else if (typeof each === 'object' && each !== null) flatten(each, `${path}.`, fields)
    else fields[path] = String(each ?? '')
  }
  return fields
}

/** A tag is a text, or an object with a name. */
function toNames(item: unknown): string[] {
  if (typeof item === 'string') return [item]
  const { name } = (item ?? {}) as { readonly name?: unknown }
  return typeof name === 'string' ? [name] : []
}
