import type { GeoMatchType } from '../../graph/types.ts'
import { currentLocale } from '../../texts/texts.ts'

/** The service's letters for continents, and the codes by which `Intl` knows them (UN M49). */
const continents: Readonly<Record<string, string>> = {
  AF: '002',
  AN: 'AQ',
  AS: '142',
  EU: '150',
  NA: '003',
  OC: '009',
  SA: '005',
}

/** Codes that have a name and are no country. */
const noCountries = ['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ']

/** The name of a place: `DE` is Germany, `EU` as a continent is Europe. Regions are shown by their codes. */
export function placeName(matchType: GeoMatchType, value: string, language: string = currentLocale()): string {
  if (matchType === 'REGION') return value
  const code = matchType === 'CONTINENT' ? (continents[value] ?? value) : value
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? value
}

export function languageName(tag: string, language: string = currentLocale()): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag
}

type Options = readonly (readonly [value: string, name: string])[]

/** All countries by name. */
export function countryOptions(language: string = currentLocale()): Options {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const isCountry = (code: string) => !noCountries.includes(code) && canonical(`und-${code}`) === `und-${code}`
  return byName(pairs('A').filter(isCountry), (code) => names.of(code), language)
}

export function continentOptions(language: string = currentLocale()): Options {
  return byName(Object.keys(continents), (code) => placeName('CONTINENT', code, language), language)
}

/** All languages with two letters, by name. */
export function languageOptions(language: string = currentLocale()): Options {
  const names = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' })
  const isLanguage = (code: string) => canonical(code) === code
  return byName(pairs('a').filter(isLanguage), (code) => names.of(code), language)
}

/** `AA` to `ZZ`: no browser lists the regions that it can name. */
function pairs(first: 'A' | 'a'): string[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(first.charCodeAt(0) + index))
  return letters.flatMap((one) => letters.map((two) => one + two))
}

function canonical(tag: string): string | undefined {
  return Intl.getCanonicalLocales(tag)[0]
}

function byName(codes: readonly string[], nameOf: (code: string) => string | undefined, language: string): Options {
  const { compare } = new Intl.Collator(language)
  return codes
    .flatMap((code) => {
      const name = nameOf(code)
      return name === undefined ? [] : [[code, name] as const]
    })
    .sort(([, one], [, other]) => compare(one, other))
}
