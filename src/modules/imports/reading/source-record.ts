import { setImmediate } from 'node:timers/promises'
import { beginWork } from '../../../platform/shared/event-loop/loop-watchdog.ts'

/** A record of a file: its texts by the names of their columns, as `toColumnKey` writes them. */
export type SourceRecord = ReadonlyMap<string, string | readonly string[]>

/** Records with the names of all columns in their order, as the file spells them. */
export interface SourceRecords {
  readonly columns: readonly string[]
  readonly records: AsyncIterable<SourceRecord>
}

/** A file that cannot be read any further. The message says where and why, for its owner. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

/** Most columns of a table, and most fields of an object. Each row has that many. */
const maxColumns = 1_000

/** Throws `UnreadableFile` for too many columns. */
export function assertColumnCount(columns: readonly string[]): void {
  if (columns.length > maxColumns) throw new UnreadableFile(`The file has more than ${maxColumns} columns.`)
}

/** The longest record, in characters. Each field of a link has far fewer. */
export const maxRecordLength = 64 * 1024

/** A name of a column as it is compared: `Long URL`, `long_url` and `longUrl` are the same. */
export function toColumnKey(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** How much of a file is read in one turn of the event loop, in bytes. */
const partLength = 16 * 1024

/**
 * Decodes UTF-8 in small parts, each in a turn of its own. Throws `UnreadableFile` for other bytes, which would become
 * replacement characters.
 */
export async function* decodeText(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of content) {
      for (let start = 0; start < bytes.length; start += partLength) {
        beginWork('import of a file')
        yield decoder.decode(bytes.subarray(start, start + partLength), { stream: true })
        await setImmediate()
      }
    }
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new UnreadableFile('The file is not well-formed UTF-8.')
    throw error
  }
}
