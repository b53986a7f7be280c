import { getContinent } from '../../../../platform/shared/geography/continents.ts'
import type { CityStat, ContinentStat } from './analytics.types.ts'

/** The parts of a city in the rollups, such as `DE-BE:Berlin` or `DE:Berlin`. `Other` and `Unknown` have no country. */
export function parseCity(value: string): Omit<CityStat, 'count'> {
  const [, country = null, subdivision, city = value] = /^([A-Z]{2})(-[A-Z\d]{1,3})?:(.*)$/s.exec(value) ?? []
  return { city, region: subdivision === undefined ? null : `${country}${subdivision}`, country }
}

/** The clicks of the countries by continent, most first. */
export function countContinents(
  countries: readonly { readonly value: string; readonly count: number }[],
): ContinentStat[] {
  return [...Map.groupBy(countries, ({ value }) => getContinent(value))]
    .map(([continent, group]) => ({ continent, count: group.reduce((sum, { count }) => sum + count, 0) }))
    .sort((a, b) => b.count - a.count || (a.continent < b.continent ? -1 : 1))
}
