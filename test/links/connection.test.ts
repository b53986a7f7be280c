import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foldAll } from '../clicks/analytics/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { expectError, expectGraphqlError, visit } from './answers.ts'

let test: TestApp
let ada: SeededAccount
/** Ada's nine links in the order of creation. Clicks and titles have other orders, with equal values. */
const links: SeededLink[] = []
const titles = ['delta', 'Bravo', 'alpha', 'bravo', 'CHARLIE', '100% sure', 'snake_case', 'back\\slash', 'Alpha']
const clicks = [0, 2, 1, 0, 3, 2, 0, 1, 0]
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  await test.seed.link(await test.seed.account(), { title: 'alpha of another account' })
  for (const [index, title] of titles.entries()) {
    // Pairs have the same creation time, so that the id decides.
    if (index % 2 === 0) test.clock.advance({ seconds: 1 })
    const options = {
      title,
      customUrl: `Code-${index}-${test.seed.word()}`,
      longUrl: `https://site-${index}.example/Path`,
    }
    const link = await test.seed.link(ada, options)
    links.push(link)
    for (let count = 0; count < (clicks[index] ?? 0); count++) await visit(test, link.shortUrl)
  }
  await foldAll(test)
  await test.rest.patch(`/v1/urls/${links[3]?.id}`, { isActive: false }, { token: ada.token })
})
afterAll(() => test.close())

const document = `query ($first: Int, $after: String, $search: String, $isActive: Boolean, $sort: LinkSort) {
  urls(first: $first, after: $after, search: $search, isActive: $isActive, sort: $sort) {
    edges { node { id title } cursor }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`

interface Connection {
  edges: { node: { id: string; title: string }; cursor: string }[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
}

const ask = (variables: Record<string, unknown> = {}, { token } = ada) => test.graph(document, { token, variables })

async function browse(variables: Record<string, unknown> = {}): Promise<Connection> {
  const { data, errors } = await ask(variables)
  expect(errors).toBeUndefined()
  return data.urls
}

const idsOf = ({ edges }: Connection) => edges.map(({ node }) => node.id)
const titlesOf = ({ edges }: Connection) => edges.map(({ node }) => node.title)
const indexesOf = (connection: Connection) => idsOf(connection).map((id) => links.findIndex((link) => link.id === id))

describe('urls over GraphQL', () => {
  it('returns the newest first, on one page if they fit', async () => {
    const connection = await browse()
    expect(indexesOf(connection)).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0])
    const { edges, pageInfo } = connection
    expect(pageInfo).toEqual({
      hasNextPage: false,
      hasPreviousPage: false,
      startCursor: edges[0]?.cursor,
      endCursor: edges[8]?.cursor,
    })
  })

  it('returns twenty by default, and up to a hundred', async () => {
    const account = await test.seed.account()
    for (let count = 0; count < 21; count++) await test.seed.link(account)
    const sizeOf = async (variables: Record<string, unknown>) => (await ask(variables, account)).data.urls.edges.length
    expect(await sizeOf({})).toBe(20)
    expect(await sizeOf({ first: 100 })).toBe(21)
    expect(await sizeOf({ first: 1 })).toBe(1)
  })

  it.each([
    ['CREATED_DESC', [8, 7, 6, 5, 4, 3, 2, 1, 0]],
    ['CREATED_ASC', [0, 1, 2, 3, 4, 5, 6, 7, 8]],
    ['CLICKS_DESC', [4, 5, 1, 7, 2, 8, 6, 3, 0]],
    ['CLICKS_ASC', [0, 3, 6, 8, 2, 7, 1, 5, 4]],
    ['LAST_CLICK_DESC', [7, 5, 4, 2, 1, 8, 6, 3, 0]],
  ])('sorts by %s, with the same result for every page size', async (sort, order) => {
    expect(indexesOf(await browse({ sort }))).toEqual(order)
    for (const first of [1, 2, 4, 9]) expect(await walk({ sort, first })).toEqual(order)
  })

  it('sorts by TITLE_ASC regardless of case, and equal titles by creation', async () => {
    const order = indexesOf(await browse({ sort: 'TITLE_ASC' }))
    const words = order.filter((index) => /^[a-z]+$/i.test(titles[index] ?? ''))
    expect(words).toEqual([2, 8, 1, 3, 4, 0])
    for (const first of [1, 2, 4, 9]) expect(await walk({ sort: 'TITLE_ASC', first })).toEqual(order)
  })

