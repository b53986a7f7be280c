import { toColumnKey } from './source-record.ts'

/** The fields of a click that a column can have. */
export const clickFieldDescriptions = {
  visitedUrl: 'Of a click: the short address that was visited, or its code.',
  clickedAt: 'Of a click: when it was.',
  userAgent: 'Of a click: user agent of the visitor, which gives device, browser and system and is not stored.',
  referrer: 'Of a click: the page the visitor came from, of which the host is stored.',
  country: 'Of a click: country of the visitor.',
  city: 'Of a click: city of the visitor.',
  isBot: 'Of a click: whether a bot clicked.',
  clickId: 'Of a click: its identifier in the other service.',
}

export type ClickField = keyof typeof clickFieldDescriptions

/** The names of columns of clicks, best first. No field takes the IP address of a visitor. */
const names: Readonly<Record<ClickField, string>> = {
  visitedUrl: 'visitedurl shorturl',
  clickedAt: 'clicktime date',
  userAgent: 'useragent',
  referrer: 'referrer referer',
  country: 'visitlocationcountrycode countrycode visitlocationcountryname country',
  city: 'visitlocationcityname city',
  isBot: 'potentialbot',
  clickId: 'clickid',
}

export const clickColumns: ReadonlyMap<ClickField, readonly string[]> = new Map(
  Object.entries(names).map(([field, text]) => [field as ClickField, text.split(' ')]),
)

/** The fields that the columns of a file of clicks are read as. */
export function mapClickColumns(
  columns: readonly string[],
): { column: string; field: ClickField | null; warning: null }[] {
  return columns.map((column) => {
    const key = toColumnKey(column)
    const field = [...clickColumns].find(([, keys]) => keys.includes(key))?.[0] ?? null
    return { column: column.slice(0, 200), field, warning: null }
  })
}

/** Whether a file has clicks and no links. No list of links has user agents. */
export function hasClicks(columns: readonly string[]): boolean {
  const columnKeys = columns.map(toColumnKey)
  const has = (field: ClickField) => clickColumns.get(field)?.some((key) => columnKeys.includes(key))
  return has('userAgent') === true && has('clickedAt') === true
}
