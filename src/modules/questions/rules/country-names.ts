const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Other words for countries than the ones of CLDR. */
const aliases: Readonly<Record<string, string>> = {
  usa: 'US',
  america: 'US',
  'the states': 'US',
  uk: 'GB',
  britain: 'GB',
  'great britain': 'GB',
  england: 'GB',
  holland: 'NL',
  'czech republic': 'CZ',
  turkey: 'TR',
  uae: 'AE',
  'south korea': 'KR',
  'hong kong': 'HK',
  macau: 'MO',
  'ivory coast': 'CI',
}

/** Codes of CLDR that are no countries: groups, the unknown one, and those of tests. */
const nonCountryCodes = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'QO', 'ZZ'])

/** Codes that were given up lead to the one that took their place. */
function isCurrentCode(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region === code
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The names of all countries, without accents and in small letters, and their ISO 3166-1 codes. */
export const countryCodesByName: ReadonlyMap<string, string> = new Map([
  ...letters.flatMap((first) =>
    letters.flatMap((second): [string, string][] => {
      const code = `${first}${second}`
      const name = nonCountryCodes.has(code) || !isCurrentCode(code) ? undefined : regionNames.of(code)
      return name === undefined ? [] : [[normalizeName(name), code]]
    }),
  ),
  ...Object.entries(aliases),
])

/** The English name of a country by its code; what is no code stays. */
export function getCountryName(code: string): string {
  return (/^[A-Z]{2}$/.test(code) && regionNames.of(code)) || code
}

function normalizeName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').replace(/&/g, 'and').replace(/[’.]/g, '').toLowerCase()
}
