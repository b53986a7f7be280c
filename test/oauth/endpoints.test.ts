import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp } from '../support/app.ts'
import { sharedListening } from '../support/mail-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { seedClient } from './client.ts'
import { Flow } from './flow.ts'
import { type RawRequest, rawTo } from './raw.ts'
import type { ListeningApp } from './service.ts'

let test: ListeningApp
let ada: SeededAccount
let flow: Flow
let raw: RawRequest
beforeAll(async () => {
  test = await sharedListening()
  raw = rawTo(test.base)
  ada = await test.seed.account()
  flow = new Flow(test, await seedClient(test, ada), ada)
})
afterAll(() => test.close())

const wellKnown = '/.well-known/oauth-authorization-server'

describe('an answer', () => {
  it('of the provider has the headers of the service', async () => {
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
  ])('of %s is 405 with Allow: %s for another method', async (path, allow) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
      (name) => !allow.split(', ').includes(name),
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
  ])('of %s, which the provider could serve, is 404', async (path) => {
    expect((await raw(path)).status).toBe(404)
  })

  it('is 429 over the quota, as a page or as an OAuth error', async () => {
    const strict = await sharedApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '1' })
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

describe('a browser client of another origin', () => {
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

  it('gets 204 for the preflight of any origin', async () => {
    const preflight = { origin: 'https://spa.example', 'access-control-request-method': 'POST' }
    const { status, headers } = await raw('/oauth/token', preflight, 'OPTIONS')
    expect([status, headers['access-control-allow-methods']]).toEqual([204, 'POST'])
  })

  it('can read the answer only at the origin of its redirect URI', async () => {
    expect((await redeem(open, 'https://spa.example')).headers['access-control-allow-origin']).toBe(
      'https://spa.example',
    )
    for (const origin of ['https://evil.example', 'null']) {
      expect((await redeem(open, origin)).headers['access-control-allow-origin']).toBeUndefined()
    }
  })
})
