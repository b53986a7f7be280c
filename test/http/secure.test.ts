import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDomain } from '../domains/seed.ts'
import { expectError } from '../links/answers.ts'
import { seedClient } from '../oauth/client.ts'
import { addressOf } from '../oauth/flow.ts'
import { listen, sharedApp, startApp, type TestApp } from '../support/app.ts'
import { nameServers } from '../support/name-servers.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount } from '../support/seed.ts'
import { startPageServer } from '../unfurling/page-server.ts'
import { Wire } from './wire.ts'

let test: TestApp
let account: SeededAccount
beforeAll(async () => {
  test = await startApp({
    PUBLIC_URL: 'https://tack.test',
    NODE_ENV: 'production',
    OUTWARD_NETWORKS: 'public',
    METRICS_TOKEN: '',
  })
  account = await test.seed.account()
})
afterAll(() => test.close())

const forJson = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}
const transport = 'max-age=31536000'

describe('every JSON answer', () => {
  it.each<[number, string, string, object?]>([
    [200, 'GET', '/v1/auth/me'],
    [200, 'HEAD', '/v1/urls'],
    [201, 'POST', '/v1/urls', { longUrl: 'https://example.com/' }],
    [400, 'POST', '/v1/urls', {}],
    [404, 'GET', '/v1/urls/lnk_1'],
    [404, 'GET', '/v1/nothing'],
    [404, 'GET', '/nothing/at/all'],
    [405, 'PUT', '/v1/urls'],
    [200, 'POST', '/graphql', { query: '{ me { email } }' }],
    [400, 'POST', '/graphql', { query: '{' }],
    [200, 'GET', '/healthz'],
    [200, 'GET', '/readyz'],
  ])('carries the headers, a %i to %s %s too', async (status, method, path, body) => {
    const answer = await test.rest.send(method, path, { token: account.token, body })
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({ ...forJson, 'strict-transport-security': transport })
  })

  it('has them for requests that Node cannot parse', async () => {
    const wire = await Wire.open(await listen(test))
    wire.send('GET / HTTP/9.9', '', '')
    const text = await wire.ended()
    for (const [name, value] of Object.entries({ ...forJson, 'strict-transport-security': transport }))
      expect(text).toContain(`\r\n${name}: ${value}\r\n`)
  })

  it('is not cacheable, except the OpenAPI document', async () => {
    const { headers } = await test.rest.get('/v1/openapi.json')
    expect(headers).toMatchObject({ ...forJson, 'cache-control': 'public, max-age=300' })
  })
})

