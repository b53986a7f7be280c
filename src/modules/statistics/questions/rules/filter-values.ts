import { countryCodes } from '../../../../platform/shared/geography/places.ts'
import { type FilterValues, Trigger } from '../../../visits/clicks/index.ts'
import type { Dimension, Filters } from '../question-plan.ts'
import type { DimensionValue, FilterValue, Meaning, Phrase } from './phrase.ts'

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** The names and codes (ISO 3166-1) of all countries. Names are in lower case without accents. */
const countryValues = countryCodes.map((value): [string, DimensionValue] => [
  normalizeName(regionNames.of(value) ?? value),
  { dimension: 'country', value },
])

const continentNames: Readonly<Record<string, string>> = {
  AF: 'Africa',
  AN: 'Antarctica',
  AS: 'Asia',
  EU: 'Europe',
  NA: 'North America',
  OC: 'Oceania',
  SA: 'South America',
}

/** Returns the English name of a continent; `Unknown` is returned unchanged. */
export function getContinentName(code: string): string {
  return continentNames[code] ?? code
}

/** Returns the English name of a country; a text that is not a country code is returned unchanged. */
export function getCountryName(code: string): string {
  return (/^[A-Z]{2}$/.test(code) && regionNames.of(code)) || code
}

function normalizeName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').replace(/&/g, 'and').replace(/[’.]/g, '').toLowerCase()
}

/**
 * The words for each value, in addition to the names of countries. A value with several hosts matches each of these
 * hosts.
 */
const wordsByValue: readonly (readonly [Dimension, value: string, ...words: string[]])[] = [
  ['country', 'US', 'usa', 'america', 'the states'],
  ['country', 'GB', 'uk', 'britain', 'great britain', 'england'],
  ['country', 'NL', 'holland'],
  ['country', 'CZ', 'czech republic'],
  ['country', 'TR', 'turkey'],
  ['country', 'AE', 'uae'],
  ['country', 'KR', 'south korea'],
  ['country', 'HK', 'hong kong'],
  ['country', 'MO', 'macau'],
  ['country', 'CI', 'ivory coast'],
  ['continent', 'AF', 'africa'],
  ['continent', 'AS', 'asia'],
  ['continent', 'EU', 'europe'],
  ['continent', 'NA', 'north america'],
  ['continent', 'OC', 'oceania'],
  ['continent', 'SA', 'south america'],
  ['device', 'Mobile', 'mobile', 'mobiles', 'mobile phones', 'phones', 'smartphones'],
  ['device', 'Desktop', 'desktop', 'desktops', 'computers'],
  ['device', 'Tablet', 'tablet', 'tablets'],
  ['device', 'TV', 'tvs'],
  ['browser', 'Chrome', 'chrome'],
  ['browser', 'Firefox', 'firefox'],
  ['browser', 'Safari', 'safari'],
  ['browser', 'Edge', 'edge'],
  ['browser', 'Opera', 'opera'],
  ['browser', 'Samsung Internet', 'samsung internet'],
  ['os', 'Android', 'android'],
  ['os', 'iOS', 'ios', 'iphone', 'iphones'],
  ['os', 'Windows', 'windows'],
  ['os', 'macOS', 'macos', 'macs'],
  ['os', 'Linux', 'linux'],
  ['os', 'Chrome OS', 'chrome os'],
  ['referrer', 'twitter.com,t.co,x.com', 'twitter'],
  ['referrer', 'facebook.com,l.facebook.com,m.facebook.com,lm.facebook.com', 'facebook'],
  ['referrer', 'google.com', 'google'],
  ['referrer', 'reddit.com,old.reddit.com', 'reddit'],
  ['referrer', 'linkedin.com,lnkd.in', 'linkedin'],
  ['referrer', 'instagram.com,l.instagram.com', 'instagram'],
  ['referrer', 'youtube.com,m.youtube.com', 'youtube'],
  ['referrer', 'tiktok.com', 'tiktok'],
  ['referrer', 'pinterest.com', 'pinterest'],
  ['referrer', 'github.com', 'github'],
  ['referrer', 'bing.com', 'bing'],
  ['referrer', 'duckduckgo.com', 'duckduckgo'],
  ['referrer', 'news.ycombinator.com', 'hacker news'],
  ['referrer', 'Direct', 'direct traffic', 'direct', 'directly'],
]

