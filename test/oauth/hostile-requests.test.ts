import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

describe('the metadata', () => {
  it('has exactly these fields', async () => {
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
      device_authorization_endpoint: `${test.base}/oauth/device_authorization`,
      grant_types_supported: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    })
  })

  it('does not depend on forwarding headers', async () => {
    const spoofed = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' }
    expect((await raw(wellKnown, spoofed)).text).toBe((await raw(wellKnown)).text)
  })
})

describe('a request for another host', () => {
  it.each([wellKnown, '/oauth/authorize?client_id=x', '/oauth/authorize/x', '/oauth/interaction/x'])(
    'returns 421 for GET %s without any URL of it',
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
    'returns 421 for POST %s as an OAuth error',
    async (path) => {
      const answer = await raw(path, { host: 'evil.example' }, 'POST')
      expect([answer.status, JSON.parse(answer.text).error]).toEqual([421, 'invalid_request'])
    },
  )

  it('does not include other loopback names', async () => {
    const { port } = new URL(test.base)
    for (const name of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST']) {
      const answer = await raw(wellKnown, { host: `${name}:${port}` })
      expect([answer.status, JSON.parse(answer.text).issuer]).toEqual([200, test.base])
    }
  })

  it('redirects only to the public host, if it uses another loopback name', async () => {
    const { pathname, search, port } = new URL(flow.address())
    const spoofed = { host: `localhost:${port}`, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const { status, headers } = await raw(pathname + search, spoofed)
    expect([status, headers.location, headers['set-cookie']]).toEqual([302, flow.address(), undefined])
    expect((await raw(pathname + search, { host: `127.0.0.1:${port}` })).headers.location).toMatch(
      new RegExp(`^${test.base}/oauth/interaction/[\\w-]{43}$`),
    )
  })
})

describe('a malformed request', () => {
  const malformedValues = ['%00', 'a%00b', '%', '%zz', '%C3', '%ED%A0%80', '%0d%0aset-cookie:x=y', 'x'.repeat(2049)]
  const parameters = ['state', 'client_id', 'redirect_uri', 'scope', 'code_challenge', 'login_hint', 'resource', 'any']

  it.each(parameters)('returns 400 with a page, for %s', async (name) => {
    const { pathname, searchParams } = new URL(flow.address())
    searchParams.delete(name)
    for (const value of malformedValues) {
      const answer = await raw(`${pathname}?${searchParams}&${name}=${value}`)
      expect(answer.status, value.slice(0, 20)).toBe(400)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(answer.headers.location).toBeUndefined()
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect((await raw(`${pathname}?${searchParams}&%00=x`)).status).toBe(400)
  })

  it('returns 400 for other response modes, whose pages would lack our security headers', async () => {
    for (const response_mode of ['form_post', 'fragment', 'web_message', 'jwt']) {
      const { pathname, search } = new URL(flow.address({ response_mode }))
      expect((await raw(pathname + search)).status).toBe(400)
    }
  })

  it.each(['code', 'refresh_token', 'client_id', 'redirect_uri', 'code_verifier', 'scope', 'grant_type', 'token'])(
    'returns 4xx as an OAuth error, for %s in a form',
    async (name) => {
      for (const value of [...malformedValues, 'x'.repeat(60_000)]) {
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
    ['an empty form', 'application/x-www-form-urlencoded', ''],
    ['plain text', 'text/plain', 'grant_type=authorization_code'],
  ])('returns 400 for %s at the token endpoint', async (_name, type, body) => {
    const answer = await raw('/oauth/token', { 'content-type': type }, 'POST', body)
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([400, 'invalid_request'])
  })

  it('logs no error', () => {
    expect(test.logs.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })
})
