import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { insertClickRows } from './rows.ts'

let test: TestApp
let ada: SeededAccount
let link: SeededLink
let ids: Record<'german' | 'american' | 'private' | 'robot' | 'old', string>

beforeAll(async () => {
  test = await sharedApp()
  test.clock.set(new Date('2026-11-21T10:00:00Z'))
  ada = await test.seed.account()
  link = await test.seed.link(ada)
  const [german, american, inPrivate, robot, old] = (await insertClickRows(test, link, [
    {
      country: 'DE',
      region: 'DE-BE',
      city: 'Berlin',
      device: 'Mobile',
      browser: 'Firefox',
      os: 'Android',
      trigger: 'qr',
      referrer_host: 'news.example',
      utm_source: 'Paper',
      utm_medium: 'print',
      utm_campaign: 'Spring',
      utm_term: 'Shoes',
      utm_content: 'top',
    },
    {
      country: 'US',
      region: 'US-NY',
      city: 'Berlin',
      device: 'Desktop',
      browser: 'Chrome',
      os: 'Windows',
      utm_source: 'mail',
    },
    { device: null, at: new Date('2026-11-21T09:00:00Z') },
    { country: 'DE', device: 'Other', is_bot: true },
    { country: 'FR', device: 'Tablet', browser: 'Safari', os: 'iOS', at: new Date('2026-11-01T00:00:00Z') },
  ])) as [string, string, string, string, string]
  ids = { german, american, private: inPrivate, robot, old }
})
afterAll(() => test.close())

/** The clicks that a query lists. */
async function listed(query: string): Promise<string[]> {
  const { status, json, headers } = await test.rest.get(`/v1/clicks?count=true&${query}`, { token: ada.token })
  expect(status).toBe(200)
  const found = new Set(json.map(({ id }: { id: string }) => id))
  const names = Object.entries(ids).flatMap(([name, id]) => (found.has(id) ? [name] : []))
  expect(headers['x-total-count']).toBe(String(names.length))
  return names
}

