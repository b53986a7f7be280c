import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiRoots } from '../../src/platform/rest/rest-routes.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { RestAnswer, RestOptions } from '../support/rest.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '50' })
})
afterAll(() => test.close())

const origin = 'https://app.example.com'

const preflight = (path: string, method: string, headers: Record<string, string> = {}, from = '203.0.113.9') =>
  test.rest.send('OPTIONS', path, {
    from,
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'x', ...headers },
  })

const listOf = (value: string | undefined) => value?.split(', ').toSorted()
const corsOf = ({ headers }: RestAnswer) => Object.keys(headers).filter((name) => name.startsWith('access-control-'))

/** What each library sends from a browser and a preflight asks for, with its default settings or a documented option. */
const libraries: [string, string][] = [
  ['our own clients', 'authorization content-type idempotency-key x-workspace-id'],
  ['Apollo Client with clientAwareness', 'apollographql-client-name apollographql-client-version'],
  ['Apollo Client with batches or uploads', 'apollo-require-preflight x-apollo-operation-name'],
  ['OpenTelemetry', 'traceparent tracestate baggage b3'],
  ['Sentry', 'sentry-trace baggage traceparent'],
  ['jQuery and axios', 'x-requested-with'],
  ['fetch with cache: no-cache or reload', 'cache-control pragma if-none-match'],
  ['an EventSource that connects again', 'last-event-id'],
]

describe('a preflight', () => {
  const offers: [string, string[]][] = [
    ...apiRoots.flatMap((root): [string, string[]][] => [
      [`${root}/urls`, ['GET', 'HEAD', 'POST']],
      [`${root}/urls/lnk_1`, ['GET', 'HEAD', 'PATCH', 'DELETE']],
      [`${root}/free-urls/shorten`, ['POST']],
      [`${root}/openapi.json`, ['GET', 'HEAD']],
    ]),
    ['/graphql', ['GET', 'POST']],
  ]

  it.each(offers)('of %s returns 204 with its methods %j', async (path, methods) => {
    const answer = await preflight(path, 'POST')
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(listOf(answer.headers['access-control-allow-methods'])).toEqual(methods.toSorted())
    const allowed = listOf(answer.headers['access-control-allow-headers'])
    for (const [, headers] of libraries) expect(allowed).toEqual(expect.arrayContaining(headers.split(' ')))
    expect(answer.headers['access-control-max-age']).toBe('7200')
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it('needs no credential and ignores an invalid one', async () => {
    expect((await preflight('/v1/auth/me', 'GET', { authorization: 'Bearer a.b.c' })).status).toBe(204)
  })

  it('costs no quota, and succeeds when the quota is used up', async () => {
    const from = '203.0.113.50'
    for (let made = 0; made < 60; made++) {
      const answer = await preflight('/v1/urls', 'POST', {}, from)
      expect([answer.status, answer.headers['ratelimit-remaining']]).toEqual([204, '50'])
    }
    const call = () => test.rest.get('/v1/auth/me', { from })
    expect((await call()).headers['ratelimit-remaining']).toBe('49')
    for (let made = 1; made < 50; made++) await call()
    expect((await call()).status).toBe(429)
    expect((await preflight('/v1/urls', 'POST', {}, from)).status).toBe(204)
  })

  it.each<[string, Record<string, string>]>([
    ['neither header', {}],
    ['an origin alone', { origin }],
    ['a method alone', { 'access-control-request-method': 'POST' }],
  ])('is none with %s: OPTIONS answers 405 with Allow', async (_what, headers) => {
    for (const path of ['/v1/urls', '/graphql']) {
      const answer = await test.rest.send('OPTIONS', path, { headers })
      const { code } = answer.json.error ?? answer.json.errors[0].extensions
      expect([answer.status, code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
      expect(answer.headers.allow).toContain('POST')
      expect(answer.headers).not.toHaveProperty('access-control-allow-methods')
    }
  })
})

describe('an answer to a script of another origin', () => {
  it.each<[number, string, string, RestOptions]>([
    [200, 'GET', '/v1/openapi.json', {}],
    [200, 'HEAD', '/v1/openapi.json', {}],
    [200, 'GET', '/.well-known/oauth-authorization-server', { headers: { host: 'tack.test' } }],
    [400, 'POST', '/v1/auth/login', { body: {} }],
    [400, 'POST', '/v1/auth/login', { body: '{', headers: { 'content-type': 'application/json' } }],
    [401, 'GET', '/api/urls', {}],
    [404, 'GET', '/v1?page=1', {}],
    [404, 'GET', '/v1/nothing', {}],
    [405, 'PUT', '/v1/urls', {}],
    [200, 'POST', '/graphql', { body: { query: '{ __typename }' } }],
    [400, 'POST', '/graphql', { body: { query: '{' } }],
  ])('may be read, a %i to %s %s too, with its headers', async (status, method, path, options) => {
    const answer = await test.rest.send(method, path, { ...options, headers: { origin, ...options.headers } })
    expect(answer.status).toBe(status)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(listOf(answer.headers['access-control-expose-headers'])).toEqual([
      'content-disposition',
      'deprecation',
      'idempotency-replayed',
      'link',
      'ratelimit-cost',
      'ratelimit-limit',
      'ratelimit-policy',
      'ratelimit-remaining',
      'ratelimit-reset',
      'retry-after',
      'sunset',
      'www-authenticate',
      'x-request-id',
      'x-total-count',
    ])
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it('is the same for every origin and without one, for caches', async () => {
    for (const headers of [{}, { origin }, { origin: 'null' }, { origin: 'https://evil.example', cookie: 'a=b' }]) {
      const answer = await test.rest.get('/v1/openapi.json', { headers: headers as Record<string, string> })
      expect(answer.headers['access-control-allow-origin']).toBe('*')
    }
  })
})

describe('visitors, pages and health', () => {
  it('do not allow scripts of other origins, and return 405 for a preflight', async () => {
    const { shortUrl } = await test.seed.link(await test.seed.account())
    for (const path of [
      `/${shortUrl}`,
      '/nobody-took-this',
      '/',
      '/docs',
      '/healthz',
      '/robots.txt',
      '/nothing/here',
    ]) {
      expect(corsOf(await test.rest.get(path, { headers: { origin } })), path).toEqual([])
      const answer = await preflight(path, 'GET')
      expect([path, ...corsOf(answer)]).toEqual([path])
      expect([404, 405], path).toContain(answer.status)
    }
  })
})