  /** Reads all pages, by cursor. */
  async function walk(variables: Record<string, unknown>): Promise<number[]> {
    const seen: number[] = []
    for (let after: string | null = null; ; ) {
      const page: Connection = await browse({ ...variables, ...(after && { after }) })
      seen.push(...indexesOf(page))
      expect(page.pageInfo.hasPreviousPage).toBe(after !== null)
      if (!page.pageInfo.hasNextPage) return seen
      after = page.pageInfo.endCursor
    }
  }

  it('continues after a deleted link, and skips a link created in the meantime', async () => {
    const account = await test.seed.account()
    const made: SeededLink[] = []
    for (let count = 0; count < 4; count++) made.push(await test.seed.link(account))
    const { data: one } = await ask({ first: 2 }, account)
    await test.rest.delete(`/v1/urls/${one.urls.edges[1].node.id}`, { token: account.token })
    await test.seed.link(account)
    const { data: two } = await ask({ first: 2, after: one.urls.pageInfo.endCursor }, account)
    expect(idsOf(two.urls)).toEqual([made[1]?.id, made[0]?.id])
    expect(two.urls.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
  })

  it('returns an empty page with null cursors', async () => {
    const { data } = await ask({}, await test.seed.account())
    const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null }
    expect(data.urls).toEqual({ edges: [], pageInfo })
    const last = (await browse({ first: 9 })).pageInfo.endCursor
    expect(idsOf(await browse({ after: last }))).toEqual([])
  })
})

describe('the search', () => {
  it.each([
    ['ALPHA', [8, 2]],
    ['site-4.EXAMPLE', [4]],
    ['code-6', [6]],
    ['  delta ', [0]],
    ['%', [5]],
    ['0% S', [5]],
    ['_', [6]],
    ['\\', [7]],
    ["'", []],
    ['nothing has this', []],
    ['', [8, 7, 6, 5, 4, 3, 2, 1, 0]],
    ['  ', [8, 7, 6, 5, 4, 3, 2, 1, 0]],
  ])('finds %j in title, code or destination', async (search, expected) => {
    expect(indexesOf(await browse({ search }))).toEqual(expected)
  })

  it('has the same pages and filters', async () => {
    const { edges, pageInfo } = await browse({ search: 'alpha', first: 1, sort: 'CREATED_ASC' })
    expect(edges[0]?.node.title).toBe('alpha')
    const next = await browse({ search: 'alpha', first: 1, sort: 'CREATED_ASC', after: pageInfo.endCursor })
    expect([titlesOf(next), next.pageInfo.hasNextPage]).toEqual([['Alpha'], false])
    expect(titlesOf(await browse({ search: 'bravo', isActive: true }))).toEqual(['Bravo'])
  })

  it('returns enabled links, disabled links, or all if isActive is null', async () => {
    expect(indexesOf(await browse({ isActive: false }))).toEqual([3])
    expect(indexesOf(await browse({ isActive: true }))).toEqual([8, 7, 6, 5, 4, 2, 1, 0])
    expect(indexesOf(await browse({ isActive: null, search: null, after: null }))).toHaveLength(9)
  })
})

describe('GET /urls', () => {
  const list = (query: string) => test.rest.get(`/v1/urls?${query}`, { token: ada.token })

  it.each([
    { sort: 'CREATED_ASC' },
    { sort: 'CLICKS_DESC' },
    { sort: 'TITLE_ASC' },
    { search: 'ALPHA' },
    { search: '0% S', sort: 'TITLE_ASC' },
    { search: 'bravo', isActive: true },
    { isActive: false },
  ])('returns the same links as over GraphQL for %j, on all its pages', async (variables) => {
    const expected = idsOf(await browse(variables))
    const parameters = Object.entries(variables).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    const seen: string[] = []
    for (let page = 1; page <= expected.length; page++) {
      const { json, headers } = await list([...parameters, 'limit=1', 'count=true', `page=${page}`].join('&'))
      expect(headers['x-total-count']).toBe(String(expected.length))
      seen.push(...json.map(({ id }: { id: string }) => id))
    }
    expect(seen).toEqual(expected)
  })

  it('sorts by values in lower case, and by the former ones in capitals', async () => {
    const titles = async (sort: string) => (await list(`sort=${sort}`)).json.map(({ title }: SeededLink) => title)
    expect(await titles('title_asc')).toEqual(titlesOf(await browse({ sort: 'TITLE_ASC' })))
    expect(await titles('TITLE_ASC')).toEqual(await titles('title_asc'))
    expectError(await list('sort=Title_asc'), 400, 'INVALID_PARAMS', ['sort'])
  })

  it('keeps the search and the order in the Link header', async () => {
    const { headers } = await list('search=alpha&sort=TITLE_ASC&limit=1')
    expect(headers.link).toContain('/v1/urls?search=alpha&sort=TITLE_ASC&limit=1&page=2>; rel="next"')
  })

  it.each([
    ['sort=TITLE', 'sort'],
    ['isActive=perhaps', 'isActive'],
    [`search=${'a'.repeat(256)}`, 'search'],
    ['search=a%00', 'search'],
  ])('returns 400 for ?%s, with the field', async (query, field) => {
    expectError(await list(query), 400, 'INVALID_PARAMS', [field])
  })
})

