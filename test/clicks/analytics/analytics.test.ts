import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiRoots, expectError, expectGraphqlError, timeless } from '../../links/answers.ts'
import { sharedApp, type TestApp } from '../../support/app.ts'
import type { SeededAccount, SeededLink } from '../../support/seed.ts'
import { type AgentName, agents, as } from '../../support/visitor.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  test.clock.set(new Date(`${test.clock.now().toISOString().slice(0, 10)}T12:00:00.000Z`))
  ada = await test.seed.account()
})
afterAll(() => test.close())

const analytics = (id: string, token = ada.token, root = '/v1') =>
  test.rest.get(`${root}/clicks/analytics/${id}`, { token })

/** A new token, because the one from the registration has expired. */
async function freshToken({ email, password }: SeededAccount): Promise<string> {
  return (await test.rest.post('/v1/auth/login', { email, password })).json.token
}

const document = `query ($id: ID!) { clickAnalytics(urlId: $id) {
  totalClicks uniqueVisitors uniqueVisitorsAvailable uniqueVisitorsPartial countsFrom botClicks lastClickAt
  countryStats { country count } deviceStats { device count } browserStats { browser count }
  osStats { os count } referrerStats { referrer count } regionStats { region count } cityStats { city region country count }
  continentStats { continent count } triggerStats { trigger count } ruleStats { ruleId count } variantStats { variant count }
  utmStats { source { value count } medium { value count } campaign { value count } term { value count } content { value count } }
  timeseries { timestamp clicks uniqueVisitors botClicks isPartial } bucketVisitorsMissing
} }`

describe('200', () => {
  it.each(apiRoots)('returns totals of a link under %s, most clicks first, with exactly these fields', async (root) => {
    const link = await test.seed.link(ada)
    const visits = [
      ['chrome', '130.149.7.1', 'https://news.example/story?id=1'],
      ['iphone', '130.149.7.1', 'https://news.example/'],
      ['firefox', '133.11.0.1', undefined],
      ['googlebot', '8.8.8.8', undefined],
    ] as const
    for (const [agent, from, referer] of visits) {
      await test.rest.get(`/${link.shortUrl}`, { ...as(agent, referer ? { referer } : {}), from })
    }
    const { status, json } = await analytics(link.id, ada.token, root)
    expect(status).toBe(200)
    expect(json).toEqual({
      totalClicks: 3,
      uniqueVisitors: 3,
      uniqueVisitorsAvailable: true,
      uniqueVisitorsPartial: false,
      countsFrom: null,
      botClicks: 1,
      lastClickAt: test.clock.now().toISOString(),
      countryStats: [
        { country: 'DE', count: 2 },
        { country: 'JP', count: 1 },
      ],
      deviceStats: [
        { device: 'Desktop', count: 2 },
        { device: 'Mobile', count: 1 },
      ],
      browserStats: [
        { browser: 'Chrome', count: 1 },
        { browser: 'Firefox', count: 1 },
        { browser: 'Safari', count: 1 },
      ],
      osStats: [
        { os: 'Linux', count: 1 },
        { os: 'Windows', count: 1 },
        { os: 'iOS', count: 1 },
      ],
      referrerStats: [
        { referrer: 'news.example', count: 2 },
        { referrer: 'Direct', count: 1 },
      ],
      regionStats: [{ region: 'Unknown', count: 3 }],
      cityStats: [{ city: 'Unknown', region: null, country: null, count: 3 }],
      continentStats: [
        { continent: 'EU', count: 2 },
        { continent: 'AS', count: 1 },
      ],
      triggerStats: [{ trigger: 'link', count: 3 }],
      utmStats: {
        source: [{ value: 'Unknown', count: 3 }],
        medium: [{ value: 'Unknown', count: 3 }],
        campaign: [{ value: 'Unknown', count: 3 }],
        term: [{ value: 'Unknown', count: 3 }],
        content: [{ value: 'Unknown', count: 3 }],
      },
      ruleStats: [{ ruleId: null, count: 3 }],
      variantStats: [{ variant: null, count: 3 }],
      timeseries: [
        { timestamp: test.clock.now().toISOString(), clicks: 3, uniqueVisitors: 3, botClicks: 1, isPartial: true },
      ],
      bucketVisitorsMissing: null,
    })
    const graph = await test.graph(document, { token: ada.token, variables: { id: link.id } })
    expect(graph.data.clickAnalytics).toEqual({
      ...json,
      deviceStats: [
        { device: 'DESKTOP', count: 2 },
        { device: 'MOBILE', count: 1 },
      ],
      triggerStats: [{ trigger: 'LINK', count: 3 }],
    })
  })

  it('returns zeros and empty lists before the first click, also after a visit by a bot', async () => {
    const link = await test.seed.link(ada)
    const nothing = {
      totalClicks: 0,
      uniqueVisitors: 0,
      uniqueVisitorsAvailable: true,
      uniqueVisitorsPartial: false,
      countsFrom: null,
      botClicks: 0,
      lastClickAt: null,
      countryStats: [],
      deviceStats: [],
      browserStats: [],
      osStats: [],
      referrerStats: [],
      regionStats: [],
      cityStats: [],
      continentStats: [],
      triggerStats: [],
      ruleStats: [],
      variantStats: [],
      utmStats: { source: [], medium: [], campaign: [], term: [], content: [] },
      timeseries: [],
      bucketVisitorsMissing: null,
    }
    expect((await analytics(link.id)).json).toEqual(nothing)
    await test.rest.get(`/${link.shortUrl}`, as('googlebot'))
    expect((await analytics(link.id)).json).toEqual({ ...nothing, botClicks: 1 })
  })

  it('counts a visitor once a day on each link', async () => {
    const [link, other] = [await test.seed.link(ada), await test.seed.link(ada)]
    const noon = test.clock.now()
    const come = async ({ shortUrl }: SeededLink, agent: AgentName) => test.rest.get(`/${shortUrl}`, as(agent))
    for (let n = 0; n < 3; n++) await come(link, 'chrome')
    await come(other, 'chrome')
    expect((await analytics(link.id)).json).toMatchObject({ totalClicks: 3, uniqueVisitors: 1 })
    expect((await analytics(other.id)).json).toMatchObject({ totalClicks: 1, uniqueVisitors: 1 })
    await come(link, 'iphone')
    test.clock.advance({ days: 1 })
    await come(link, 'chrome')
    expect((await analytics(link.id, await freshToken(ada))).json).toMatchObject({ totalClicks: 5, uniqueVisitors: 3 })
    test.clock.set(noon)
  })
})

