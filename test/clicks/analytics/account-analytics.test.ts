import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenOf } from '../../contract/oauth.ts'
import { apiRoots, expectError, expectGraphqlError } from '../../links/answers.ts'
import { sharedApp, type TestApp } from '../../support/app.ts'
import type { SeededAccount, SeededLink } from '../../support/seed.ts'
import { crowd } from '../../support/visitor.ts'
import { insertClickRows } from '../rows.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

async function visited(account: SeededAccount, people: number, query = ''): Promise<SeededLink> {
  const link = await test.seed.link(account)
  for (const visitor of crowd(people)) await test.rest.get(`/${link.shortUrl}${query}`, visitor)
  return link
}

const all = (query = '', token = ada.token) => test.rest.get(`/v1/clicks/analytics${query}`, { token })

describe('200', () => {
  it("returns totals of the caller's links only, with the top links, most clicks first", async () => {
    const [grace, eve] = [await test.seed.account(), await test.seed.account()]
    await visited(eve, 4)
    const [few, many] = [await visited(grace, 2), await visited(grace, 3, '?qr=1')]
    for (const root of apiRoots) {
      const { status, json } = await test.rest.get(`${root}/clicks/analytics`, { token: grace.token })
      expect(status).toBe(200)
      expect(json).toMatchObject({
        totalClicks: 5,
        uniqueVisitors: 5,
        triggerStats: [
          { trigger: 'qr', count: 3 },
          { trigger: 'link', count: 2 },
        ],
        topLinks: [
          { urlId: many.id, count: 3 },
          { urlId: few.id, count: 2 },
        ],
      })
      expect(json.timeseries).toMatchObject([{ clicks: 5, uniqueVisitors: 5 }])
    }
    const document = '{ accountAnalytics(limit: 1) { totalClicks topLinks { urlId count url { code } } } }'
    const graph = await test.graph(document, { token: grace.token })
    expect(graph.data.accountAnalytics).toEqual({
      totalClicks: 5,
      topLinks: [{ urlId: many.id, count: 3, url: { code: many.shortUrl } }],
    })
  })

  it('loads the links of the top links in one statement, and without the scope read:links returns only their ids', async () => {
    const grace = await test.seed.account()
    const links = [await visited(grace, 3), await visited(grace, 2), await visited(grace, 1)]
    const document = '{ accountAnalytics { topLinks { urlId url { code } } } }'
    test.statements.splice(0)
    const { data: found } = await test.graph(document, { token: grace.token })
    const statements = test.statements.splice(0).filter((sql) => sql.includes('"l0"."code"'))
    expect(statements).toHaveLength(1)
    expect(found.accountAnalytics.topLinks).toEqual(
      links.map(({ id, shortUrl }) => ({ urlId: id, url: { code: shortUrl } })),
    )
    const token = await tokenOf({ test, account: grace, word: () => test.seed.word() }, 'read:analytics')
    const { data, errors } = await test.graph(document, { token })
    expect(data.accountAnalytics.topLinks).toEqual(links.map(({ id }) => ({ urlId: id, url: null })))
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(Array(3).fill('INSUFFICIENT_SCOPE'))
  })

  it('counts beyond 32 bits', async () => {
    const grace = await test.seed.account()
    await test.sql(
      `insert into click_workspace_rollup (workspace_id, span, dimension, starts_at, value, clicks, bot_clicks, visitors)
       values (?, 'all', 'total', '-infinity', '', 4000000000, 0, 0)`,
      [grace.workspaceId],
    )
    expect((await all('', grace.token)).json).toMatchObject({ totalClicks: 4_000_000_000 })
  })

  it('returns zeros for an account without links', async () => {
    const { token } = await test.seed.account()
    expect((await all('', token)).json).toMatchObject({
      totalClicks: 0,
      topLinks: [],
      timeseries: [],
      lastClickAt: null,
    })
  })

  it('groups regions with fewer than 3 clicks as Other', async () => {
    const link = await visited(ada, 7)
    const rows = await test.sql<{ id: string }>('select id from click where url_id = ? order by id', [link.id])
    for (const [place, region] of ['DE-BE', 'DE-BE', 'DE-BE', 'DE-HH', 'DE-HH', 'DE-SN'].entries()) {
      await test.sql('update click set region = ? where id = ?', [region, rows[place]?.id])
    }
    const { json } = await test.rest.get(`/v1/clicks/analytics/${link.id}?trigger=link`, { token: ada.token })
    expect(json.regionStats).toEqual([
      { region: 'DE-BE', count: 3 },
      { region: 'Other', count: 3 },
      { region: 'Unknown', count: 1 },
    ])
  })

  it('counts cities of one name apart, groups those with fewer than 3 clicks, and adds countries up to continents', async () => {
    const link = await test.seed.link(ada)
    const berlin = { country: 'DE', region: 'DE-BE', city: 'Berlin' }
    const springfield = { country: 'US', city: 'Springfield' }
    await insertClickRows(test, link, [
      ...Array.from({ length: 5 }, () => berlin),
      ...Array.from({ length: 4 }, () => ({ ...springfield, region: 'US-IL' })),
      ...Array.from({ length: 3 }, () => ({ ...springfield, region: null })),
      ...Array.from({ length: 2 }, () => ({ ...springfield, region: 'US-MA' })),
      { country: 'FR', city: 'Saint-Denis: Nord' },
      { country: 'ZZ' },
      {},
    ])
    const of = async (query = '') =>
      (await test.rest.get(`/v1/clicks/analytics/${link.id}${query}`, { token: ada.token })).json
    const places = {
      cityStats: [
        { city: 'Berlin', region: 'DE-BE', country: 'DE', count: 5 },
        { city: 'Springfield', region: 'US-IL', country: 'US', count: 4 },
        { city: 'Other', region: null, country: null, count: 3 },
        { city: 'Springfield', region: null, country: 'US', count: 3 },
        { city: 'Unknown', region: null, country: null, count: 2 },
      ],
      continentStats: [
        { continent: 'NA', count: 9 },
        { continent: 'EU', count: 6 },
        { continent: 'Unknown', count: 2 },
      ],
    }
    expect(await of()).toMatchObject(places)
    expect(await of('?trigger=link')).toMatchObject(places)
    expect(await of('?limit=1')).toMatchObject({ continentStats: [{ continent: 'NA', count: 9 }] })
    await test.app.recurringTasks.runAll()
    expect(await of()).toMatchObject(places)
    expect((await of('?limit=1')).countryStats).toEqual([{ country: 'US', count: 9 }])
    expect(await of('?city=US-IL:Springfield')).toMatchObject({ totalClicks: 4 })
    expect(await of('?continent=EU')).toMatchObject({ totalClicks: 6, continentStats: [{ continent: 'EU', count: 6 }] })
  })

  it('includes buckets without clicks in the series', async () => {
    const account = await test.seed.account()
    await visited(account, 2)
    const { json } = await all('?interval=7d&unit=day&timezone=Europe/Berlin', account.token)
    expect(json.timeseries).toHaveLength(7)
    const clicks = json.timeseries.map((bucket: { clicks: number }) => bucket.clicks)
    expect(clicks).toEqual([0, 0, 0, 0, 0, 0, 2])
  })
})

