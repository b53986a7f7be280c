import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { type ColumnNames, type ColumnsByField, toColumnsByField } from './columns.ts'

export type ImportSource = 'csv' | 'bitly' | 'rebrandly' | 'short' | 'dub' | 'kutt' | 'shlink' | 'yourls'
export const ImportSource = createEnumType<ImportSource>('ImportSource', 'What wrote the file.', {
  csv: 'A table with any column names, such as the export of this service.',
  bitly: 'Bitly: the list of links as CSV, or as JSON of its API.',
  rebrandly: 'Rebrandly: the export as CSV, or links as JSON of its API.',
  short: 'Short.io: the export as CSV, or links as JSON of its API.',
  dub: 'Dub: the export as CSV, or links as JSON of its API.',
  kutt: 'Kutt: links as JSON of its API, or a table of its database as CSV.',
  shlink: 'Shlink: the export of its web client as CSV, or short URLs as JSON of its API.',
  yourls: 'YOURLS: the table of links as CSV, or its statistics as JSON of its API.',
})

/** How the files of a product are read. */
export interface SourceFormat {
  /** Where the list of links is in JSON that is no list itself. */
  readonly jsonPath: string
  readonly columns: ColumnsByField
  /** The unit of numbers in dates, in milliseconds. */
  readonly dateUnitMs: number
}

function format(jsonPath: string, own: ColumnNames = {}, dateUnitMs = 1): SourceFormat {
  return { jsonPath, columns: toColumnsByField(own), dateUnitMs }
}

const seconds = 1000

export const sourceFormats: Readonly<Record<ImportSource, SourceFormat>> = {
  csv: format('links'),
  bitly: format('links', { shortUrl: 'custombitlinks link bitlink id', createdAt: 'createdat' }, seconds),
  rebrandly: format('links', { slug: 'slashtag', domain: 'domainfullname', forwardQuery: 'forwardparameters' }),
  short: format('links', { longUrl: 'originalurl', slug: 'path', shortUrl: 'secureshorturl shorturl' }),
  dub: format('links', { longUrl: 'url', slug: 'key' }),
  kutt: format('data', { longUrl: 'target', slug: 'address', title: 'description', expiresAt: 'expirein' }),
  shlink: format('shortUrls.data', {
    slug: 'shortcode',
    createdAt: 'datecreated createdat',
    expiresAt: 'metavaliduntil',
    clickLimit: 'metamaxvisits',
  }),
  yourls: format('links', { longUrl: 'url', slug: 'keyword', createdAt: 'timestamp' }, seconds),
}
