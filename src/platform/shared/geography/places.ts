import { findNearestName } from '../text/nearest-name.ts'
import { listVocabulary, type Vocabulary } from '../text/vocabulary.ts'
import { Continent } from './continents.ts'

/** Where an address is, as far as is known. */
export interface GeoLocation {
  /** ISO 3166-1 alpha-2 in upper case. */
  readonly country: string | null
  /** The largest subdivision, ISO 3166-2 in upper case, such as `DE-BE`. */
  readonly region: string | null
  /** English name, unique only together with the country or the region. */
  readonly city: string | null
}

/** The value of what is not known. */
export const unknown = 'Unknown'

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** CLDR codes that are not countries: groups, the unknown region and test codes. */
const nonCountryCodes = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'QO', 'ZZ'])

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The codes of all countries (ISO 3166-1 alpha-2), and XK for Kosovo. */
export const countryCodes: readonly string[] = letters
  .flatMap((first) => letters.map((second) => `${first}${second}`))
  .filter((code) => !nonCountryCodes.has(code) && findCurrentCode(code) === code && regionNames.of(code) !== undefined)

/** The code itself, or the code that replaced it: `GB` for `UK`. */
function findCurrentCode(code: string): string | undefined {
  return new Intl.Locale(`und-${code}`).region
}

/** The code of a country that is named by its code or its English name; null for another text. */
export function findCountryCode(text: string): string | null {
  const key = text.trim().toLowerCase()
  const code = /^[a-z]{2}$/.test(key) ? findCurrentCode(key.toUpperCase()) : undefined
  return code !== undefined && countryCodes.includes(code) ? code : (codesByCountryKey.get(key) ?? null)
}

const codesByCountryName = new Map(countryCodes.map((code) => [regionNames.of(code) ?? code, code]))
const codesByCountryKey = new Map([...codesByCountryName].map(([name, code]) => [name.toLowerCase(), code]))

const countries: Vocabulary = {
  description: 'ISO 3166-1 alpha-2 codes, such as `DE`, or `Unknown`',
  has: (value) => isUnknown(value) || countryCodes.includes(value.toUpperCase()),
  findNearest: (value) => {
    if (/^[a-z]{2}$/i.test(value)) return countryCodes.find((code) => code === findCurrentCode(value))
    const name = findNearestName(value, [...codesByCountryName.keys()])
    return name && codesByCountryName.get(name)
  },
}

const regions: Vocabulary = {
  description: 'ISO 3166-2 codes, such as `DE-BE`, or `Unknown`',
  has: (value) => {
    const country = /^([A-Z]{2})-[A-Z\d]{1,3}$/i.exec(value)?.[1]
    return isUnknown(value) || (country !== undefined && countries.has(country))
  },
  findNearest: () => undefined,
}

/** The values of places that are known. Cities can be any text. */
export const placeVocabularies = {
  country: countries,
  region: regions,
  continent: listVocabulary(Object.values(Continent)),
} as const

function isUnknown(value: string): boolean {
  return value.toLowerCase() === unknown.toLowerCase()
}
