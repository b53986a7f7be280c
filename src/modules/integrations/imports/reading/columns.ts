import { createEnumType } from '../../../../platform/shared/enum-type.ts'
import { describeOptions } from '../../../publishing/links/index.ts'
import { type ClickField, clickFieldDescriptions } from './click-columns.ts'

/** The fields of a link that a column can have. */
const fieldDescriptions = {
  longUrl: 'Destination.',
  slug: 'Alias.',
  shortUrl:
    'Short address, or its code. It gives the alias, and the domain when the workspace has it. Several become several links.',
  domain: 'Host of the short address.',
  title: 'Title.',
  tags: 'Tags, by their names.',
  folder: 'Folder, by its name.',
  createdAt: 'When the link was created.',
  ...describeOptions(({ about, aboutColumn = about }) => aboutColumn),
  clicks: 'Number of clicks so far, which is shown beside the clicks here.',
  importedClicks: 'Number of clicks before, as the export of this service has it. It is added to `clicks`.',
  isActive: 'Whether the link is switched on.',
  disabled: 'Whether the link is switched off, such as one that was banned.',
  archived: 'Whether the link is archived. It stays on, and gets the tag `archived`.',
  status: 'Word for the state of the link, such as active, archived or disabled.',
  password: 'Whether the link has a password. Such a row is an error, because no export has the password.',
  skipQuery: "Whether the visitor's query parameters are dropped.",
  rules: 'Rules that decide where visitors go, as the export of this service has them.',
  iosUrl: 'Where visitors with iOS go.',
  androidUrl: 'Where visitors with Android go.',
  geoUrls: 'Where visitors from a country go.',
  variants: 'Variants among which visitors are divided.',
  splitUrl: 'Where a part of the visitors goes.',
  splitPercent: 'How many percent of the visitors go there.',
}

export type LinkField = keyof typeof fieldDescriptions
export type ImportField = LinkField | ClickField
export const ImportField = createEnumType<ImportField>('ImportField', 'What a column of an imported file has.', {
  ...fieldDescriptions,
  ...clickFieldDescriptions,
})

export type ColumnNames = Readonly<Partial<Record<LinkField, string>>>

/**
 * The names of columns that are understood in every file, in the form of `toColumnKey`, best first. A field that is not
 * here has the column of its own name. The sources of the names are in docs/decisions/imports.md.
 */
const commonColumns: ColumnNames = {
  longUrl: 'longurl originalurl originalurls destinationurl targeturl destination target longlink url',
  slug: 'customurl slug slashtag backhalf custombackhalf keyword shortcode shortid alias code path originalpath originalpaths key address',
  shortUrl:
    'custombitlinks custombitlink customlink shorturl shorturls secureshorturl shortlink shortaddress tinyurl link bitlink',
  domain: 'domainhost domain domainfullname hostname',
  title: 'title titles linktitle pagetitle name',
  tags: 'tags tag tagnames labels',
  folder: 'folder foldername',
  createdAt: 'createdat createdatdate datecreated created creationdate createddate timestamp date',
  ...describeOptions(({ columnNames }) => columnNames),
  clicks:
    'clicks clickcount clickscount totalclicks visits visitcount visitscount visitssummarytotal engagements humanclicks hits',
  isActive: 'isactive active enabled',
  disabled: 'disabled isdisabled banned isbanned deleted',
  archived: 'archived isarchived',
  status: 'status linkstatus',
  password: 'password haspassword passwordprotected',
  skipQuery: 'skipqs skipquery',
  iosUrl: 'ios iosurl iphoneurl',
  androidUrl: 'android androidurl',
  geoUrls: 'geo',
  variants: 'testvariants',
}

/** For each field, the keys of its columns, best first. */
export type ColumnsByField = ReadonlyMap<LinkField, readonly string[]>

/** Adds the names of a product, which come first. */
export function toColumnsByField(own: ColumnNames): ColumnsByField {
  const fields = Object.keys(fieldDescriptions) as LinkField[]
  return new Map(
    fields.map((field) => [
      field,
      [own[field] ?? [], commonColumns[field] ?? field.toLowerCase()].flatMap((names) => words(names)),
    ]),
  )
}

function words(names: string | readonly string[]): string[] {
  return typeof names === 'string' ? names.split(' ').filter((name) => name !== '') : []
}
