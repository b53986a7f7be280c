import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { seedClient } from './client.ts'
import { Flow } from './flow.ts'
import { type ListeningApp, startListening } from './service.ts'

let test: ListeningApp
let ada: SeededAccount
let flow: Flow
beforeAll(async () => {
  test = await startListening()
  ada = await test.seed.account()
  flow = new Flow(test, await seedClient(test, ada), ada)
})
afterAll(() => test.close())

interface RawAnswer {
  readonly status: number | undefined
  readonly headers: Record<string, string | string[] | undefined>
  readonly text: string
}

/** Sends what `fetch` would not: any Host header, and the address as it is. */
function raw(path: string, headers: Record<string, string> = {}, method = 'GET', body?: string): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(test.base)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers: { host, ...headers } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk) => (text += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }))
    })
    sent.on('error', reject).end(body)
  })
}

const wellKnown = '/.well-known/oauth-authorization-server'

describe('the metadata', () => {
  it('is exactly this', async () => {
    const answer = await raw(wellKnown)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(answer.text)).toEqual({
      issuer: test.base,
      authorization_endpoint: `${test.base}/oauth/authorize`,
      token_endpoint: `${test.base}/oauth/token`,
      revocation_endpoint: `${test.base}/oauth/revoke`,
      introspection_endpoint: `${test.base}/oauth/introspect`,
      service_documentation: `${test.base}/docs`,
      scopes_supported: ['read:links', 'write:links', 'read:analytics', 'write:qr', 'read:profile', 'write:profile'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
  })

  it('is the same whatever a proxy or a liar says of host and scheme', async () => {
    const spoofed = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' }
    expect((await raw(wellKnown, spoofed)).text).toBe((await raw(wellKnown)).text)
  })
})

describe('a request for another host', () => {
  it.each([wellKnown, '/oauth/authorize?client_id=x', '/oauth/authorize/x', '/oauth/interaction/x'])(
    'answers 421 to GET %s and names no address',
    async (path) => {
      const { port } = new URL(test.base)
      for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1:${port}.evil.example`, '@']) {
        const answer = await raw(path, { host })
        expect(answer.status, host).toBe(421)
        expect(answer.text).not.toContain('evil.example')
        expect(answer.headers['ratelimit-limit']).toMatch(/^\d+$/)
      }
    },
  )

  it.each(['/oauth/token', '/oauth/revoke', '/oauth/introspect'])(
    'answers 421 to POST %s, as OAuth has it',
    async (path) => {
      const answer = await raw(path, { host: 'evil.example' }, 'POST')
      expect([answer.status, JSON.parse(answer.text).error]).toEqual([421, 'invalid_request'])
    },
  )

  it('is none of ours by any of the names the own machine has', async () => {
    const { port } = new URL(test.base)
    for (const name of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST']) {
      const answer = await raw(wellKnown, { host: `${name}:${port}` })
      expect([answer.status, JSON.parse(answer.text).issuer]).toEqual([200, test.base])
    }
  })

  it('leads to the public address, and nowhere else, when it came by a name of the own machine', async () => {
    const { pathname, search, port } = new URL(flow.address())
    const spoofed = { host: `localhost:${port}`, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const { status, headers } = await raw(pathname + search, spoofed)
    expect(status).toBe(303)
    expect(headers.location).toMatch(new RegExp(`^${test.base}/oauth/interaction/[\\w-]{43}$`))
  })
})

describe('what nobody sends in good faith', () => {
  const hostile = ['%00', 'a%00b', '%', '%zz', '%C3', '%ED%A0%80', '%0d%0aset-cookie:x=y', 'x'.repeat(2049)]
  const parameters = ['state', 'client_id', 'redirect_uri', 'scope', 'code_challenge', 'login_hint', 'resource', 'any']

  it.each(parameters)('answers 400 with a page, to %s', async (name) => {
    const { pathname, searchParams } = new URL(flow.address())
    searchParams.delete(name)
    for (const value of hostile) {
      const answer = await raw(`${pathname}?${searchParams}&${name}=${value}`)
      expect(answer.status, value.slice(0, 20)).toBe(400)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(answer.headers.location).toBeUndefined()
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect((await raw(`${pathname}?${searchParams}&%00=x`)).status).toBe(400)
  })

  it('answers 400 to an answer by form or fragment, which would be a page without our policy', async () => {
    for (const response_mode of ['form_post', 'fragment', 'web_message', 'jwt']) {
      const { pathname, search } = new URL(flow.address({ response_mode }))
      expect((await raw(pathname + search)).status).toBe(400)
    }
  })

  it.each(['code', 'refresh_token', 'client_id', 'redirect_uri', 'code_verifier', 'scope', 'grant_type', 'token'])(
    'answers 4xx, as OAuth has it, to %s in a form',
    async (name) => {
      for (const value of [...hostile, 'x'.repeat(60_000)]) {
        for (const grant_type of ['authorization_code', 'refresh_token']) {
          const basic = Buffer.from(`${flow.client.id}:${flow.client.secret}`).toString('base64')
          const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${basic}` }
          const form = `grant_type=${grant_type}&${name === 'code' ? '' : 'code=x&'}${name}=${value}`
          for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/introspect']) {
            const answer = await raw(path, headers, 'POST', form)
            expect(answer.status, `${path} ${value.slice(0, 20)}`).toBeLessThan(500)
            if (path === '/oauth/token') {
              expect(answer.status).toBeGreaterThanOrEqual(400)
              expect(JSON.parse(answer.text).error).toMatch(/^[a-z_]+$/)
            }
          }
        }
      }
    },
  )

  it.each([
    ['JSON', 'application/json', '{"grant_type":"authorization_code"}'],
    ['nothing', 'application/x-www-form-urlencoded', ''],
    ['no form', 'text/plain', 'grant_type=authorization_code'],
  ])('answers 400 to %s at the token endpoint', async (_what, type, body) => {
    const answer = await raw('/oauth/token', { 'content-type': type }, 'POST', body)
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([400, 'invalid_request'])
  })

  it('leaves nothing in the log but what a request is', () => {
    expect(test.logs.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })
})

