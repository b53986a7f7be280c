import type { ExportFormat, ImportSource } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'

const products: Readonly<Record<Exclude<ImportSource, 'CSV'>, string>> = {
  BITLY: 'Bitly',
  REBRANDLY: 'Rebrandly',
  SHORT: 'Short.io',
  DUB: 'Dub',
  KUTT: 'Kutt',
  SHLINK: 'Shlink',
  YOURLS: 'YOURLS',
  TLY: 'T.LY',
}

/** What wrote a file. */
export function sourceName(source: ImportSource): string {
  return source === 'CSV' ? t('imports.source.table') : products[source]
}

export function formatName(format: ExportFormat): string {
  return format === 'JSON' ? format : t(`exports.format.${format}`)
}