describe('GET /clicks lists', () => {
  it.each([
    ['', ['german', 'american', 'private', 'old']],
    ['includeBots=true', ['german', 'american', 'private', 'robot', 'old']],
    ['country=DE', ['german']],
    ['country=de', ['german']],
    ['country=DE&includeBots=true', ['german', 'robot']],
    ['country=DE,US', ['german', 'american']],
    ['country=-DE,US', ['private', 'old']],
    ['country=-DE,-US', ['private', 'old']],
    ['country=Unknown', ['private']],
    ['country=-unknown', ['german', 'american', 'old']],
    ['region=US-NY', ['american']],
    ['region=Unknown', ['private', 'old']],
    ['city=berlin', ['german', 'american']],
    ['city=de:berlin', ['german']],
    ['city=US-NY:Berlin', ['american']],
    ['city=DE-NY:Berlin', []],
    ['city=-DE:Berlin', ['american', 'private', 'old']],
    ['city=-Berlin', ['private', 'old']],
    ['city=Unknown', ['private', 'old']],
    ['city=-Unknown', ['german', 'american']],
    ['city=Unknown,DE-BE:Berlin', ['german', 'private', 'old']],
    ['continent=EU', ['german', 'old']],
    ['continent=eu,NA', ['german', 'american', 'old']],
    ['continent=-EU', ['american', 'private']],
    ['continent=AN', []],
    ['continent=-AN', ['german', 'american', 'private', 'old']],
    ['continent=Unknown', ['private']],
    ['continent=-Unknown', ['german', 'american', 'old']],
    ['continent=Unknown,NA', ['american', 'private']],
    ['continent=-unknown,-NA', ['german', 'old']],
    ['continent=AF,AN,AS,EU,NA,OC,SA,Unknown', ['german', 'american', 'private', 'old']],
    ['continent=EU&country=-DE', ['old']],
    ['device=mobile,tablet', ['german', 'old']],
    ['device=Unknown', ['private']],
    ['browser=Firefox', ['german']],
    ['os=-Android', ['american', 'private', 'old']],
    ['referrer=news.example', ['german']],
    ['referrer=WWW.news.example', ['german']],
    ['referrer=Direct', ['american', 'old']],
    ['referrer=Unknown', ['private']],
    ['referrer=-Direct', ['german', 'private']],
    ['utmSource=paper', ['german']],
    ['utm-source=paper,MAIL', ['german', 'american']],
    ['utmSource=-Unknown', ['german', 'american']],
    ['utmMedium=print', ['german']],
    ['utmCampaign=spring', ['german']],
    ['utmTerm=shoes,boots', ['german']],
    ['utm-content=TOP', ['german']],
    ['utmContent=-Unknown', ['german']],
    ['trigger=qr', ['german']],
    ['trigger=-qr', ['american', 'private', 'old']],
    ['country=DE&device=Desktop', []],
    ['country=DE&trigger=qr&utmSource=Paper', ['german']],
    ["referrer=' or 1=1 --", []],
    ['interval=24h', ['german', 'american', 'private']],
    ['interval=all', ['german', 'american', 'private', 'old']],
    ['interval=mtd', ['german', 'american', 'private', 'old']],
    // In New York it was still October.
    ['interval=mtd&timezone=America/New_York', ['german', 'american', 'private']],
    ['from=2026-11-21T09:00:00Z', ['german', 'american', 'private']],
    ['from=2026-11-21T09:00:00.001Z', ['german', 'american']],
    ['to=2026-11-21T10:00:00Z', ['private', 'old']],
    ['from=2026-11-01T01:00:00%2B01:00&to=2026-11-02T00:00:00Z', ['old']],
  ] as const)('for ?%s %j', async (query, names) => {
    expect(await listed(query)).toEqual(names)
  })

  it('the clicks of one link with ?urlId, and none of a link of another account', async () => {
    const other = await test.seed.link(ada)
    await insertClickRows(test, other, [{ country: 'DE' }])
    expect(await listed(`urlId=${link.id}`)).toEqual(['german', 'american', 'private', 'old'])
    const of = async (token: string, urlId: string) =>
      (await test.rest.get(`/v1/clicks?urlId=${urlId}`, { token })).json.map((click: { urlId: string }) => click.urlId)
    expect(await of(ada.token, other.id)).toEqual([other.id])
    const eve = await test.seed.account()
    expect(await of(eve.token, link.id)).toEqual([])
    expect(await of(ada.token, 'lnk_nobody')).toEqual([])
    await test.rest.delete(`/v1/urls/${other.id}`, { token: ada.token })
  })
})

