import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { apiRoots, expectError, expectGraphqlError, toGraphqlLink, urlItem, urlItemFields } from './answers.ts'

let test: TestApp
let ada: SeededAccount
/** Ids of Ada's 45 links, newest first. */
const ids: string[] = []
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  await test.seed.link(await test.seed.account())
  for (let count = 0; count < 45; count++) {
    // Every third has the same creation time as the previous one, so that the id decides.
    if (count % 3 !== 0) test.clock.advance({ seconds: 1 })
    ids.unshift((await test.seed.link(ada)).id)
  }
})
afterAll(() => test.close())

const list = (query = '', root = '/v1') => test.rest.get(`${root}/urls${query}`, { token: ada.token })
const idsOf = (links: { id: string }[]) => links.map(({ id }) => id)

describe('GET /urls', () => {
  it.each(apiRoots)(
    'returns 200 with the twenty newest links and exactly the documented fields, under %s',
    async (root) => {
      const { status, json, headers } = await list('', root)
      expect(status).toBe(200)
      expect(idsOf(json)).toEqual(ids.slice(0, 20))
      for (const link of json) expect(Object.keys(link).sort()).toEqual(urlItemFields)
      expect(json[0]).toEqual((await test.rest.get(`${root}/urls/${ids[0]}`, { token: ada.token })).json)
      expect(headers['x-total-count']).toBe('45')
      expect(headers.link).toBe(
        `<${test.settings.publicUrl}${root}/urls?page=1>; rel="first", <${test.settings.publicUrl}${root}/urls?page=2>; rel="next", <${test.settings.publicUrl}${root}/urls?page=3>; rel="last"`,
      )
    },
  )

  it('returns the same over GraphQL', async () => {
    const { data, errors } = await test.graph(`{ urls { totalCount nodes ${urlItem} } }`, { token: ada.token })
    expect(errors).toBeUndefined()
    const { json } = await list()
    expect(data.urls).toEqual({ totalCount: 45, nodes: json.map(toGraphqlLink) })
  })

  it('returns each link once over all pages', async () => {
    const seen: string[] = []
    for (let page = 1; page <= 5; page++) seen.push(...idsOf((await list(`?page=${page}&limit=10`)).json))
    expect(seen).toEqual(ids)
  })

  it('links to the neighbouring pages in the Link header, with the requested limit', async () => {
    const { headers } = await list('?limit=10&page=3')
    expect(headers['x-total-count']).toBe('45')
    expect(headers.link?.split(', ')).toEqual([
      `<${test.settings.publicUrl}/v1/urls?limit=10&page=1>; rel="first"`,
      `<${test.settings.publicUrl}/v1/urls?limit=10&page=2>; rel="prev"`,
      `<${test.settings.publicUrl}/v1/urls?limit=10&page=4>; rel="next"`,
      `<${test.settings.publicUrl}/v1/urls?limit=10&page=5>; rel="last"`,
    ])
  })

  it('has no next link on the last page, and no links on a page after it', async () => {
    const last = await list('?limit=10&page=5')
    expect(last.json).toHaveLength(5)
    expect(last.headers.link).not.toContain('rel="next"')
    const beyond = await list('?limit=10&page=7')
    expect({ status: beyond.status, json: beyond.json }).toEqual({ status: 200, json: [] })
    expect(beyond.headers['x-total-count']).toBe('45')
    expect(beyond.headers.link).toContain(`<${test.settings.publicUrl}/v1/urls?limit=10&page=5>; rel="prev"`)
  })

  it('accepts a limit of 1 and of 100, and a high page number', async () => {
    expect((await list('?limit=1')).json).toHaveLength(1)
    expect((await list('?limit=100')).json).toHaveLength(45)
    expect((await list('?page=1000000&limit=100')).json).toEqual([])
  })

  it('returns an empty array to an account without links, and no anonymous links', async () => {
    await test.rest.post('/v1/free-urls/shorten', { longUrl: 'https://example.com' })
    const { token } = await test.seed.account()
    const { status, json, headers } = await test.rest.get('/v1/urls', { token })
    expect({ status, json }).toEqual({ status: 200, json: [] })
    expect(headers['x-total-count']).toBe('0')
    expect(headers.link).toBe(
      `<${test.settings.publicUrl}/v1/urls?page=1>; rel="first", <${test.settings.publicUrl}/v1/urls?page=1>; rel="last"`,
    )
  })
})

