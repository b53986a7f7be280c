import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { createPlaceDatabase } from '../support/place-database.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, recorded } from '../support/visitor.ts'

let folder: string
let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cities-'))
  const path = join(folder, 'cities.mmdb')
  const place = {
    country: { iso_code: 'BR' },
    subdivisions: [{ iso_code: 'SP' }],
    city: { names: { en: 'São Paulo' } },
  }
  await writeFile(path, createPlaceDatabase(place))
  test = await startApp({ GEOIP_DB: path })
  ada = await test.seed.account()
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

const visitor = { ...as('chrome'), from: '200.144.1.1' }
const rest = async (path: string) => (await test.rest.get(`/v1${path}`, { token: ada.token })).json

it('shows the city and the continent of a visit in lists, files, filters and totals', async () => {
  const link = await test.seed.link(ada)
  for (let visits = 0; visits < 3; visits++) await test.rest.get(`/${link.shortUrl}`, visitor)
  await test.rest.get(`/${link.shortUrl}`, { ...as('chrome'), from: '10.0.0.1' })
  const place = { country: 'BR', region: 'BR-SP', city: 'São Paulo', continent: 'SA' }
  const unknown = { country: 'Unknown', region: 'Unknown', city: 'Unknown', continent: 'Unknown' }
  expect(await rest(`/clicks?urlId=${link.id}`)).toMatchObject([unknown, place, place, place])
  expect(await rest(`/clicks?urlId=${link.id}&city=${encodeURIComponent('BR-SP:são paulo')}`)).toHaveLength(3)
  expect(await rest(`/clicks?urlId=${link.id}&continent=-SA`)).toHaveLength(1)
  expect(await rest(`/clicks/analytics/${link.id}`)).toMatchObject({
    cityStats: [
      { city: 'São Paulo', region: 'BR-SP', country: 'BR', count: 3 },
      { city: 'Unknown', region: null, country: null, count: 1 },
    ],
    continentStats: [
      { continent: 'SA', count: 3 },
      { continent: 'Unknown', count: 1 },
    ],
  })
  expect(await rest(`/clicks/export?format=json&urlId=${link.id}&continent=SA`)).toMatchObject([place, place, place])
  expect((await rest(`/clicks/export?format=geojson&urlId=${link.id}&city=Unknown`)).features).toMatchObject([
    { properties: { city: null, continent: 'Unknown' } },
  ])
  const { text } = await test.rest.get(`/v1/clicks/export?urlId=${link.id}&city=-Unknown`, { token: ada.token })
  expect(
    text
      .split('\r\n')
      .slice(1, -1)
      .every((line) => line.includes(',São Paulo,SA,')),
  ).toBe(true)
})

it('shows them over GraphQL, where continents are an enum', async () => {
  const link = await test.seed.link(ada)
  for (let visits = 0; visits < 3; visits++) await test.rest.get(`/${link.shortUrl}`, visitor)
  const filter = '{ continent: { in: [SA, UNKNOWN] }, city: { notIn: ["DE:São Paulo"] } }'
  const { data, errors } = await test.graph(
    `query ($id: ID!) {
      clicks(urlId: $id, first: 1, filter: ${filter}) { nodes { city continent } }
      clickAnalytics(urlId: $id, filter: ${filter}) { cityStats { city count } continentStats { continent count } }
    }`,
    { variables: { id: link.id }, token: ada.token },
  )
  expect(errors).toBeUndefined()
  expect(data).toEqual({
    clicks: { nodes: [{ city: 'São Paulo', continent: 'SA' }] },
    clickAnalytics: {
      cityStats: [{ city: 'São Paulo', count: 3 }],
      continentStats: [{ continent: 'SA', count: 3 }],
    },
  })
})

it('stores no city in privacy mode, nor of a visitor with Global Privacy Control', async () => {
  const link = await test.seed.link(ada, { privacyMode: true })
  const other = await test.seed.link(ada)
  await test.rest.get(`/${link.shortUrl}`, visitor)
  await test.rest.get(`/${other.shortUrl}`, { ...as('chrome', { 'sec-gpc': '1' }), from: '200.144.1.1' })
  expect(await recorded(test, link)).toMatchObject([{ country: null, city: null }])
  expect(await recorded(test, other)).toMatchObject([{ country: null, city: null }])
})

it('answers questions about cities and continents', async () => {
  const grace = await test.seed.account()
  const link = await test.seed.link(grace)
  for (let visits = 0; visits < 3; visits++) await test.rest.get(`/${link.shortUrl}`, visitor)
  const ask = async (question: string) =>
    (await test.rest.post('/v1/analytics-ai/query', { question }, { token: grace.token })).json
  const cities = await ask('Which cities do my visitors come from?')
  expect(cities.answer).toContain('São Paulo, BR 3')
  expect(cities.data.rows).toMatchObject([{ name: 'São Paulo, BR', value: 'BR-SP:São Paulo', clicks: 3 }])
  const continents = await ask('Clicks by continent')
  expect(continents.data.rows).toMatchObject([{ name: 'South America', value: 'SA', clicks: 3 }])
  expect((await ask('How many clicks from South America?')).data.total).toBe(3)
  expect((await ask('How many clicks from Europe?')).data.total).toBe(0)
})
