const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Country names that are not in CLDR. */
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

/** CLDR codes that are not countries: groups, the unknown region and test codes. */
const nonCountryCodes = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'QO', 'ZZ'])

/** A withdrawn code is canonicalized to its replacement. */
function isCurrentCode(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region === code
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** ISO 3166-1 codes by country name, in lower case without accents. */
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

/** Returns the English name of a country; a text that is not a country code is returned unchanged. */
export function getCountryName(code: string): string {
  return (/^[A-Z]{2}$/.test(code) && regionNames.of(code)) || code
}

function normalizeName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').replace(/&/g, 'and').replace(/[’.]/g, '').toLowerCase()
}