describe('400 INVALID_PARAMS', () => {
  it.each([
    ['filter.timezone', 'timezone=Mars/Olympus', 'filter: { timezone: "Mars/Olympus" }'],
    ['unit', 'interval=90d&unit=minute', 'filter: { interval: LAST_90D }, unit: MINUTE'],
    ['limit', 'limit=501', 'limit: 501'],
    [
      'filter.from',
      'from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z',
      'filter: { from: "2026-02-01T00:00:00Z", to: "2026-01-01T00:00:00Z" }',
    ],
    ['filter.country', 'country=,', 'filter: { country: { in: ["", ""] } }'],
  ])('names %s for ?%s, for all links and for one, over REST and GraphQL', async (field, query, args) => {
    const link = await test.seed.link(ada)
    const restField = field.replace('filter.', '')
    expectError(await all(`?${query}`), 400, 'INVALID_PARAMS', [restField])
    const one = await test.rest.get(`/v1/clicks/analytics/${link.id}?${query}`, { token: ada.token })
    expectError(one, 400, 'INVALID_PARAMS', [restField])
    const document = `{ accountAnalytics(${args}) { totalClicks } }`
    expectGraphqlError(await test.graph(document, { token: ada.token }), 400, 'INVALID_PARAMS', [field])
  })

  it.each([
    ['interval', '2w', 'must be one of the following values: 24h, 7d, 30d, 90d, 1y, mtd, qtd, ytd, all'],
    ['unit', 'fortnight', 'must be one of the following values: auto, minute, hour, day, week, month'],
  ])(
    'names %s for the unknown value %s over REST, and GraphQL does not run the document',
    async (field, value, issue) => {
      const { status, json } = await all(`?${field}=${value}`)
      expect([status, json.error.code, json.error.details]).toEqual([400, 'INVALID_PARAMS', [{ field, issue }]])
      const argument = `${field}: ${value.toUpperCase()}`
      const document = `{ accountAnalytics(${field === 'unit' ? argument : `filter: { ${argument} }`}) { totalClicks } }`
      const { errors } = await test.graph(document, { token: ada.token })
      expect(errors?.[0]?.extensions.code).toMatch(/^GRAPHQL_(PARSE|VALIDATION)_FAILED$/)
    },
  )
})

it('runs the same number of statements for 12 links as for 2, with filters and a series in another zone', async () => {
  const account = await test.seed.account()
  for (let n = 0; n < 12; n++) await visited(account, n % 3)
  const list = async (limit: number) => {
    test.statements.splice(0)
    const document = `{ urls(first: ${limit}) { nodes { analytics(
      filter: { interval: LAST_30D, timezone: "Asia/Kathmandu", country: { notIn: ["US"] } }
    ) { totalClicks timeseries { clicks } } } } }`
    const { data } = await test.graph(document, { token: account.token })
    expect(data.urls.nodes).toHaveLength(limit)
    return test.statements.splice(0).length
  }
  expect(await list(12)).toBe(await list(2))
})
