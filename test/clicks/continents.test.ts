import { describe, expect, it } from 'vitest'
import { findCoordinates } from '../../src/modules/visits/clicks/country-coordinates.ts'
import { Continent, getContinent, listCountries } from '../../src/platform/shared/geography/continents.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`))

describe('getContinent', () => {
  it.each([
    ['DE', 'EU'],
    ['RU', 'EU'],
    ['CY', 'EU'],
    ['TR', 'AS'],
    ['EG', 'AF'],
    ['US', 'NA'],
    ['PA', 'NA'],
    ['CO', 'SA'],
    ['AU', 'OC'],
    ['AQ', 'AN'],
    ['XK', 'EU'],
    ['Unknown', 'Unknown'],
    ['ZZ', 'Unknown'],
    [null, 'Unknown'],
  ])('of %s is %s', (country, continent) => {
    expect(getContinent(country)).toBe(continent)
  })

  it('knows every country that has coordinates', () => {
    const located = codes.filter((code) => findCoordinates(code) !== null)
    expect(located.length).toBeGreaterThan(240)
    expect(located.filter((code) => getContinent(code) === 'Unknown')).toEqual([])
  })
})

it('listCountries lists each country of each continent once', () => {
  const countries = listCountries(Object.values(Continent))
  expect(countries.length).toBeGreaterThan(240)
  expect(new Set(countries).size).toBe(countries.length)
  expect(countries.filter((country) => !codes.includes(country))).toEqual([])
  expect(listCountries(['Unknown'])).toEqual([])
})
