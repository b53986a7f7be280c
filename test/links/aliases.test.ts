import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listRestOperations } from '../../src/platform/rest/rest-operations.ts'
import { apiRoots } from '../../src/platform/rest/rest-routes.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { expectError, expectGraphqlError, linkRow, linksOf, visit } from './answers.ts'

let test: TestApp
let ada: SeededAccount
let ben: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  ben = await test.seed.account()
})
afterAll(() => test.close())

const longUrl = 'https://example.com/'
const create = ({ token }: SeededAccount, customUrl: string) =>
  test.rest.post('/v1/urls', { longUrl, customUrl }, { token })
const createDocument = `mutation ($code: String) {
  createUrl(input: { destination: "https://example.com/", code: $code }) { id }
}`

describe('a taken alias', () => {
  it('returns 409 SLUG_TAKEN in any case, for every operation with an alias', async () => {
    const customUrl = `Mixed-${test.seed.word()}`
    await test.seed.link(ada, { customUrl })
    const other = await test.seed.link(ben)
    for (const spelling of [customUrl, customUrl.toLowerCase(), customUrl.toUpperCase(), ` ${customUrl} `]) {
      for (const account of [ada, ben]) {
        expectError(await create(account, spelling), 409, 'SLUG_TAKEN', ['customUrl'])
      }
      const free = await test.rest.post('/v1/free-urls/shorten', { longUrl, customCode: spelling })
      expectError(free, 409, 'SLUG_TAKEN', ['customCode'])
      const patch = await test.rest.patch(`/v1/urls/${other.id}`, { customUrl: spelling }, { token: ben.token })
      expectError(patch, 409, 'SLUG_TAKEN', ['customUrl'])
      const graph = await test.graph(createDocument, { token: ben.token, variables: { code: spelling } })
      expectGraphqlError(graph, 409, 'SLUG_TAKEN', ['code'])
    }
    expect((await linkRow(test, other.id))?.code).toBe(other.shortUrl)
  })

  it('returns 409 for the same alias in full-width letters', async () => {
    const customUrl = test.seed.word()
    await test.seed.link(ada, { customUrl })
    const wide = customUrl.replace(/[a-z0-9]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
    expectError(await create(ben, wide), 409, 'SLUG_TAKEN')
  })

  it('returns 409 for a generated code', async () => {
    const { shortUrl } = await test.seed.link(ada)
    expectError(await create(ben, shortUrl.toUpperCase()), 409, 'SLUG_TAKEN')
  })

  it('is shown as typed and found in any case', async () => {
    const customUrl = `CaseD-${test.seed.word()}`
    const link = await test.seed.link(ada, { customUrl })
    expect(link).toMatchObject({ shortUrl: customUrl, customUrl })
    expect((await visit(test, customUrl.toUpperCase())).headers.location).toBe(link.originalUrl)
  })

  it('is given to exactly one of twenty concurrent requests over REST and GraphQL', async () => {
    const before = (await linksOf(test, ada.workspaceId)) + (await linksOf(test, ben.workspaceId))
    const customUrl = test.seed.word()
    const askers = Array.from({ length: 20 }, async (_, index) => {
      const account = index % 4 < 2 ? ada : ben
      const spelling = index % 3 === 0 ? customUrl.toUpperCase() : customUrl
      if (index % 2 === 0) return (await create(account, spelling)).status
      const { errors } = await test.graph(createDocument, { token: account.token, variables: { code: spelling } })
      return errors?.[0]?.extensions.http.status ?? 201
    })
    const statuses = (await Promise.all(askers)).sort()
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
    expect(await test.sql('select key from code where key = ?', [customUrl])).toHaveLength(1)
    expect((await linksOf(test, ada.workspaceId)) + (await linksOf(test, ben.workspaceId))).toBe(before + 1)
  })

  it('comes with available suggestions: none of sixty is taken', async () => {
    const customUrl = `Sug-${test.seed.word()}`
    await test.seed.link(ada, { customUrl })
    const suggestions = new Set<string>()
    while (suggestions.size < 60) {
      const { json } = await create(ben, customUrl)
      const [{ suggestions: free }] = json.error.details
      expect(free).toHaveLength(3)
      expect(json.error.resolution).toContain(free[0])
      for (const each of free) suggestions.add(each)
    }
    for (const suggestion of suggestions) {
      expect(suggestion).toMatch(new RegExp(`^${customUrl}-[2-9a-z]{3}$`))
      expect((await create(ben, suggestion)).status).toBe(201)
    }
  })

  it('comes with suggestions of valid length for an alias of the maximum length', async () => {
    const customUrl = test.seed.word().padEnd(64, 'x')
    await test.seed.link(ada, { customUrl })
    const [{ suggestions }] = (await create(ben, customUrl)).json.error.details
    for (const suggestion of suggestions) expect((await create(ben, suggestion)).status).toBe(201)
  })

  it('comes without suggestions if each would contain a denied word', async () => {
    // Suggestions cut the alias to sixty characters, and then it ends with a denied word.
    const customUrl = `${test.seed.word().padEnd(55, 'x')}-shittake`
    await test.seed.link(ada, { customUrl })
    const answer = await create(ben, customUrl)
    expectError(answer, 409, 'SLUG_TAKEN', ['customUrl'])
    expect(answer.json.error.details[0].suggestions).toEqual([])
  })
})

describe('a reserved word', () => {
  /** The first segments of all routes that Fastify prints. */
  const served = () => {
    const routes = test.app.server.printRoutes({ commonPrefix: false }).matchAll(/^ {4}[├└]── ([^/\s:*]+)/gm)
    return [...new Set([...routes].map(([, segment = '']) => segment))]
  }

  it('returns 400 SLUG_RESERVED for the first segment of every route, and for its stem', async () => {
    expect(served()).toEqual(
      expect.arrayContaining(['v1', 'graphql', 'healthz', 'readyz', 'robots.txt', 'favicon.ico']),
    )
    const roots = apiRoots.map((root) => root.split('/')[1] ?? '')
    for (const segment of [...served(), ...roots]) {
      const [stem = ''] = segment.split('.')
      for (const spelling of [stem, stem.toUpperCase()].filter(({ length }) => length >= 3)) {
        const answer = await create(ada, spelling)
        expect([spelling, answer.status, answer.json.error.code]).toEqual([spelling, 400, 'SLUG_RESERVED'])
      }
    }
  })

  it('returns 400 SLUG_RESERVED for the first segment of every path of the API, in any case and width', async () => {
    const nouns = new Set(listRestOperations(test.app.schema).map(({ route }) => route.path.split('/')[1] ?? ''))
    expect([...nouns]).toEqual(expect.arrayContaining(['activity', 'anomalies', 'abuse-reports', 'qr-logos']))
    for (const noun of nouns) {
      const fullWidth = noun.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
      for (const spelling of [noun, noun.toUpperCase(), ` ${fullWidth}`]) {
        const answer = await create(ada, spelling)
        expect([spelling, answer.status, answer.json.error.code]).toEqual([spelling, 400, 'SLUG_RESERVED'])
      }
    }
  })

  it('stays the code of a link that has it, may be sent again, and is not given to another link', async () => {
    const [link, other] = [await test.seed.link(ada), await test.seed.link(ada)]
    const change = (id: string, body: object) => test.rest.patch(`/v1/urls/${id}`, body, { token: ada.token })
    await test.sql('insert into code (key, link_id, workspace_id) values (?, ?, ?)', [
      'anomaly',
      link.id,
      ada.workspaceId,
    ])
    await test.sql('update link set code = ?, is_custom = true where id = ?', ['anomaly', link.id])
    expect((await test.rest.get('/Anomaly')).headers.location).toBe(link.originalUrl)
    const changed = await change(link.id, { customUrl: 'Anomaly', title: 'Sent again' })
    expect([changed.status, changed.json.customUrl, changed.json.title]).toEqual([200, 'Anomaly', 'Sent again'])
    expectError(await change(link.id, { customUrl: 'activity' }), 400, 'SLUG_RESERVED', ['customUrl'])
    expectError(await change(other.id, { customUrl: 'anomaly' }), 400, 'SLUG_RESERVED', ['customUrl'])
    expect((await change(link.id, { customUrl: null })).status).toBe(200)
    expectError(await change(link.id, { customUrl: 'anomaly' }), 400, 'SLUG_RESERVED', ['customUrl'])
  })

  it('returns 400 for a reserved word that is too short for an alias', async () => {
    for (const word of ['v1', 'p', 'q', 'l']) expect((await create(ada, word)).status).toBe(400)
  })

  it.each([
    'callback',
    'sso',
    'scim',
    'console',
    'verify',
    'reset',
    'invite',
    'admin',
    'login',
    'urls',
    'free-urls',
    'dynamic-qr',
    'public-stats',
    'www',
    'undefined',
  ])('returns 400 SLUG_RESERVED for %s, for every operation with an alias', async (word) => {
    const link = await test.seed.link(ada)
    expectError(await create(ada, word), 400, 'SLUG_RESERVED', ['customUrl'])
    const patch = await test.rest.patch(`/v1/urls/${link.id}`, { customUrl: word }, { token: ada.token })
    expectError(patch, 400, 'SLUG_RESERVED', ['customUrl'])
    const graph = await test.graph(createDocument, { token: ada.token, variables: { code: word } })
    expectGraphqlError(graph, 400, 'SLUG_RESERVED', ['code'])
    expect((await linkRow(test, link.id))?.code).toBe(link.shortUrl)
  })
})

describe('a denied word', () => {
  it.each(['shit', 'SHIT', '5h1t', 'my-shit-link', 'b1tch'])('returns 400 SLUG_NOT_ALLOWED for %s', async (word) => {
    expectError(await create(ada, word), 400, 'SLUG_NOT_ALLOWED', ['customUrl'])
  })

  it.each(['shitake', 'scunthorpe'])('is allowed inside another word: %s', async (word) => {
    expect((await create(ada, `${word}-${test.seed.word()}`)).status).toBe(201)
  })
})