describe('400 INVALID_PARAMS', () => {
  const cases = [
    ['interval=8d', 'interval'],
    ['interval=7d&from=2026-11-01T00:00:00Z', 'interval'],
    ['from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z', 'from'],
    ['from=yesterday', 'from'],
    ['timezone=Mars/Olympus', 'timezone'],
    ['timezone=%2B02:00', 'timezone'],
    [`timezone=${'x'.repeat(65)}`, 'timezone'],
    ['country=', 'country'],
    ['country=DE,,US', 'country'],
    ['country=DE,-US', 'country'],
    ['country=XX', 'country'],
    ['device=Toaster', 'device'],
    ['contry=DE', 'contry'],
    ['utmSource=nul%00', 'utmSource'],
    [`os=${Array.from({ length: 51 }, (_, n) => n).join(',')}`, 'os'],
    [`urlId=${'x'.repeat(65)}`, 'urlId'],
  ] as const

  it.each(cases)('for ?%s, with the field', async (query, field) => {
    for (const path of ['/clicks', '/clicks/export', '/clicks/geojson'])
      expectError(await test.rest.get(`/v1${path}?${query}`, { token: ada.token }), 400, 'INVALID_PARAMS', [field])
  })

  it('also over GraphQL', async () => {
    const { token } = ada
    const ask = (filter: string) => test.graph(`{ clicks(filter: { ${filter} }) { nodes { id } } }`, { token })
    expectGraphqlError(await ask('interval: LAST_7D, from: "2026-11-01T00:00:00Z"'), 400, 'INVALID_PARAMS', [
      'filter.interval',
    ])
    expect((await ask('interval: LAST_8D')).errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
    expectGraphqlError(await ask('timezone: "Mars/Olympus"'), 400, 'INVALID_PARAMS', ['filter.timezone'])
    expectGraphqlError(await ask('country: { in: ["DE"], notIn: ["US"] }'), 400, 'INVALID_PARAMS', ['filter.country'])
    expectGraphqlError(await ask('os: { in: [] }'), 400, 'INVALID_PARAMS', ['filter.os'])
    expectGraphqlError(await ask('browser: { in: ["Fierfox"] }'), 400, 'INVALID_PARAMS', ['filter.browser'])
    expectGraphqlError(await ask('utmSource: { notIn: ["nul\\u0000"] }'), 400, 'INVALID_PARAMS', [
      'filter.utmSource.notIn',
    ])
    expect((await ask('device: { in: [TOASTER] }')).errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
  })
})

describe('over GraphQL', () => {
  it.each([
    ['null', ['german', 'american', 'private', 'old']],
    ['{}', ['german', 'american', 'private', 'old']],
    ['{ country: {}, device: null }', ['german', 'american', 'private', 'old']],
    ['{ country: { in: ["de", "US"] } }', ['german', 'american']],
    ['{ country: { notIn: ["DE", "US"] } }', ['private', 'old']],
    ['{ device: { in: [MOBILE, TABLET] } }', ['german', 'old']],
    ['{ device: { notIn: [UNKNOWN] } }', ['german', 'american', 'old']],
    ['{ trigger: { in: [QR] }, utmSource: { in: ["paper"] } }', ['german']],
    ['{ country: { in: ["DE"] }, includeBots: true }', ['german', 'robot']],
    ['{ interval: MTD, timezone: "America/New_York" }', ['german', 'american', 'private']],
    ['{ to: "2026-11-21T10:00:00Z" }', ['private', 'old']],
    ['{ utmCampaign: { in: ["a,b"] } }', []],
  ])('clicks(filter: %s) lists %j', async (filter, names) => {
    const document = `{ clicks(filter: ${filter}) { totalCount nodes { id } } }`
    const { data } = await test.graph(document, { token: ada.token })
    const found = new Set(data.clicks.nodes.map(({ id }: { id: string }) => id))
    expect(Object.entries(ids).flatMap(([name, id]) => (found.has(id) ? [name] : []))).toEqual(names)
    expect(data.clicks.totalCount).toBe(names.length)
  })

  it('clicks applies the same filter to clicks and total, on all pages', async () => {
    const document = `query ($after: String) {
      clicks(first: 1, after: $after, filter: {
        device: { notIn: [UNKNOWN] }, timezone: "Europe/Berlin", interval: MTD
      }) {
        totalCount pageInfo { hasNextPage endCursor } edges { node { id url { id } } } } }`
    const page = async (after: string | null) =>
      (await test.graph(document, { token: ada.token, variables: { after } })).data.clicks
    const first = await page(null)
    expect(first).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } })
    const second = await page(first.pageInfo.endCursor)
    const third = await page(second.pageInfo.endCursor)
    expect(third.pageInfo.hasNextPage).toBe(false)
    const seen = [first, second, third].flatMap(({ edges }) =>
      edges.map(({ node }: { node: { id: string } }) => node.id),
    )
    expect(new Set(seen)).toEqual(new Set([ids.german, ids.american, ids.old]))
    expect(first.edges[0].node.url.id).toBe(link.id)
  })

  it('UrlItem.clicks applies different filters to each alias', async () => {
    const { data } = await test.graph(
      `query ($id: ID!) { url(id: $id) {
         german: clicks(filter: { country: { in: ["DE"] } }) { totalCount edges { node { id } } }
         robots: clicks(filter: { country: { in: ["DE"] }, includeBots: true }) { totalCount }
         none: clicks(filter: { interval: LAST_24H, device: { in: [TABLET] } }) { totalCount edges { node { id } } } } }`,
      { token: ada.token, variables: { id: link.id } },
    )
    expect(data.url.german).toEqual({ totalCount: 1, edges: [{ node: { id: ids.german } }] })
    expect(data.url.robots.totalCount).toBe(2)
    expect(data.url.none).toEqual({ totalCount: 0, edges: [] })
  })
})
