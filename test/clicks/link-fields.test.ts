import { graphql } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allScopes, type Scope } from '../../src/platform/auth/scopes.ts'
import { RequestContext } from '../../src/platform/graphql/request-context.ts'
import type { RequestDetails } from '../../src/platform/graphql/request-types.ts'
import { appContextOf, contextOf } from '../contract/world.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { as, crowd } from '../support/visitor.ts'
import { listings } from './rows.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const summary = `{ totalClicks uniqueVisitors uniqueVisitorsAvailable uniqueVisitorsPartial countsFrom botClicks lastClickAt
  countryStats { country count } deviceStats { device count } browserStats { browser count }
  osStats { os count } referrerStats { referrer count } regionStats { region count } cityStats { city region country count }
  continentStats { continent count } triggerStats { trigger count } ruleStats { ruleId count } variantStats { variant count }
  utmStats { source { value count } medium { value count } campaign { value count } term { value count } content { value count } }
  timeseries { timestamp clicks uniqueVisitors botClicks isPartial } bucketVisitorsMissing }`

const runQuery = (document: string, variables: Record<string, unknown> = {}) =>
  test.graph(document, { token: ada.token, variables })

async function visited(link: SeededLink, people: number, bots = 0): Promise<SeededLink> {
  for (const visitor of crowd(people)) {
    await test.rest.get(`/${link.shortUrl}`, visitor)
    test.clock.advance({ ms: 1 })
  }
  for (let n = 0; n < bots; n++) await test.rest.get(`/${link.shortUrl}`, as('googlebot'))
  return link
}

/** Runs a document as a client with these scopes only. */
async function runQueryWithScopes(scopes: readonly Scope[], source: string, variableValues: Record<string, unknown>) {
  const [, context] = await contextOf(() => test.rest.get('/v1/auth/me', { token: ada.token }))
  const caller = {
    ...({ kind: 'account', accountId: ada.id, actorId: ada.id } as const),
    workspaces: [{ id: ada.workspaceId, role: 'owner' as const, isPersonal: true, plan: 'free' as const }],
    memberships: [],
    ...({ scheme: 'oauth', scopes: new Set(scopes) } as const),
  }
  const contextValue = new RequestContext(appContextOf(context), caller, {
    header: () => undefined,
  } as unknown as RequestDetails)
  return graphql({ schema: test.app.schema, source, variableValues, contextValue })
}

describe('UrlItem.dailyClicks', () => {
  it('is null, with an error, without the scope read:analytics', async () => {
    const { id } = await test.seed.link(ada)
    const { data, errors } = await runQueryWithScopes(['read:links'], `{ url(id: "${id}") { dailyClicks } }`, {})
    expect(data).toEqual({ url: { dailyClicks: null } })
    expect(errors).toHaveLength(1)
  })
})

describe('UrlItem.analytics', () => {
  it('equals the answer of GET /clicks/analytics/{urlId}', async () => {
    const link = await visited(await test.seed.link(ada), 3, 2)
    const { data, errors } = await runQuery(`query ($id: ID!) { url(id: $id) { analytics ${summary} } }`, {
      id: link.id,
    })
    expect(errors).toBeUndefined()
    const { json } = await test.rest.get(`/v1/clicks/analytics/${link.id}`, { token: ada.token })
    expect(data.url.analytics).toEqual({
      ...json,
      deviceStats: [{ device: 'DESKTOP', count: 3 }],
      continentStats: [{ continent: 'UNKNOWN', count: 3 }],
      triggerStats: [{ trigger: 'LINK', count: 3 }],
    })
    expect(json).toMatchObject({ totalClicks: 3, botClicks: 2 })
  })

  it('runs the same number of statements for 40 links as for 5, and returns the metrics of each', async () => {
    const account = await test.seed.account()
    const links: SeededLink[] = []
    for (let n = 0; n < 40; n++) links.push(await test.seed.link(account))
    await Promise.all(links.map((link, n) => visited(link, n % 4)))
    const list = async (limit: number) => {
      test.statements.splice(0)
      const document = `query ($limit: Int!) { urls(first: $limit) { nodes { id analytics ${summary} } } }`
      const { data } = await test.graph(document, { token: account.token, variables: { limit } })
      expect(data.urls.nodes).toHaveLength(limit)
      return { urls: data.urls.nodes, statements: test.statements.splice(0).length }
    }
    const [few, many] = [await list(5), await list(40)]
    expect(many.statements).toBe(few.statements)
    expect(many.statements).toBeLessThanOrEqual(8)
    const clicksOf = new Map(links.map(({ id }, n) => [id, n % 4]))
    for (const { id, analytics } of many.urls) {
      expect(analytics.totalClicks).toBe(clicksOf.get(id))
      const [shared] = analytics.deviceStats
      expect(shared?.count ?? 0).toBe(clicksOf.get(id))
    }
  })

  it('includes a click of an earlier mutation in the same request', async () => {
    const link = await visited(await test.seed.link(ada), 1)
    const { data } = await runQuery(
      `mutation ($id: ID!, $code: String!) {
         before: updateUrl(id: $id, input: { title: "One" }) { analytics { totalClicks } }
         unlockUrl(code: $code, password: "none") { id }
         after: updateUrl(id: $id, input: { title: "Two" }) { analytics { totalClicks } } }`,
      { id: link.id, code: link.shortUrl },
    )
    expect([data.before.analytics.totalClicks, data.after.analytics.totalClicks]).toEqual([1, 2])
  })
})

describe('UrlItem.clicks', () => {
  const page = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String, $includeBots: Boolean! = false) {
    url(id: $id) { clicks(first: $first, after: $after, last: $last, before: $before, filter: { includeBots: $includeBots }) {
      edges { cursor node { id urlId createdAt isBot } } totalCount
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`

  it('returns 20 clicks of the link by default, newest first', async () => {
    const link = await visited(await test.seed.link(ada), 25)
    await visited(await test.seed.link(ada), 1)
    const { data } = await runQuery(
      `query ($id: ID!) { url(id: $id) { clicks { edges { node { urlId createdAt } } } } }`,
      {
        id: link.id,
      },
    )
    const clicks = data.url.clicks.edges.map(({ node }: { node: object }) => node)
    expect(clicks).toHaveLength(20)
    expect(new Set(clicks.map(({ urlId }: { urlId: string }) => urlId))).toEqual(new Set([link.id]))
    const times = clicks.map(({ createdAt }: { createdAt: string }) => Date.parse(createdAt))
    expect(times).toEqual(times.toSorted((a: number, b: number) => b - a))
  })

  it('pages through all clicks once, also when all have the same time in privacy mode', async () => {
    for (const options of [{}, { privacyMode: true }]) {
      const link = await visited(await test.seed.link(ada, options), 11, 2)
      const seen: string[] = []
      let after: string | null = null
      do {
        const { data } = await runQuery(page, { id: link.id, first: 4, after })
        const { edges, pageInfo, totalCount } = data.url.clicks
        expect(totalCount).toBe(11)
        expect(pageInfo.hasPreviousPage).toBe(after !== null)
        expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([edges[0].cursor, edges.at(-1).cursor])
        seen.push(...edges.map(({ node }: { node: { id: string } }) => node.id))
        after = pageInfo.hasNextPage ? pageInfo.endCursor : null
      } while (after !== null)
      expect(seen).toHaveLength(11)
      expect(new Set(seen).size).toBe(11)
    }
  })

  it('runs the same number of statements for 60 links as for 5, and returns the clicks of each', async () => {
    const account = await test.seed.account()
    const links: SeededLink[] = []
    for (let n = 0; n < 60; n++) links.push(await test.seed.link(account))
    await Promise.all(links.map((link, n) => visited(link, n % 4)))
    const document = `query ($limit: Int!) { urls(first: $limit) { nodes { id clicks(first: 2, filter: { interval: LAST_24H }) {
      totalCount pageInfo { hasNextPage } edges { node { urlId url { title } } } } } } }`
    const list = async (limit: number) => {
      listings(test)
      const { data } = await test.graph(document, { token: account.token, variables: { limit } })
      expect(data.urls.nodes).toHaveLength(limit)
      return { urls: data.urls.nodes, statements: listings(test).length }
    }
    const [few, many] = [await list(5), await list(60)]
    // One for the clicks and one for the totals.
    expect([few.statements, many.statements]).toEqual([2, 2])
    const peopleOf = new Map(links.map(({ id }, n) => [id, n % 4]))
    for (const { id, clicks } of many.urls) {
      const people = peopleOf.get(id) ?? 0
      expect([clicks.totalCount, clicks.pageInfo.hasNextPage]).toEqual([people, people > 2])
      expect(clicks.edges.map(({ node }: { node: { urlId: string } }) => node.urlId)).toEqual(
        Array(Math.min(people, 2)).fill(id),
      )
    }
  })

  it('excludes bots by default', async () => {
    const link = await visited(await test.seed.link(ada), 2, 3)
    const without = (await runQuery(page, { id: link.id })).data.url.clicks
    const all = (await runQuery(page, { id: link.id, includeBots: true })).data.url.clicks
    expect([without.edges.length, without.totalCount, all.edges.length, all.totalCount]).toEqual([2, 2, 5, 5])
  })

  it('is empty before the first click', async () => {
    const link = await test.seed.link(ada)
    expect((await runQuery(page, { id: link.id })).data.url.clicks).toEqual({
      edges: [],
      totalCount: 0,
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    })
  })

  it.each([
    ['first', { first: -1 }],
    ['last', { last: 101 }],
    ['last', { first: 1, last: 1 }],
    ['before', { before: 'not a cursor' }],
    ['first', { first: 101 }],
    ['after', { after: 'not a cursor' }],
    ['after', { after: Buffer.from('["CREATED_DESC",1,"lnk_1"]').toString('base64url') }],
    ['after', { after: Buffer.from('["CLICKED_DESC","1","clk_1"]').toString('base64url') }],
  ])('answers 400 with the field %s for %j', async (field, variables) => {
    const link = await test.seed.link(ada)
    const { data, errors } = await runQuery(page, { id: link.id, ...variables })
    expect(data.url.clicks).toBeNull()
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_PARAMS', http: { status: 400 } })
    expect(errors?.[0]?.extensions.details?.map((detail) => detail.field)).toEqual([field])
  })

  it('accepts first: 100', async () => {
    const link = await test.seed.link(ada)
    expect((await runQuery(page, { id: link.id, first: 100 })).errors).toBeUndefined()
  })

  it('has only the total with first: 0', async () => {
    const link = await visited(await test.seed.link(ada), 2)
    expect((await runQuery(page, { id: link.id, first: 0 })).data.url.clicks).toMatchObject({
      edges: [],
      totalCount: 2,
    })
  })

  it('pages backwards, for each of several links in one statement', async () => {
    const [link, other] = [await visited(await test.seed.link(ada), 5), await visited(await test.seed.link(ada), 1)]
    const idsOf = ({ edges }: { edges: { node: { id: string } }[] }) => edges.map(({ node }) => node.id)
    const all = idsOf((await runQuery(page, { id: link.id })).data.url.clicks)
    const end = (await runQuery(page, { id: link.id, last: 2 })).data.url.clicks
    expect([idsOf(end), end.pageInfo.hasNextPage, end.pageInfo.hasPreviousPage]).toEqual([all.slice(3), false, true])
    const middle = (await runQuery(page, { id: link.id, last: 2, before: end.pageInfo.startCursor })).data.url.clicks
    expect([idsOf(middle), middle.pageInfo.hasNextPage]).toEqual([all.slice(1, 3), true])
    listings(test)
    const both = '{ urls(first: 2) { nodes { id clicks(last: 2) { edges { node { id urlId } } } } } }'
    const { data } = await runQuery(both, {})
    expect(listings(test)).toHaveLength(1)
    const [newer, older] = data.urls.nodes
    expect([newer.id, older.id]).toEqual([other.id, link.id])
    expect(idsOf(older.clicks)).toEqual(all.slice(3))
    expect(newer.clicks.edges).toMatchObject([{ node: { urlId: other.id } }])
  })
})

