import type { ImportColumn, ImportContent } from '../import.entity.ts'
import { hasClicks, mapClickColumns } from '../reading/click-columns.ts'
import { mapColumns } from '../reading/column-mapping.ts'
import { isAddress } from '../reading/short-addresses.ts'
import { UnreadableFile } from '../reading/source-record.ts'
import { type ImportSource, sourceFormats } from '../reading/sources.ts'

export interface FileColumns {
  readonly content: ImportContent
  readonly mapping: ImportColumn[]
}

/** What a file has, and which fields its columns are read as. */
export function readColumns(source: ImportSource, columns: readonly string[]): FileColumns {
  const format = sourceFormats[source]
  if (format.hasClicks && hasClicks(columns)) return { content: 'clicks', mapping: mapClickColumns(columns) }
  return { content: 'links', mapping: mapColumns(columns, format) }
}

/** Throws `UnreadableFile` when no column has destinations. */
export function assertHasDestinations({ content, mapping }: FileColumns): void {
  if (mapping.length === 0 || content === 'clicks' || mapping.some(({ field }) => field === 'longUrl')) return
  throw new UnreadableFile(
    mapping.some(({ column }) => isAddress(column))
      ? 'The first line has an address in place of the names of the columns. Add a line before it, such as longUrl,customUrl.'
      : 'No column of the file has destinations, such as longUrl.',
  )
}
