import { buildSchema, parse, printSchema, validate } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toGraphSchema } from '../../src/platform/graphql/graph-schema.ts'
import { exampleTabs } from '../../src/platform/web/developer-pages/graphiql-examples.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { addressesIn, hashOfBoot } from './markup.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

/** The Accept header of Chromium for a typed address. */
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8' }
const document = encodeURIComponent('{ __typename }')

const open = () => test.rest.get('/graphql', { headers: browser })

describe('GraphiQL', () => {
  it.each(['/graphql', '/graphql/', '/graphql?tab=1'])('returns 200 with HTML to a browser at %s', async (path) => {
    const { status, headers } = await test.rest.get(path, { headers: browser })
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers.vary).toBe('accept')
    expect(headers['ratelimit-limit']).toBeUndefined()
  })

  it('loads only its own files, and each exists', async () => {
    const { text } = await open()
    const workers = [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(addressesIn(text)).toEqual([
      expect.stringMatching(/^\/assets\/graphiql-[0-9a-f]{16}\.css$/),
      expect.stringMatching(/^\/assets\/graphiql-[0-9a-f]{16}\.js$/),
    ])
    for (const path of new Set([...addressesIn(text), ...workers])) {
      const { status, headers } = await test.rest.get(path, { headers: { 'accept-encoding': 'br' } })
      expect([path, status]).toEqual([path, 200])
      expect(headers).toMatchObject({
        'content-type': path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
        'content-encoding': 'br',
        'cache-control': 'public, max-age=31536000, immutable',
      })
    }
  })

  it('names no other host outside its examples', async () => {
    const { text } = await open()
    expect(text.replaceAll(/https:\/\/example\.com\b/g, '')).not.toMatch(/https?:\/\//)
  })

  it('has a style sheet with inline fonts and images', async () => {
    const [styles = ''] = addressesIn((await open()).text)
    const { text } = await test.rest.get(styles)
    expect(text).not.toMatch(/@import|url\(\s*['"]?(?!data:)/)
  })

  it('has a policy for this host only, and forbids frames and caches', async () => {
    const { headers, text } = await open()
    expect(headers['content-security-policy']?.split('; ').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      'font-src data:',
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      `script-src 'self' '${hashOfBoot(text)}'`,
      "style-src 'self' 'unsafe-inline'",
      "worker-src 'self'",
    ])
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
  })

  it('does not store the token in its headers', async () => {
    expect((await open()).text).toContain('"shouldPersistHeaders":false')
  })

  it('opens with valid documents', () => {
    const schema = buildSchema(printSchema(toGraphSchema(test.app.schema)))
    for (const { query } of exampleTabs) expect(validate(schema, parse(query))).toEqual([])
  })

  it('opens with documents that need no token, and then those that use it', async () => {
    const [numbers, shorten, register, logIn, links] = exampleTabs
    expect((await test.graph(numbers.query)).data.publicStats.totalUsers).toEqual(expect.any(Number))
    expect((await test.graph(shorten.query)).data.shortenUrl.shortUrl).toMatch(/^http:\/\/tack\.test\//)
    const name = test.seed.word()
    const withOwnAddress = (document: string) => document.replace('ada@', `${name}@`)
    expect((await test.graph(withOwnAddress(register.query))).data.register.user.name).toBe('Ada')
    const { token } = (await test.graph(withOwnAddress(logIn.query))).data.login
    const { json: link } = await test.rest.post('/v1/urls', { longUrl: 'https://example.com/tab' }, { token })
    expect((await test.graph(links.query, { token })).data.urls).toEqual({
      totalCount: 1,
      nodes: [{ title: link.title, shortUrl: `http://tack.test/${link.shortUrl}`, currentClicks: 0 }],
    })
  })
})

describe('everything else at /graphql goes to Apollo', () => {
  it.each(['application/json', '*/*', 'application/graphql-response+json', undefined])(
    'returns 400 for a GET with Accept %s and no query',
    async (accept) => {
      const { status, headers } = await test.rest.get('/graphql', { headers: accept ? { accept } : {} })
      expect(status).toBe(400)
      expect(headers['content-type']).not.toMatch(/html/)
      expect(headers['ratelimit-limit']).toBeDefined()
    },
  )

  it('returns data for a GET with a query', async () => {
    const headers = { accept: 'application/json' }
    const { status, json } = await test.rest.get(`/graphql?query=${document}`, { headers })
    expect(status).toBe(200)
    expect(json.data).toEqual({ __typename: 'Query' })
  })

  it('returns data to a browser that opens a link with a query: no site can send a credential with it', async () => {
    const { status, json } = await test.rest.get(`/graphql?query=${document}`, { headers: browser })
    expect([status, json.data]).toEqual([200, { __typename: 'Query' }])
  })

  it('answers a POST with any Accept header', async () => {
    for (const accept of ['application/json', `${browser.accept}`]) {
      const { status, json } = await test.rest.post('/graphql', { query: '{ __typename }' }, { headers: { accept } })
      expect([accept, status, json?.data]).toEqual([accept, 200, { __typename: 'Query' }])
    }
  })

  it('returns 405 for HEAD, from a browser too', async () => {
    const { status, headers } = await test.rest.send('HEAD', '/graphql', { headers: browser })
    expect(status).toBe(405)
    expect(headers.allow).toBe('GET, POST')
  })
})
