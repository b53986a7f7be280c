import { browserNames, operatingSystemNames } from '../../../../platform/http/agents/user-agent.ts'
import { findNearestName } from '../../../../platform/shared/text/nearest-name.ts'
import { DeviceType, Trigger } from '../click.entity.ts'
import { Continent } from '../continents.ts'

/** The values that clicks can have in a field. They are compared case-insensitively. */
export interface FilterVocabulary {
  /** What its values are, for a caller who used another one. */
  readonly description: string
  has(value: string): boolean
  /** The value that was probably meant, or undefined. */
  findNearest(value: string): string | undefined
}

/** The value for a field of a click that is not known. */
const unknown = 'Unknown'

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

const countries: FilterVocabulary = {
  description: 'ISO 3166-1 alpha-2 codes, such as `DE`, or `Unknown`',
  has: (value) => isUnknown(value) || countryCodes.includes(value.toUpperCase()),
  findNearest: (value) => {
    if (/^[a-z]{2}$/i.test(value)) return countryCodes.find((code) => code === findCurrentCode(value))
    const name = findNearestName(value, [...codesByCountryName.keys()])
    return name && codesByCountryName.get(name)
  },
}

const regions: FilterVocabulary = {
  description: 'ISO 3166-2 codes, such as `DE-BE`, or `Unknown`',
  has: (value) => {
    const country = /^([A-Z]{2})-[A-Z\d]{1,3}$/i.exec(value)?.[1]
    return isUnknown(value) || (country !== undefined && countries.has(country))
  },
  findNearest: () => undefined,
}

/** The fields whose values are known. Referrers and campaigns can be any text. */
export const filterVocabularies = {
  country: countries,
  region: regions,
  continent: listVocabulary(Object.values(Continent)),
  device: listVocabulary(Object.values(DeviceType)),
  browser: listVocabulary([...browserNames, unknown]),
  os: listVocabulary([...operatingSystemNames, unknown]),
  trigger: listVocabulary(Object.values(Trigger)),
} as const

function listVocabulary(names: readonly string[]): FilterVocabulary {
  const lowercaseNames = new Set(names.map((name) => name.toLowerCase()))
  return {
    description: names.join(', '),
    has: (value) => lowercaseNames.has(value.toLowerCase()),
    findNearest: (value) => findNearestName(value, names),
  }
}

function isUnknown(value: string): boolean {
  return value.toLowerCase() === unknown.toLowerCase()
}