const valuesByWord: ReadonlyMap<string, DimensionValue> = new Map([
  ...countryValues,
  ...wordsByValue.flatMap(([dimension, value, ...words]) =>
    words.map((word): [string, DimensionValue] => [word, { dimension, value }]),
  ),
])

/** All values that a word stands for, each after the name of its dimension: `device Mobile`. */
export const knownFilterValues: ReadonlySet<string> = new Set([
  ...[...valuesByWord.values()].flatMap(({ dimension, value }) =>
    value.split(',').map((part) => `${dimension} ${part}`),
  ),
  ...Object.values(Trigger).map((trigger) => `trigger ${trigger}`),
])

/** All words that stand for a value. The spelling correction uses them. */
export const valueWords: readonly string[] = [...valuesByWord.keys()]

/** Captures a word that excludes the value after it. */
export const negation =
  '(but not|not|non|excluding|exclude|except|without|outside|other than|apart from|but)(?: for| of)?'
const prefix = '(?:(?:from|in|on|with|via|using|through|by|for|inside|within|at|of) )?(?:the |a |an )?'
const anyValueWord = valueWords
  .toSorted((a, b) => b.length - a.length)
  .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  .join('|')

/** The clicks by QR codes. */
export const scans: FilterValue = { dimension: 'trigger', value: 'qr', isExcluded: false }

/** The words for a value, with a preposition or a negation before them. */
export function valuePhrase(words: string, value: FilterValue, says: Meaning['says'] = []): Phrase {
  return [`(?:${negation} )?${prefix}(?:${words})`, (excluded) => ({ says, filter: exclude(value, excluded) })]
}

function exclude(value: DimensionValue, excluded: string | undefined): FilterValue {
  return { ...value, isExcluded: excluded !== undefined }
}

/** The words for values, and hosts. `us` alone is more likely the pronoun. */
export const valuePhrases: readonly Phrase[] = [
  [
    `(?:${negation} )?${prefix}(${anyValueWord})`,
    (excluded, word = '') => ({ filter: exclude(valuesByWord.get(word) as DimensionValue, excluded) }),
  ],
  [
    `(?:${negation} )?(?:from|in|the)(?: the)? (?:us|u\\.s\\.?)|(outside) us`,
    (excluded, outside) => ({ filter: exclude({ dimension: 'country', value: 'US' }, excluded ?? outside) }),
  ],
  [
    `(?:${negation} )?(?:from|via|by|on|through|at) ((?:[a-z0-9-]+\\.)+[a-z]{2,})`,
    (excluded, value = '') => ({ filter: exclude({ dimension: 'referrer', value }, excluded) }),
  ],
]

/**
 * Combines the values by dimension. Returns null if a dimension has both included and excluded values, and if `or` joins values of
 * two dimensions, as in `from Germany or on mobile`: filters of several dimensions must all match.
 */
export function combineFilters(found: readonly FilterValue[], text: string): Filters | null {
  const valuesByDimension = Map.groupBy(found, (value) => value.dimension)
  const alternatives = text.match(/\bor\b/g)?.length ?? 0
  if (valuesByDimension.size > 1 && alternatives > found.length - valuesByDimension.size) return null
  const filters: Partial<Record<Dimension, FilterValues>> = {}
  for (const [dimension, sameDimension] of valuesByDimension) {
    const isExcluded = sameDimension.some((value) => value.isExcluded)
    // `not from A or B` excludes both.
    if (isExcluded && !sameDimension[0]?.isExcluded && !sameDimension.every((value) => value.isExcluded)) return null
    const values = sameDimension.flatMap(({ value }) => (dimension.startsWith('utm') ? [value] : value.split(',')))
    filters[dimension] = { values: [...new Set(values)], isExcluded }
  }
  return filters
}
