import { createEnumType } from '../../../../platform/shared/enum-type.ts'
import { type ColumnNames, type ColumnsByField, toColumnsByField } from './columns.ts'

export type ImportSource = 'csv' | 'bitly' | 'rebrandly' | 'short' | 'dub' | 'kutt' | 'shlink' | 'yourls' | 'tly'
export const ImportSource = createEnumType<ImportSource>('ImportSource', 'What wrote the file.', {
  csv: 'A table with any column names, such as the export of this service.',
  bitly: 'Bitly: the list of links as CSV, or as JSON of its API.',
  rebrandly: 'Rebrandly: the export as CSV, or links as JSON of its API.',
  short: 'Short.io: the export as CSV, or links as JSON of its API.',
  dub: 'Dub: the export as CSV, or links as JSON of its API.',
  kutt: 'Kutt: links as JSON of its API, or a table of its database as CSV.',
  shlink: 'Shlink: the export of its web client as CSV, or short URLs or visits as JSON of its API.',
  tly: 'T.LY: links as JSON of its API, or a table of them.',
  yourls: 'YOURLS: the table of links or of clicks (log) as CSV, or its statistics as JSON of its API.',
})

/** How the files of a product are read. */
export interface SourceFormat {
  /** The paths to the list of links in JSON that is no list itself, best first. */
  readonly jsonPaths: readonly string[]
  readonly columns: ColumnsByField
  /** The unit of numbers in dates, in milliseconds. */
  readonly dateUnitMs: number
  /** Whether the product may be installed in a folder, so that only the last part of an address is the alias. */
  readonly isInFolder: boolean
  /** Whether the product has files of clicks, too. */
  readonly hasClicks: boolean
}

/** The paths at which APIs have their lists. */
const commonPaths = ['links', 'data', 'shortUrls.data', 'urls', 'results', 'items']

interface FormatOptions {
  readonly dateUnitMs?: number
  readonly isInFolder?: boolean
  readonly hasClicks?: boolean
}

function format(
  jsonPaths: string,
  own: ColumnNames = {},
  { dateUnitMs = 1, isInFolder = false, hasClicks = false }: FormatOptions = {},
): SourceFormat {
  const paths = [...new Set([...jsonPaths.split(' '), ...commonPaths])]
  return { jsonPaths: paths, columns: toColumnsByField(own), dateUnitMs, isInFolder, hasClicks }
}

const dateUnitMs = 1000

export const sourceFormats: Readonly<Record<ImportSource, SourceFormat>> = {
  csv: format('links'),
  bitly: format(
    'links',
    { shortUrl: 'custombitlinks customlink link bitlink id', createdAt: 'createdat' },
    { dateUnitMs },
  ),
  rebrandly: format('links', { slug: 'slashtag', domain: 'domainfullname', forwardQuery: 'forwardparameters' }),
  short: format('links', { longUrl: 'originalurl', slug: 'path', shortUrl: 'secureshorturl shorturl' }),
  dub: format('links', { longUrl: 'url', slug: 'key' }),
  kutt: format('data', { longUrl: 'target', slug: 'address', title: 'description', expiresAt: 'expirein' }),
  shlink: format(
    'shortUrls.data visits.data',
    {
      slug: 'shortcode',
      createdAt: 'datecreated createdat',
      expiresAt: 'metavaliduntil',
      clickLimit: 'metamaxvisits',
    },
    { hasClicks: true },
  ),
  tly: format('data', { longUrl: 'longurl', slug: 'shortid', title: 'title description' }),
  yourls: format(
    'links',
    { longUrl: 'url', slug: 'keyword', createdAt: 'timestamp' },
    { dateUnitMs, isInFolder: true, hasClicks: true },
  ),
}