describe('every answer', () => {
  it('of the provider carries the headers of the service', async () => {
    const { pathname, search } = new URL(flow.address())
    for (const answer of [await raw(pathname + search), await raw('/oauth/token', {}, 'POST')]) {
      expect(answer.headers['x-request-id']).toMatch(/^[\w-]{36}$/)
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      for (const name of ['limit', 'remaining', 'reset']) expect(answer.headers[`ratelimit-${name}`]).toMatch(/^\d+$/)
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })

  it.each([
    ['/oauth/authorize', 'GET'],
    ['/oauth/authorize/x', 'GET'],
    ['/oauth/token', 'POST, OPTIONS'],
    ['/oauth/revoke', 'POST, OPTIONS'],
    ['/oauth/introspect', 'POST, OPTIONS'],
    ['/oauth/interaction/x', 'GET, HEAD, POST'],
    [wellKnown, 'GET, HEAD'],
  ])('of %s to another method is 405 with Allow: %s', async (path, allow) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
      (each) => !allow.split(', ').includes(each),
    )) {
      const answer = await raw(path, {}, method)
      expect([answer.status, answer.headers.allow], method).toEqual([405, allow])
    }
  })

  it.each([
    '/oauth/jwks',
    '/jwks',
    '/oauth/me',
    '/oauth/reg',
    '/oauth/session/end',
    '/.well-known/openid-configuration',
  ])('of %s, which the provider would serve, is 404', async (path) => {
    expect((await raw(path)).status).toBe(404)
  })

  it('of a quota that is used up is 429, as a page or as OAuth has it', async () => {
    const strict = await startApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '1' })
    const headers = { host: 'tack.test' }
    await strict.rest.get('/v1/openapi.json')
    const page = await strict.rest.get('/oauth/authorize', { headers })
    expect([page.status, page.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(0)
    const token = await strict.rest.post('/oauth/token', '', { headers })
    expect([token.status, token.json.error]).toEqual([429, 'temporarily_unavailable'])
    await strict.close()
  })
})

describe('a browser application of another origin', () => {
  let open: Flow
  beforeAll(async () => {
    const redirectUris = ['https://spa.example/cb']
    open = new Flow(test, await seedClient(test, ada, { isPublic: true, redirectUris }), ada)
  })
  const redeem = (client: Flow, origin: string) =>
    raw(
      '/oauth/token',
      { origin, 'content-type': 'application/x-www-form-urlencoded' },
      'POST',
      `grant_type=authorization_code&code=x&redirect_uri=x&client_id=${client.client.id}`,
    )

  it('reads the answer where its redirect URI is, and nobody else does', async () => {
    expect((await redeem(open, 'https://spa.example')).headers['access-control-allow-origin']).toBe(
      'https://spa.example',
    )
    for (const origin of ['https://evil.example', 'null']) {
      expect((await redeem(open, origin)).headers['access-control-allow-origin']).toBeUndefined()
    }
  })
})

describe('under an https address with a path', () => {
  let secure: TestApp
  beforeAll(async () => {
    secure = await startApp({ PUBLIC_URL: 'https://api.example/tack' })
  })
  afterAll(() => secure.close())

  it('every address and cookie is made of it', async () => {
    const person = await secure.seed.account()
    const client = await seedClient(secure, person)
    const { pathname, search } = new URL(new Flow(test, client, person).address())
    const { status, headers } = await secure.rest.get(pathname + search, { headers: { host: 'api.example' } })
    expect(status).toBe(303)
    const uid = /^https:\/\/api\.example\/tack\/oauth\/interaction\/([\w-]{43})$/.exec(headers.location ?? '')?.[1]
    expect(uid).toBeDefined()
    const cookies = [headers['set-cookie'] ?? []].flat()
    expect(cookies).toHaveLength(4)
    for (const cookie of cookies) expect(cookie).toMatch(/; secure; httponly/i)
    for (const cookie of cookies) expect(cookie).toMatch(/; samesite=lax/i)
    const paths = new Set(cookies.map((cookie) => /; path=([^;]*)/.exec(cookie)?.[1]))
    expect(paths).toEqual(new Set([`/tack/oauth/interaction/${uid}`, `/tack/oauth/authorize/${uid}`]))
  })

  it('the metadata is also where RFC 8414 puts it for such an issuer', async () => {
    const options = { headers: { host: 'api.example:443' } }
    const { status, json } = await secure.rest.get(`${wellKnown}/tack`, options)
    expect([status, json.issuer, json.token_endpoint]).toEqual([
      200,
      'https://api.example/tack',
      'https://api.example/tack/oauth/token',
    ])
  })
})
