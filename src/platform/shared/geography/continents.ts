import { createEnumType } from '../enum-type.ts'

export type Continent = 'AF' | 'AN' | 'AS' | 'EU' | 'NA' | 'OC' | 'SA' | 'Unknown'
export const Continent = createEnumType<Continent>('Continent', 'Continent of a visitor, by the country.', {
  AF: 'Africa.',
  AN: 'Antarctica.',
  AS: 'Asia.',
  EU: 'Europe, with Russia and Cyprus.',
  NA: 'North and Central America, and the Caribbean.',
  OC: 'Australia and Oceania.',
  SA: 'South America.',
  Unknown: 'The country is not known.',
})

/**
 * The countries of each continent, by ISO 3166-1 codes and XK for Kosovo, as GeoNames and with it the databases of MaxMind
 * and DB-IP assign them: each to one (docs/decisions/country-data.md).
 */
const countriesByContinent: ReadonlyMap<Continent, readonly string[]> = new Map(
  Object.entries({
    AF: `AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG
      RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW`,
    AN: 'AQ BV GS HM TF',
    AS: `AE AF AM AZ BD BH BN BT CC CN CX GE HK ID IL IN IO IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH
      PK PS QA SA SG SY TH TJ TM TR TW UZ VN YE`,
    EU: `AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT
      NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK`,
    NA: `AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US
      VC VG VI`,
    OC: 'AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TL TO TV UM VU WF WS',
    SA: 'AR BO BR CL CO EC FK GF GY PE PY SR UY VE',
  }).map(([continent, countries]) => [continent as Continent, countries.split(/\s+/)]),
)

const continentsByCountry: ReadonlyMap<string, Continent> = new Map(
  [...countriesByContinent].flatMap(([continent, countries]) => countries.map((country) => [country, continent])),
)

/** The continent of a country; `Unknown` for `Unknown` and for codes of no country. */
export function getContinent(country: string | null): Continent {
  return continentsByCountry.get(country ?? '') ?? 'Unknown'
}

/** The countries of some continents. `Unknown` has no countries. */
export function listCountries(continents: readonly Continent[]): string[] {
  return continents.flatMap((continent) => countriesByContinent.get(continent) ?? [])
}
