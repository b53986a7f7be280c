import { JSONParser, TokenType } from '@streamparser/json'
import { toNames } from './names.ts'
import {
  assertColumnCount,
  maxRecordLength,
  type SourceRecord,
  type SourceRecords,
  toColumnKey,
  UnreadableFile,
} from './source-record.ts'

/** The deepest nesting of objects and lists, counted from the outermost one. */
const maxDepth = 20

/**
 * Reads the objects of a list in JSON one by one. The list is the outermost one, or the first list or object with
 * objects at one of `paths`, such as `links` or `shortUrls.data`. Throws `UnreadableFile`.
 */
export async function readJson(text: AsyncIterable<string>, paths: readonly string[]): Promise<SourceRecords> {
  const records = parseObjects(text, paths)
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

async function* parseObjects(text: AsyncIterable<string>, paths: readonly string[]): AsyncGenerator<object> {
  let list: ObjectList | undefined
  let lengthSinceObject = 0
  for await (const part of text) {
    const start = part.trimStart()
    if (!list && start === '') continue
    list ??= new ObjectList(start.startsWith('[') ? null : paths)
    feed(list.parser, part)
    lengthSinceObject = list.objects.length > 0 ? 0 : lengthSinceObject + part.length
    // Such an object would grow in memory until its end.
    if (lengthSinceObject > maxRecordLength)
      throw new UnreadableFile(`The file has no link within ${maxRecordLength} characters.`)
    yield* list.objects.splice(0)
  }
  if (list && !list.parser.isEnded) throw new UnreadableFile('The JSON of the file is incomplete.')
  if (list && !list.isFound)
    throw new UnreadableFile(
      `The JSON of the file has no list of links. It was looked for at the outermost level and as ${paths.join(', ')}. Import the list itself, or name the source that wrote the file.`,
    )
}

/** The objects of the list of links, which is the outermost one when `paths` is null. */
class ObjectList {
  readonly parser: JSONParser
  readonly objects: object[] = []
  isFound = false
  /** The path whose objects are read. Other lists, such as the pages of an API, are left out. */
  private path: string | null = null
  private depth = 0
  /** The keys of the objects that are open. */
  private readonly keys: string[] = []
  private lastText = ''

  constructor(private readonly paths: readonly string[] | null) {
    this.parser = new JSONParser({
      paths: paths === null ? ['$.*'] : paths.map((path) => `$.${path}.*`),
      keepStack: false,
    })
    this.parser.onToken = ({ token, value }) => this.read(token, value)
    this.parser.onValue = ({ value, parent }) => this.add(value, Array.isArray(parent))
  }

  private read(token: TokenType, value: unknown): void {
    if (token === TokenType.STRING) this.lastText = String(value)
    else if (token === TokenType.COLON) this.keys[this.depth - 1] = this.lastText
    else if (token === TokenType.LEFT_BRACKET || token === TokenType.LEFT_BRACE) this.open(token)
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.close()
    if (this.depth > maxDepth)
      throw new UnreadableFile(`The JSON of the file is nested deeper than ${maxDepth} levels.`)
  }

  private open(token: TokenType): void {
    if (token === TokenType.LEFT_BRACKET)
      this.isFound ||= this.paths === null || (this.depth <= maxPathLength && this.paths.includes(this.keys.join('.')))
    this.depth++
  }

  private close(): void {
    this.depth = Math.max(this.depth - 1, 0)
    this.keys.length = this.depth
  }

  private add(value: unknown, isInList: boolean): void {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    // A text among the fields of an object is no link, but a text in a list is an address.
    if (!isObject && !isInList) return
    const path = this.keys.slice(0, this.depth - 1).join('.')
    this.path ??= path
    if (path !== this.path) return
    this.isFound = true
    this.objects.push(isObject ? (value as object) : { longUrl: typeof value === 'string' ? value : null })
  }
}

const maxPathLength = 3

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
    if (Array.isArray(each)) fields[path] = listsOfObjects.has(name) ? JSON.stringify(each) : toTexts(each)
    else if (typeof each === 'object' && each !== null) flatten(each, `${path}.`, fields)
    else fields[path] = String(each ?? '')
  }
  return fields
}

/** Lists whose objects are read as a whole. */
const listsOfObjects = new Set(['rules', 'testVariants'])

/** The names in a list, or the JSON of the list when it has no names. */
function toTexts(list: readonly unknown[]): string | readonly string[] {
  const names = list.flatMap(toNames)
  return names.length > 0 || list.length === 0 ? names : JSON.stringify(list).slice(0, maxListLength)
}

const maxListLength = 1_000
