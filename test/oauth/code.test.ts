import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedListening } from '../support/mail-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { Browser } from './browser.ts'
import { type ClientOptions, seedClient } from './client.ts'
import { Flow, pkce, returnAddressOf } from './flow.ts'
import type { ListeningApp } from './service.ts'

let test: ListeningApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedListening()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const flowFor = async (options: ClientOptions = {}) => new Flow(test, await seedClient(test, ada, options), ada)

/** The error response of an authorization request, as the application receives it when the visitor follows the link. */
async function errorAt(flow: Flow, changes: Record<string, string | undefined>) {
  const { status, headers, text } = await new Browser(test.base).open(flow.address(changes))
  expect([status, headers.get('location'), headers.get('refresh')]).toEqual([400, null, null])
  const url = returnAddressOf(text)
  expect(url).toMatch(/^https:\/\/app\.example\/cb[?#]/)
  // For a response type other than `code`, the error is in the fragment (RFC 6749, 4.2.2.1).
  return Object.fromEntries(new URLSearchParams(url.split(/[?#]/, 2)[1]))
}

describe('a code', () => {
  it('comes with the unchanged state and the issuer (RFC 9207)', async () => {
    const state = 'ä "<&>\' +%/\u{1f331}'
    const { url } = await (await flowFor()).allow({ state })
    const { searchParams } = new URL(url)
    expect(searchParams.get('state')).toBe(state)
    expect(searchParams.get('iss')).toBe(test.base)
    expect(searchParams.get('code')).toMatch(/^[\w-]{43}$/)
  })

  it('ignores unknown scopes, and the token answer has the granted scope', async () => {
    const flow = await flowFor()
    expect((await flow.redeem(await flow.code('read:links everything'))).json.scope).toBe('read:links')
  })

  it.each([false, true])('returns tokens with the granted scope (public: %s)', async (isPublic) => {
    const flow = await flowFor({ isPublic })
    const { status, json, headers } = await flow.redeem(await flow.code('read:links write:links'))
    expect(status).toBe(200)
    expect(json).toEqual({
      access_token: expect.stringMatching(/^tko_[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^tkr_[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'read:links write:links',
    })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('is valid for 59 seconds and not for 60', async () => {
    const flow = await flowFor()
    const [early, late] = [await flow.code(), await flow.code()]
    test.clock.advance({ seconds: 59 })
    expect((await flow.redeem(early)).status).toBe(200)
    test.clock.advance({ seconds: 1 })
    expect(await flow.redeem(late)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
  })

  it('works once: a second use ends the tokens of the first', async () => {
    const flow = await flowFor()
    const code = await flow.code()
    const { json } = await flow.redeem(code)
    expect(await flow.callApi(json.access_token)).toBe(200)
    expect(await flow.redeem(code)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
    expect(await flow.callApi(json.access_token)).toBe(401)
    expect((await flow.refresh(json.refresh_token)).json.error).toBe('invalid_grant')
  })

  it('returns tokens to one of twenty concurrent requests', { tags: 'race' }, async () => {
    const flow = await flowFor()
    for (let round = 0; round < 5; round++) {
      const code = await flow.code()
      const answers = await Promise.all(Array.from({ length: 20 }, () => flow.redeem(code)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const others = answers.filter(({ status }) => status !== 200)
      expect(others.map(({ status, json }) => [status, json.error])).toEqual(Array(19).fill([400, 'invalid_grant']))
    }
  })

  it('is bound to its application, its redirect URI and its verifier', async () => {
    const flow = await flowFor({ redirectUris: ['https://app.example/cb', 'https://app.example/other'] })
    const otherFlow = await flowFor()
    const invalidGrant = { status: 400, json: { error: 'invalid_grant' } }
    expect(await otherFlow.redeem(await flow.code())).toMatchObject(invalidGrant)
    expect(await flow.redeem(await flow.code(), { redirect_uri: 'https://app.example/other' })).toMatchObject(
      invalidGrant,
    )
    expect(await flow.redeem(await flow.code(), { code_verifier: pkce().verifier })).toMatchObject(invalidGrant)
    expect((await flow.redeem(await flow.code(), { code_verifier: '' })).status).toBe(400)
  })

  it('is the only way to a token: other grant types return unsupported_grant_type', async () => {
    const flow = await flowFor()
    for (const grant_type of ['password', 'client_credentials', 'implicit']) {
      const { status, json } = await flow.post('token', { grant_type, username: ada.email, password: ada.password })
      expect([status, json.error], grant_type).toEqual([400, 'unsupported_grant_type'])
    }
  })

  it('returns invalid_client for a wrong secret and an unknown application', async () => {
    const flow = await flowFor()
    const { id } = flow.client
    for (const client of [
      { ...flow.client, secret: 'tks_wrong' },
      { ...flow.client, secret: createHash('sha256').update(id).digest('hex') },
      { ...flow.client, id: 'app_unknown' },
      { ...flow.client, id: 'nul\u0000' },
    ]) {
      const { status, json } = await new Flow(test, client, ada).redeem('x')
      expect([400, 401]).toContain(status)
      expect(json.error).toMatch(/^invalid_(client|request)$/)
    }
    const [{ digest }] = (await test.sql<{ digest: string }>(
      'select secret_digest as digest from oauth_app where id = ?',
      [id],
    )) as [{ digest: string }]
    const withDigest = await new Flow(test, { ...flow.client, secret: digest }, ada).redeem('x')
    expect([withDigest.status, withDigest.json.error]).toEqual([401, 'invalid_client'])
  })
})

describe('an authorization request returns an error', () => {
  it.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with PKCE plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with a challenge and no method, which means plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['with a method and no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['for the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['for the hybrid flow', { response_type: 'code id_token', nonce: 'n' }, 'unsupported_response_type'],
    ['without a scope', { scope: undefined }, 'invalid_scope'],
    ['for an unknown scope', { scope: 'everything' }, 'invalid_scope'],
    ['for the scope openid', { scope: 'openid read:links' }, 'invalid_scope'],
    ['with prompt=none', { prompt: 'none' }, 'login_required'],
    ['with a request object', { request: 'e30.e30.' }, 'request_not_supported'],
  ])('%s', async (_name, changes: Record<string, string | undefined>, error) => {
    const answer = await errorAt(await flowFor(), changes)
    expect(answer).toMatchObject({ error, state: 'a state', iss: test.base })
    expect(answer.code).toBeUndefined()
  })

  it('for a scope that the application does not have', async () => {
    const flow = await flowFor({ scopes: ['read:links'] })
    expect(await errorAt(flow, { scope: 'write:links' })).toMatchObject({ error: 'invalid_scope' })
    const withoutScopes = await flowFor({ scopes: [] })
    expect(await errorAt(withoutScopes, { scope: 'read:links' })).toMatchObject({ error: 'invalid_scope' })
  })

  it('for a wrong and for a missing code verifier', async () => {
    const flow = await flowFor()
    expect((await flow.redeem(await flow.code(), { code_verifier: 'a'.repeat(43) })).json.error).toBe('invalid_grant')
    const form = { grant_type: 'authorization_code', code: await flow.code(), redirect_uri: flow.client.redirectUri }
    expect((await flow.post('token', form)).json.error).toBe('invalid_grant')
  })
})

describe('the redirect URI', () => {
  it.each([
    'https://app.example/cb/',
    'https://app.example/CB',
    'https://app.example/cb?x=1',
    'https://app.example/cb#f',
    'https://app.example:443/cb',
    'https://app.example/x/../cb',
    'http://app.example/cb',
    'https://app.example.evil.example/cb',
    'https://app.example@evil.example/cb',
    'https://APP.example/cb',
    'https://app.example/c%62',
    'javascript:alert(1)//https://app.example/cb',
  ])('%s returns 400, because it differs from the registered one', async (redirect_uri) => {
    const { status, url, text, headers } = await new Browser(test.base).open(
      (await flowFor()).address({ redirect_uri }),
    )
    expect([status, new URL(url).origin]).toEqual([400, test.base])
    expect(headers.get('location')).toBeNull()
    expect(text).not.toContain('evil.example')
    expect(text).toContain('invalid_redirect_uri')
  })

  it('is required, also if only one is registered', async () => {
    const { status } = await new Browser(test.base).open((await flowFor()).address({ redirect_uri: undefined }))
    expect(status).toBe(400)
  })

  it.each(['http://127.0.0.1:53412/cb', 'http://127.0.0.1/cb'])(
    'may be %s for a native application',
    async (redirect_uri) => {
      const flow = await flowFor({ isPublic: true, redirectUris: ['http://127.0.0.1/cb'] })
      expect((await flow.allow({ redirect_uri })).url).toMatch(new RegExp(`^${redirect_uri}\\?code=`))
    },
  )

  it.each([
    ['another path', true, 'http://127.0.0.1:53412/other'],
    ['another loopback name', true, 'http://localhost:53412/cb'],
    ['a port, for a confidential application', false, 'http://127.0.0.1:53412/cb'],
  ])('returns 400 with %s', async (_name, isPublic, redirect_uri) => {
    const flow = await flowFor({ isPublic, redirectUris: ['http://127.0.0.1/cb'] })
    expect((await new Browser(test.base).open(flow.address({ redirect_uri }))).status).toBe(400)
  })

  it('may use a private scheme', async () => {
    const flow = await flowFor({ isPublic: true, redirectUris: ['com.example.app:/cb'] })
    expect((await flow.allow()).url).toMatch(/^com\.example\.app:\/cb\?code=/)
  })
})
