import { JSONParser } from '@streamparser/json'
import { type SourceRecord, type SourceRecords, toColumnKey, UnreadableFile } from './source-record.ts'

/**
 * Reads the objects of a list in JSON one by one: those of an outermost list, or of the list or object at `path`, such as
 * `links` or `shortUrls.data`. Throws `UnreadableFile`.
 */
export async function readJson(text: AsyncIterable<string>, path: string): Promise<SourceRecords> {
  const records = parseObjects(text, path)
  const first = await records.next()
  if (first.done) return { columns: [], records: (async function* () {})() }
  const columns = Object.keys(flatten(first.value))
  return { columns, records: toRecords(first.value, records) }
}

async function* toRecords(first: object, others: AsyncIterable<object>): AsyncGenerator<SourceRecord> {
  yield toRecord(first)
  for await (const each of others) yield toRecord(each)
}

async function* parseObjects(text: AsyncIterable<string>, path: string): AsyncGenerator<object> {
  let parser: JSONParser | undefined
  const objects: object[] = []
  for await (const part of text) {
    const start = part.trimStart()
    if (!parser && start === '') continue
    parser ??= createParser(start.startsWith('[') ? '$.*' : `$.${path}.*`, objects)
    feed(parser, part)
    yield* objects.splice(0)
  }
  if (parser && !parser.isEnded) throw new UnreadableFile('The JSON of the file is incomplete.')
}

function createParser(path: string, objects: object[]): JSONParser {
  const parser = new JSONParser({ paths: [path], keepStack: false })
  parser.onValue = ({ value }) => {
    objects.push(typeof value === 'object' && value !== null ? (value as object) : {})
  }
  return parser
}

function feed(parser: JSONParser, part: string): void {
  try {
    parser.write(part)
  } catch (error) {
    throw new UnreadableFile(`The file is not well-formed JSON: ${(error as Error).message}`)
  }
}

function toRecord(value: object): SourceRecord {
  const entries = Object.entries(flatten(value)).map(([name, text]) => [toColumnKey(name), text] as const)
  return new Map(entries.filter(([, text]) => text.length > 0))
}

/** The fields of an object and of the objects in it, as texts: `meta.validUntil`. Lists keep texts and names. */
function flatten(value: object, prefix = ''): Record<string, string | readonly string[]> {
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, each]) => {
      const path = `${prefix}${name}`
      if (each === null || each === undefined) return { [path]: '' }
      if (Array.isArray(each)) return { [path]: each.flatMap(toNames) }
      return typeof each === 'object' ? flatten(each, `${path}.`) : { [path]: String(each) }
    }),
  )
}

/** A tag is a text, or an object with a name. */
function toNames(item: unknown): string[] {
  if (typeof item === 'string') return [item]
  const { name } = (item ?? {}) as { readonly name?: unknown }
  return typeof name === 'string' ? [name] : []
}
