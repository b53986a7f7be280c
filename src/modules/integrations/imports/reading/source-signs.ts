import { toColumnKey } from './source-record.ts'
import { ImportSource } from './sources.ts'

/** Names of columns, in the form of `toColumnKey`, that together only the files of a product have; one set for each of its files. */
const signs: Readonly<Record<Exclude<ImportSource, 'csv'>, readonly string[]>> = {
  bitly: ['bitlink', 'custombitlinks', 'customlink destinationurl'],
  rebrandly: ['slashtag'],
  short: ['secureshorturl', 'originalurl path'],
  dub: ['shortlink trackconversion', 'shortlink destinationurl'],
  kutt: ['address target'],
  shlink: ['shortcode longurl', 'useragent potentialbot'],
  tly: ['shortid longurl'],
  yourls: ['keyword url', 'shorturl url ip', 'clickid clicktime shorturl'],
}

/** What wrote a file with these columns. */
export function findSource(columns: readonly string[]): ImportSource {
  const keys = new Set(columns.map(toColumnKey))
  const hasAll = (names: string) => names.split(' ').every((name) => keys.has(name))
  const isOf = (source: ImportSource) => source !== 'csv' && signs[source].some(hasAll)
  return Object.values(ImportSource).find(isOf) ?? 'csv'
}
