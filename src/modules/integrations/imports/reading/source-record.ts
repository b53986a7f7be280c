import { setImmediate } from 'node:timers/promises'
import { beginWork } from '../../../../platform/shared/event-loop/loop-watchdog.ts'
import type { Issue } from '../../../../platform/shared/field-issue.ts'

/** A record of a file: its texts by the names of their columns, in the form of `toColumnKey`. */
export type SourceRecord = ReadonlyMap<string, string | readonly string[]>

/** A record whose cells cannot be told apart. The owner of the file reads the issue. */
export class MalformedRecord extends Map<string, never> {
  constructor(readonly issue: Issue) {
    super()
  }
}

/** Records with the names of all columns in their order, as the file spells them. */
export interface SourceRecords {
  readonly columns: readonly string[]
  readonly records: AsyncIterable<SourceRecord>
}

/** A file that cannot be read any further. The message tells the owner of the file where and why. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

/** Most columns of a table, and most fields of an object. Each row has that many cells. */
const maxColumns = 1_000

/** Throws `UnreadableFile` for too many columns. */
export function assertColumnCount(columns: readonly string[]): void {
  if (columns.length > maxColumns) throw new UnreadableFile(`The file has more than ${maxColumns} columns.`)
}

/** The longest record, in characters. Each field of a link has far fewer. */
export const maxRecordLength = 64 * 1024

/** The name of a column in the form for comparison: `Long URL`, `long_url` and `longUrl` are the same. */
export function toColumnKey(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** How much of a file is read in one turn of the event loop, in bytes. */
const partLength = 16 * 1024

/** The first bytes of files that are no text, and what their owner can do. */
const otherKinds: readonly (readonly [bytes: readonly number[], message: string])[] = [
  [
    [0x50, 0x4b, 0x03, 0x04],
    'The file is a workbook (.xlsx or .ods) or another ZIP archive. Save its sheet as CSV (UTF-8) and import that.',
  ],
  [[0xd0, 0xcf, 0x11, 0xe0], 'The file is an Excel workbook (.xls). Save its sheet as CSV (UTF-8) and import that.'],
  [[0x1f, 0x8b], 'The file is compressed (gzip). Unpack it and import what is in it.'],
  [[0x25, 0x50, 0x44, 0x46], 'The file is a PDF. Export the links as CSV or JSON and import that.'],
]

const signatureLength = 4

/**
 * Decodes UTF-8, or UTF-16 with its mark, in small parts. Each part has its own turn of the event loop. Throws
 * `UnreadableFile` for other bytes, which would become replacement characters, and for files that are no text.
 */
export async function* decodeText(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let head: Uint8Array = new Uint8Array()
  try {
    for await (const part of content) {
      let bytes = part
      if (!decoder) {
        bytes = head = Buffer.concat([head, part])
        if (head.length < signatureLength) continue
        decoder = createDecoder(head)
      }
      for (let start = 0; start < bytes.length; start += partLength) {
        beginWork('import of a file')
        yield decoder.decode(bytes.subarray(start, start + partLength), { stream: true })
        await setImmediate()
      }
    }
    yield decoder ? decoder.decode() : createDecoder(head).decode(head)
  } catch (error) {
    if (error instanceof TypeError)
      throw new UnreadableFile(
        'The file is not well-formed UTF-8. Save it as UTF-8 (in Excel: CSV UTF-8) and import that.',
      )
    throw error
  }
}

function createDecoder(head: Uint8Array): TextDecoder {
  const other = otherKinds.find(([bytes]) => bytes.every((byte, index) => head[index] === byte))
  if (other) throw new UnreadableFile(other[1])
  return new TextDecoder(encodingOf(head), { fatal: true })
}

/** Excel saves Unicode text as UTF-16 with a byte order mark. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