describe('GET /urls returns', () => {
  it.each([
    ['page', ['0', '-1', '1.5', 'zqmark', '', ' 1', '1e3', '1000001', '99999999999999999999', 'null', '0x1']],
    ['limit', ['0', '-1', '101', '1.5', 'zqmark', '', '99999999999', 'Infinity', 'true']],
  ])('400 for a %s out of bounds or of the wrong type, without the value', async (field, values) => {
    for (const value of values) {
      const answer = await list(`?${field}=${encodeURIComponent(value)}`)
      expect([value, answer.status]).toEqual([value, 400])
      expectError(answer, 400, 'INVALID_PARAMS', [field])
      expect(answer.text).not.toMatch(/zqmark|99999/)
      expect(answer.headers['x-total-count']).toBeUndefined()
    }
    expectError(await list(`?${field}=1&${field}=2`), 400, 'INVALID_PARAMS', [field])
  })

  it('400 for an unknown query parameter, with the nearest known one', async () => {
    const answer = await list('?limit=2&serch=x')
    expectError(answer, 400, 'INVALID_PARAMS', ['serch'])
    expect(answer.json.message).toBe('serch: is not a parameter of this operation; did you mean search?')
    const written = await test.rest.post(
      '/v1/urls?clickLimit=5',
      { longUrl: 'https://a.example/' },
      { token: ada.token },
    )
    expectError(written, 400, 'INVALID_PARAMS', ['clickLimit'])
  })

  it('400 for both', async () => {
    expectError(await list('?page=0&limit=101'), 400, 'INVALID_PARAMS', ['limit', 'page'])
    expectError(await list('?page=x&limit=y'), 400, 'INVALID_PARAMS', ['limit', 'page'])
    expectError(await list(`?limit=101&search=${'x'.repeat(256)}`), 400, 'INVALID_PARAMS', ['limit', 'search'])
  })

  it.each(['first=1', 'after=x', 'last=1', 'before=x'])('400 for ?%s, which only GraphQL has', async (query) => {
    expectError(await list(`?${query}`), 400, 'INVALID_PARAMS', [query.split('=')[0] ?? ''])
  })

  it.each(['page: 1', 'limit: 1'])('400 over GraphQL for %s, which only REST has', async (argument) => {
    const answer = await test.graph(`{ urls(${argument}) { totalCount } }`, { token: ada.token })
    expectGraphqlError(answer, 400, 'GRAPHQL_VALIDATION_FAILED')
  })

  it.each(apiRoots)('401 without a valid credential, also for invalid parameters, under %s', async (root) => {
    expectError(await test.rest.get(`${root}/urls?page=0`), 401, 'UNAUTHENTICATED')
    expectError(await test.rest.get(`${root}/urls`, { token: 'worthless' }), 401, 'INVALID_TOKEN')
  })
})

describe('the statements of a list', () => {
  it('are as many for fifty links as for five', async () => {
    const counts: number[] = []
    for (const many of [5, 50]) {
      const account = await test.seed.account()
      for (let count = 0; count < many; count++) await test.seed.link(account)
      for (const ask of [
        () => test.rest.get('/v1/urls?limit=100', { token: account.token }),
        () => test.graph(`{ urls(first: 100) { totalCount nodes ${urlItem} } }`, { token: account.token }),
      ]) {
        test.statements.splice(0)
        await ask()
        counts.push(test.statements.length)
      }
    }
    // REST reads the page with its tags and its total at once; the graph reads those that are selected.
    expect(counts).toEqual([1, 3, 1, 3])
  })
})

describe('the total of a list', () => {
  it('is right on each page, whether it is kept, counted or follows from the last page', async () => {
    const account = await test.seed.account()
    for (let count = 0; count < 7; count++) await test.seed.link(account, { title: count < 4 ? 'Red' : 'Blue' })
    const headersOf = async (query: string) =>
      (await test.rest.get(`/v1/urls?${query}`, { token: account.token })).headers
    const totalOf = async (query: string) => (await headersOf(query))['x-total-count']
    for (const query of ['limit=3', 'limit=3&page=3', 'limit=7', 'limit=3&page=9', 'limit=100'])
      expect([query, await totalOf(query)]).toEqual([query, '7'])
    for (const query of ['limit=3&count=true', 'limit=3&page=2', 'limit=4', 'page=9&count=true'])
      expect([query, await totalOf(`search=red&${query}`)]).toEqual([query, '4'])
    expect(await totalOf('search=green&limit=3')).toBe('0')
    test.statements.splice(0)
    for (const [query, links] of [
      ['limit=3', ['first', 'next']],
      ['limit=2&page=2&sort=TITLE_ASC', ['first', 'prev', 'last']],
      ['limit=1&page=2', ['first', 'prev', 'next']],
      ['page=9', ['first', 'prev']],
    ] as const) {
      const { link, ...headers } = await headersOf(`search=red&${query}`)
      expect([...String(link).matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel)).toEqual(links)
      expect(headers['x-total-count']).toBe(links.includes('last' as never) ? '4' : undefined)
    }
    expect(test.statements.filter((sql) => /count\(/.test(sql))).toEqual([])
  })

  it('of all links of a workspace is read and not counted', async () => {
    const account = await test.seed.account()
    for (let count = 0; count < 3; count++) await test.seed.link(account)
    test.statements.splice(0)
    await test.rest.get('/v1/urls?limit=2', { token: account.token })
    expect(test.statements.filter((sql) => /count\(/.test(sql))).toEqual([])
  })
})