describe('totalCount', () => {
  const statementsOf = async (selection: string) => {
    test.statements.splice(0)
    const { data } = await test.graph(`{ urls(first: 2, search: "alpha") { ${selection} } }`, { token: ada.token })
    return { urls: data.urls, statements: test.statements.length }
  }

  it('counts the results on all pages, and only if it is selected', async () => {
    expect(await statementsOf('totalCount')).toEqual({ urls: { totalCount: 2 }, statements: 2 })
    expect((await statementsOf('edges { node { id } }')).statements).toBe(1)
  })
})

describe('urls over GraphQL returns', () => {
  const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  const now = Date.now()

  it.each([
    ['text that is not a cursor', 'CREATED_DESC', 'zqmark'],
    ['an empty one', 'CREATED_DESC', ''],
    ['JSON that is not a list', 'CREATED_DESC', Buffer.from('{"zqmark":1}').toString('base64url')],
    ['JSON null', 'CREATED_DESC', 'bnVsbA'],
    ['a cursor of another order', 'CREATED_ASC', cursor('CREATED_DESC', now, 'lnk_1')],
    ['a key of another type', 'CREATED_DESC', cursor('CREATED_DESC', 'zqmark', 'lnk_1')],
    ['an operator for a key', 'CREATED_DESC', cursor('CREATED_DESC', { $ne: null }, 'lnk_1')],
    ['an instant no calendar has', 'CREATED_DESC', cursor('CREATED_DESC', 8.64e15, 'lnk_1')],
    ['an instant before time began', 'CREATED_DESC', cursor('CREATED_DESC', -1, 'lnk_1')],
    ['a count out of range', 'CLICKS_DESC', cursor('CLICKS_DESC', 2_147_483_648, 'lnk_1')],
    ['half a click', 'CLICKS_DESC', cursor('CLICKS_DESC', 0.5, 'lnk_1')],
    ['a title that cannot be stored', 'TITLE_ASC', cursor('TITLE_ASC', 'a\u0000', 'lnk_1')],
    ['broken text', 'TITLE_ASC', cursor('TITLE_ASC', '\ud800', 'lnk_1')],
    ['an id that cannot be stored', 'TITLE_ASC', cursor('TITLE_ASC', 'a', 'lnk\u0000')],
    ['no id', 'TITLE_ASC', cursor('TITLE_ASC', 'a')],
    ['one part too many', 'TITLE_ASC', cursor('TITLE_ASC', 'a', 'lnk_1', 'zqmark')],
  ])('400 naming after for %s, without the value', async (_, sort, after) => {
    const answer = await ask({ sort, after })
    expectGraphqlError(answer, 400, 'INVALID_PARAMS', ['after'])
    expect(JSON.stringify(answer)).not.toMatch(/zqmark|\$ne/)
  })

  it.each([
    [{ first: -1 }, ['first']],
    [{ first: 101 }, ['first']],
    [{ search: 'x'.repeat(256) }, ['search']],
    [{ search: 'a\u0000' }, ['search']],
    [{ first: 101, search: 'x'.repeat(256) }, ['first', 'search']],
  ])('400 for %j', async (variables, fields) => {
    expectGraphqlError(await ask(variables), 400, 'INVALID_PARAMS', fields)
  })

  it('400 for an unknown sort and a wrong type', async () => {
    expectGraphqlError(await ask({ sort: 'ID_ASC' }), 400, 'BAD_USER_INPUT')
    expectGraphqlError(await ask({ first: 'zqmark' }), 400, 'BAD_USER_INPUT')
  })

  it('401 without a valid credential', async () => {
    expectGraphqlError(await test.graph('{ urls { totalCount } }'), 401, 'UNAUTHENTICATED')
    expectGraphqlError(await test.graph('{ urls { totalCount } }', { token: 'worthless' }), 401, 'INVALID_TOKEN')
  })

  it('the caller’s own links for a cursor of another account', async () => {
    const { endCursor } = (await browse({ first: 1 })).pageInfo
    const { data } = await ask({ after: endCursor }, await test.seed.account())
    expect(data.urls.edges).toEqual([])
  })
})
