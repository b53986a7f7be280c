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

/** A name of a column as it is compared: `Long URL`, `long_url` and `longUrl` are the same. */
export function toColumnKey(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Decodes UTF-8. Throws `UnreadableFile` for other bytes, which would become replacement characters. */
export async function* decodeText(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of content) yield decoder.decode(bytes, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new UnreadableFile('The file is not well-formed UTF-8.')
    throw error
  }
}