describe('without the scope', () => {
  it('read:analytics, returns the link with null for analytics and clicks', async () => {
    const link = await visited(await test.seed.link(ada), 1)
    const document = 'query ($id: ID!) { url(id: $id) { id analytics { totalClicks } clicks { totalCount } } }'
    const refused = await runQueryWithScopes(['read:links', 'write:links'], document, { id: link.id })
    expect(refused.data?.url).toEqual({ id: link.id, analytics: null, clicks: null })
    expect(refused.errors?.map(({ path, message }) => [path?.at(-1), message])).toEqual([
      ['analytics', 'This needs the scope read:analytics.'],
      ['clicks', 'This needs the scope read:analytics.'],
    ])
    const granted = await runQueryWithScopes([...allScopes], document, { id: link.id })
    expect(granted.data?.url).toEqual({ id: link.id, analytics: { totalClicks: 1 }, clicks: { totalCount: 1 } })
  })

  it('read:links, returns the click with null for its link', async () => {
    const link = await visited(await test.seed.link(ada), 1)
    const document = '{ clicks(first: 1) { nodes { urlId url { destination } } } }'
    const refused = await runQueryWithScopes(['read:analytics'], document, {})
    expect(refused.data?.clicks).toEqual({ nodes: [{ urlId: link.id, url: null }] })
    expect(refused.errors?.map(({ message }) => message)).toEqual(['This needs the scope read:links.'])
  })
})

it('answers LINK_NOT_FOUND for the link of another account', async () => {
  const eve = await test.seed.account()
  const link = await visited(await test.seed.link(ada), 1)
  const document = 'query ($id: ID!) { url(id: $id) { analytics { totalClicks } clicks { totalCount } } }'
  const { data, errors } = await test.graph(document, { token: eve.token, variables: { id: link.id } })
  expect(data).toEqual({ url: null })
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['LINK_NOT_FOUND'])
})
