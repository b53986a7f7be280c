import { openImportFile } from '../reading/import-file.ts'
import { type SourceRecord, UnreadableFile } from '../reading/source-record.ts'
import { findSource } from '../reading/source-signs.ts'
import type { ImportSource } from '../reading/sources.ts'
import type { PreviewImportInput } from './import-preview.types.ts'

/** The whole records at the beginning of a file. */
export interface FileHead {
  readonly source: ImportSource
  readonly columns: readonly string[]
  readonly records: readonly SourceRecord[]
  readonly failureMessage: string | null
}

/** Of all products, the lists of this one are looked for at the most paths. */
const sourceOfMostPaths = 'shlink'

export async function readHead({ content, isWhole, source }: PreviewImportInput): Promise<FileHead> {
  let columns: readonly string[] = []
  const records: SourceRecord[] = []
  const toHead = (failureMessage: string | null) => {
    const isCut = !isWhole && records.length > 1
    return {
      source: source ?? findSource(columns),
      columns,
      records: isCut ? records.slice(0, -1) : records,
      failureMessage: isCut ? null : failureMessage,
    }
  }
  try {
    const file = await openImportFile(toBytes(content), source ?? sourceOfMostPaths)
    columns = file.columns
    for await (const record of file.records) records.push(record)
    return toHead(null)
  } catch (error) {
    if (error instanceof UnreadableFile) return toHead(error.message)
    throw error
  }
}

async function* toBytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
