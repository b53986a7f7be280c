import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCoordinates, getCountryName } from '../../src/modules/visits/clicks/country-coordinates.ts'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { insertClickRows } from './rows.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  const [first, second] = [await test.seed.link(ada), await test.seed.link(ada)]
  await insertClickRows(test, first, [
    { country: 'DE', visitor: 'a' },
    { country: 'DE', visitor: 'a' },
    { country: 'DE', visitor: 'b', device: 'Mobile' },
    { country: 'BR', visitor: 'c' },
    { country: null, visitor: 'd' },
    { country: 'ZZ', visitor: 'e' },
    { country: 'DE', is_bot: true },
  ])
  await insertClickRows(test, second, [{ country: 'DE', visitor: 'b' }, { device: null }])
  await insertClickRows(test, await test.seed.link(await test.seed.account()), [{ country: 'FR' }])
})
afterAll(() => test.close())

const point = (country: string, countryName: string, coordinates: number[], count: number, uniqueVisitors: number) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties: { country, countryName, count, uniqueVisitors },
})

const map = {
  type: 'FeatureCollection',
  features: [point('DE', 'Germany', [10.35, 51.03], 4, 3), point('BR', 'Brazil', [-53.23, -10.69], 1, 1)],
  unlocated: 3,
  uniqueVisitorsAvailable: true,
  uniqueVisitorsPartial: true,
  countsFrom: null,
}

const draw = (query = '', headers = {}) => test.rest.get(`/v1/clicks/geojson${query}`, { token: ada.token, headers })

describe('GET /clicks/geojson', () => {
  it('returns a point for each country, and the number of clicks without coordinates, without bots', async () => {
    test.statements.splice(0)
    const { status, headers, json } = await draw()
    expect([status, headers['content-type'], json]).toEqual([200, 'application/geo+json', map])
    expect(test.statements.filter((sql) => sql.includes('group by click.country'))).toHaveLength(1)
  })

  it('applies the filters', async () => {
    expect((await draw('?country=BR')).json).toMatchObject({ features: [{ properties: { count: 1 } }], unlocated: 0 })
    expect((await draw('?device=Mobile')).json.features).toEqual([point('DE', 'Germany', [10.35, 51.03], 1, 1)])
    expect((await draw('?country=DE&includeBots=true')).json.features).toEqual([
      point('DE', 'Germany', [10.35, 51.03], 5, 3),
    ])
    expect((await draw('?country=Unknown')).json).toMatchObject({ features: [], unlocated: 2 })
  })

  it('returns the same over GraphQL', async () => {
    const { data } = await test.graph(
      `{ clickMap { type unlocated uniqueVisitorsAvailable uniqueVisitorsPartial countsFrom features { type geometry { type coordinates }
           properties { country countryName count uniqueVisitors } } } }`,
      { token: ada.token },
    )
    expect(data.clickMap).toEqual(map)
  })

  it('answers 401 without a credential', async () => {
    expectError(await test.rest.get('/v1/clicks/geojson'), 401, 'UNAUTHENTICATED')
  })
})

describe('GET /clicks', () => {
  const getClicks = (accept?: string, query = '') =>
    test.rest.get(`/v1/clicks${query}`, { token: ada.token, headers: accept === undefined ? {} : { accept } })

  it('returns the map when Accept prefers GeoJSON, otherwise the list', async () => {
    for (const accept of ['application/geo+json', 'application/geo+json, */*;q=0.5']) {
      const { headers, json } = await getClicks(accept)
      expect([headers['content-type'], headers.vary, headers.link]).toEqual([
        'application/geo+json',
        'Accept',
        undefined,
      ])
      expect(json).toEqual(map)
    }
    for (const accept of [undefined, '*/*', 'application/json', 'text/html', 'application/geo+json;q=0']) {
      const { headers, json } = await getClicks(accept)
      expect([headers['content-type'], headers.vary]).toEqual(['application/json; charset=utf-8', 'Accept'])
      expect(json).toHaveLength(8)
    }
  })

  it('applies the filters in both formats, and answers errors as JSON', async () => {
    expect((await getClicks('application/geo+json', '?country=BR')).json.features).toHaveLength(1)
    const refused = await getClicks('application/geo+json', '?country=')
    expectError(refused, 400, 'INVALID_PARAMS', ['country'])
    expect([refused.headers['content-type'], refused.headers.vary]).toEqual([
      'application/json; charset=utf-8',
      'Accept',
    ])
    const anonymous = await test.rest.get('/v1/clicks', { headers: { accept: 'application/geo+json' } })
    expectError(anonymous, 401, 'UNAUTHENTICATED')
    expect(anonymous.headers.vary).toBe('Accept')
  })

  it('describes each format at its own path in OpenAPI', async () => {
    const { paths } = (await test.rest.get('/v1/openapi.json')).json
    const contentOf = (path: string) => paths[path].get.responses['200'].content
    expect(contentOf('/clicks/geojson')).toMatchObject({
      'application/geo+json': { schema: { $ref: '#/components/schemas/ClickMap' } },
    })
    expect(contentOf('/clicks')).toMatchObject({
      'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/ClickItem' } } },
    })
    expect(Object.keys(paths['/clicks/export'].get.responses['200'].content)).toEqual([
      'text/csv',
      'application/json',
      'application/geo+json',
    ])
  })
})

describe('findCoordinates', () => {
  it.each([
    ['DE', 'Germany', 5, 15, 47, 55],
    ['FR', 'France', -5, 8, 42, 51],
    ['US', 'United States', -125, -66, 24, 49],
    ['RU', 'Russia', 30, 180, 50, 75],
    ['NZ', 'New Zealand', 166, 179, -47, -34],
    ['GF', 'French Guiana', -55, -51, 2, 6],
    ['SG', 'Singapore', 103, 105, 1, 2],
    ['XK', 'Kosovo', 20, 22, 41, 44],
  ] as const)('of %s, %s, is within it', (country, name, west, east, south, north) => {
    const [longitude, latitude] = findCoordinates(country) ?? []
    expect(getCountryName(country)).toBe(name)
    expect(longitude).toBeGreaterThan(west)
    expect(longitude).toBeLessThan(east)
    expect(latitude).toBeGreaterThan(south)
    expect(latitude).toBeLessThan(north)
  })

  it('returns coordinates for every country with a name', () => {
    const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
    const named = letters.flatMap((a) => letters.map((b) => a + b)).filter((code) => names.of(code))
    // Alliances, withdrawn codes, codes that ISO 3166-1 only reserves, and pseudo-locales.
    const none = 'AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH QO RH SU TA TP UK UN VD XA XB YD YU ZR ZZ'
    expect(named.filter((code) => findCoordinates(code) === null)).toEqual(none.split(' '))
  })

  it('returns null for other codes', () => {
    for (const code of ['Unknown', '', 'ZZ', 'EU', 'de', '__proto__']) expect(findCoordinates(code)).toBeNull()
  })
})