describe('every answer', () => {
  it('names neither server nor framework, and requires https', async () => {
    const { shortUrl } = await test.seed.link(account)
    const paths = [`/${shortUrl}`, '/nobody-took-this', '/', '/docs', '/robots.txt', '/favicon.ico', '/v1/urls']
    for (const path of paths) {
      const { headers } = await test.rest.get(path)
      expect(headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'strict-transport-security': transport,
      })
      for (const name of ['server', 'x-powered-by', 'via']) expect(headers, path).not.toHaveProperty(name)
    }
  })

  it('of a page has the policy of the page', async () => {
    const { headers } = await test.rest.get('/nobody-took-this')
    expect(headers['content-security-policy']).toMatch(/style-src 'sha256-/)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers).not.toHaveProperty('cross-origin-resource-policy')
  })

  it('of a redirect does not set a referrer policy or frame options', async () => {
    const { shortUrl } = await test.seed.link(account)
    const answer = await test.rest.get(`/${shortUrl}`)
    expect([answer.status, answer.headers['referrer-policy']]).toEqual([302, 'no-referrer-when-downgrade'])
    expect(answer.headers).not.toHaveProperty('cross-origin-resource-policy')
  })

  it('to an account form sets cookies that no other host can set', async () => {
    const { headers, text } = await test.rest.get('/account/login')
    const form = String([headers['set-cookie']].flat()[0])
    const token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const answer = await test.rest.send('POST', '/account/login', {
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: String(form.split(';')[0]) },
      body: new URLSearchParams({ token, email: account.email, password: account.password }).toString(),
    })
    expect(answer.status).toBe(303)
    const session = String([answer.headers['set-cookie']].flat()[0])
    expect(form).toMatch(/^__Host-tack_form=[\w-]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(session).toMatch(/^__Host-tack_session=[^;]+; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    const cookie = String(session.split(';')[0])
    expect((await test.rest.get('/account/overview', { headers: { cookie } })).status).toBe(200)
    expect((await test.rest.get('/v1/auth/me', { headers: { cookie } })).status).toBe(401)
  })

  it('has no Strict-Transport-Security without https', async () => {
    const plain = await sharedApp()
    const answers: RestAnswer[] = [await plain.rest.get('/'), await plain.rest.get('/v1/urls')]
    for (const { headers } of answers) expect(headers).not.toHaveProperty('strict-transport-security')
    await plain.close()
  })
})

describe('GET /graphql in a browser', () => {
  it('returns a page without scripts in production, instead of GraphiQL, and clients get data', async () => {
    const { status, headers, text } = await test.rest.get('/graphql', { headers: { accept: 'text/html' } })
    expect(status).toBe(200)
    expect(headers['content-security-policy']).not.toMatch(/script|unsafe/)
    expect(text).toContain('switched off')
    expect(text).not.toMatch(/<script|\/assets\//)
    expect((await test.rest.get('/graphql')).status).toBe(400)
  })

  it('is nowhere linked in the console then', async () => {
    const headers = { cookie: `__Host-tack_session=${account.token}`, accept: 'text/html' }
    const { status, text } = await test.rest.get('/app', { headers })
    expect(status).toBe(200)
    expect(text).toContain('data-bundled-countries data-mcp=')
  })
})

describe('GET /oauth/authorize', () => {
  it('redirects to PUBLIC_URL, with cookies for https alone', async () => {
    const client = await seedClient(test, account)
    const { pathname, search } = new URL(addressOf('https://tack.test', client))
    const { status, headers } = await test.rest.get(pathname + search, { headers: { host: 'tack.test' } })
    expect(status).toBe(303)
    const uid = /^https:\/\/tack\.test\/oauth\/interaction\/([\w-]{43})$/.exec(headers.location ?? '')?.[1]
    expect(uid).toBeDefined()
    const cookies = [headers['set-cookie'] ?? []].flat()
    expect(cookies).toHaveLength(4)
    for (const cookie of cookies) expect(cookie).toMatch(/; secure; httponly/i)
    for (const cookie of cookies) expect(cookie).toMatch(/; samesite=lax/i)
    const paths = new Set(cookies.map((cookie) => /; path=([^;]*)/.exec(cookie)?.[1]))
    expect(paths).toEqual(new Set([`/oauth/interaction/${uid}`, `/oauth/authorize/${uid}`]))
  })
})

describe('OUTWARD_NETWORKS=public', () => {
  it('lets no page of another network be read', async () => {
    const pages = await startPageServer()
    const urls = [`${pages.origin}/page`, 'http://localhost/', 'http://[::1]:8080/', 'http://169.254.169.254/']
    for (const url of urls) {
      const answer = await test.rest.get(`/v1/unfurl?url=${encodeURIComponent(url)}`, { token: account.token })
      expectError(answer, 422, 'PAGE_UNREACHABLE', ['url'])
      expect(answer.json.error.details[0].issue).toMatch(/^was not called: the address must be /)
    }
    expect(pages.requests).toEqual([])
    await pages.close()
  })

  it('neither calls nor shows the address of a domain in a private network', async () => {
    const { id } = await addDomain(test, account)
    const { resolveAddresses } = nameServers
    Object.assign(nameServers, { resolveAddresses: async () => ['8.8.8.8', '10.0.0.1'] })
    const { json } = await test.rest.get(`/v1/domains/${id}/check`, { token: account.token })
    Object.assign(nameServers, { resolveAddresses })
    expect(json).toMatchObject({
      foundAddresses: [],
      answer: 'unknown',
      answerIssue: 'not called: the address must be a public host',
    })
  })
})

describe('GET /metrics', () => {
  it('returns 404 to everybody without METRICS_TOKEN, and the service has no other port without METRICS_PORT', async () => {
    for (const authorization of ['', 'Bearer ', 'Bearer undefined'])
      expectError(await test.rest.get('/metrics', { headers: { authorization } }), 404, 'ROUTE_NOT_FOUND')
    expect(test.app.metricsServer).toBeUndefined()
  })
})