/** A random visit. */
const aVisit = fc.record({
  agent: fc.constantFrom(...(Object.keys(agents) as AgentName[])),
  from: fc.constantFrom('130.149.7.1', '133.11.0.1', '10.1.2.3', '2001:db8:1:2::1', '2001:db8:1:2::2'),
  referer: fc.constantFrom(undefined, 'https://a.example/x', 'http://b.example/', 'nonsense'),
  isPrivate: fc.boolean(),
  hoursLater: fc.constantFrom(0, 0, 0, 13),
})

it('adds up for random visits: each breakdown to totalClicks, unique visitors without private ones, bots separately', async () => {
  const noon = test.clock.now()
  await fc.assert(
    fc.asyncProperty(fc.array(aVisit, { maxLength: 20 }), async (history) => {
      const link = await test.seed.link(ada)
      const visitors = new Set<string>()
      for (const { agent, from, referer, isPrivate, hoursLater } of history) {
        test.clock.advance({ hours: hoursLater })
        const headers = { ...(referer && { referer }), ...(isPrivate && { 'sec-gpc': '1' }) }
        expect((await test.rest.get(`/${link.shortUrl}`, { ...as(agent, headers), from })).status).toBe(302)
        const network = from.startsWith('2001:') ? 'one /64' : from
        const day = test.clock.now().toISOString().slice(0, 10)
        if (!isPrivate && !/bot$/.test(agent)) visitors.add(`${day} ${network} ${agent}`)
      }
      const { json } = await analytics(link.id, await freshToken(ada))
      const robots = history.filter(({ agent }) => /bot$/.test(agent)).length
      expect(json).toMatchObject({
        totalClicks: history.length - robots,
        botClicks: robots,
        uniqueVisitors: visitors.size,
      })
      for (const part of ['country', 'device', 'browser', 'os', 'referrer']) {
        const stats: Record<string, string & number>[] = json[`${part}Stats`]
        expect(stats.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(json.totalClicks)
        expect(new Set(stats.map((stat) => stat[part])).size).toBe(stats.length)
        expect(stats.map(({ count }) => count)).toEqual(stats.map(({ count = 0 }) => count).sort((a, b) => b - a))
      }
      test.clock.set(noon)
    }),
    { numRuns: 12 },
  )
})

describe('404 LINK_NOT_FOUND', () => {
  it('for an unknown link and one of another account, with identical bytes, over REST and GraphQL', async () => {
    const eve = await test.seed.account({ name: 'Eve' })
    const link = await test.seed.link(ada)
    await test.rest.get(`/${link.shortUrl}`, as('chrome'))
    const anonymous = await test.rest.post('/v1/free-urls/shorten', { longUrl: 'https://example.com/nobody' })
    const [row] = await test.sql<{ id: string }>('select id from link where code = ?', [anonymous.json.shortCode])
    const unknown = await analytics('lnk_unknown', eve.token)
    expectError(unknown, 404, 'LINK_NOT_FOUND')
    for (const id of [link.id, row?.id ?? '', link.shortUrl, 'x'.repeat(300)]) {
      const answer = await analytics(id, eve.token)
      expect(answer.status).toBe(404)
      expect(timeless(answer)).toBe(timeless(unknown))
      expectGraphqlError(await test.graph(document, { token: eve.token, variables: { id } }), 404, 'LINK_NOT_FOUND')
    }
    expect((await analytics(link.id)).json.totalClicks).toBe(1)
  })

  it('for a deleted link, whose clicks are deleted', async () => {
    const link = await test.seed.link(ada)
    await test.rest.get(`/${link.shortUrl}`, as('chrome'))
    await test.rest.delete(`/v1/urls/${link.id}`, { token: ada.token })
    expectError(await analytics(link.id), 404, 'LINK_NOT_FOUND')
    expect(await test.sql('select 1 from click where url_id = ?', [link.id])).toEqual([])
  })
})

describe('401', () => {
  it.each([
    ['without a credential', undefined, 'UNAUTHENTICATED'],
    ['with an invalid one', 'not-a-token', 'INVALID_TOKEN'],
  ])('%s, over REST and GraphQL, whether the link exists or not', async (_, token, code) => {
    const link = await test.seed.link(ada)
    for (const id of [link.id, 'lnk_unknown']) {
      expectError(await test.rest.get(`/v1/clicks/analytics/${id}`, { token }), 401, code)
      expectGraphqlError(await test.graph(document, { token, variables: { id } }), 401, code)
    }
  })
})
