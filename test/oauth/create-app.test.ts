import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Keyring } from '../../src/platform/shared/keyring.ts'
import { apiRoots, expectGraphRefusal, expectRefusal } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { appRow, appsOf } from './app-rows.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const wish = { name: 'Dashboard', redirectUris: ['https://app.example.com/cb'], scopes: ['read:links'] }
const register = (body: unknown, { token }: Partial<SeededAccount> = ada, root = '/v1') =>
  test.rest.post(`${root}/oauth/apps`, body, { token })

const document = `mutation ($name: String!, $redirectUris: [String!]!, $scopes: [String!]!, $isPublic: Boolean! = false) {
  createOauthApp(name: $name, redirectUris: $redirectUris, scopes: $scopes, isPublic: $isPublic) {
    id name clientSecret message app { id name redirectUris scopes isPublic createdAt updatedAt userCount }
  }
}`
const registerOverGraph = (variables: Record<string, unknown>, token: string | undefined = ada.token) =>
  test.graph(document, { token, variables })

describe('registering an application', () => {
  it.each(apiRoots)('answers 201 with its id and its secret, under %s', async (root) => {
    const { status, json } = await register({ ...wish, name: ' Dashboard ' }, ada, root)
    expect(status).toBe(201)
    expect(json).toEqual({
      id: expect.stringMatching(/^app_[0-9a-z]{26}$/),
      name: 'Dashboard',
      clientSecret: expect.stringMatching(/^tks_[\w-]{43}$/),
      message: 'Copy the client secret now. It is not shown again.',
    })
  })

  it('keeps what was wished for, and of the secret a keyed digest', async () => {
    const scopes = ['write:profile', 'read:links', 'write:links']
    const redirectUris = ['https://APP.example.com:443/Cb?a=%2f', 'http://127.0.0.1:8400/cb', 'http://[::1]/cb']
    const { json } = await register({ ...wish, redirectUris, scopes })
    const key = new Keyring('a secret that only the tests of this project know').key('oauth-client')
    const now = test.clock.now().getTime()
    const { created_at, updated_at, ...row } = await appRow(test, json)
    expect([created_at, updated_at].map((each) => new Date(each).getTime())).toEqual([now, now])
    expect(row).toEqual({
      id: json.id,
      owner_id: ada.id,
      name: 'Dashboard',
      redirect_uris: redirectUris,
      scopes: ['read:links', 'write:links', 'write:profile'],
      is_public: false,
      secret_digest: createHmac('sha256', key).update(json.clientSecret).digest('hex'),
    })
  })

  it('answers no secret for a public application, which may have a scheme of its own', async () => {
    const { status, json } = await register({ ...wish, redirectUris: ['com.example.app:/cb'], isPublic: true })
    expect([status, json.clientSecret]).toEqual([201, null])
    expect(json.message).toContain('PKCE')
    expect(await appRow(test, json)).toMatchObject({ is_public: true, secret_digest: null })
  })

  it('answers the same over GraphQL, and the application itself', async () => {
    const { data, errors } = await registerOverGraph(wish)
    expect(errors).toBeUndefined()
    const { app, ...told } = data.createOauthApp
    expect(told).toEqual({
      id: app.id,
      name: 'Dashboard',
      clientSecret: expect.stringMatching(/^tks_[\w-]{43}$/),
      message: expect.stringContaining('Copy'),
    })
    const now = test.clock.now().toISOString()
    expect(app).toEqual({ ...wish, id: app.id, isPublic: false, createdAt: now, updatedAt: now, userCount: 0 })
  })

  it('takes ten redirect URIs, every scope, and a name in any script', async () => {
    const redirectUris = Array.from({ length: 10 }, (_, n) => `https://app.example.com/${n}`)
    const scopes = ['read:links', 'write:links', 'read:analytics', 'write:qr', 'read:profile', 'write:profile']
    for (const name of ['x', 'x'.repeat(64), '日本語', 'نرم‌افزار', '👩‍🚀 Liftoff', '<b>Bold</b>']) {
      const { status, json } = await register({ name, redirectUris, scopes }, await test.seed.account())
      expect([status, json.name]).toEqual([201, name])
    }
  })

  it('takes one address for a list of one, as GraphQL does', async () => {
    const { status, json } = await register({ ...wish, redirectUris: wish.redirectUris[0], scopes: 'read:links' })
    expect(status).toBe(201)
    expect(await appRow(test, json)).toMatchObject({ redirect_uris: wish.redirectUris, scopes: ['read:links'] })
  })
})

describe('registering an application refuses', () => {
  const eleven = Array.from({ length: 11 }, (_, n) => `https://app.example.com/${n}`)
  const wrong: [string, Record<string, unknown>, string[]][] = [
    ['no name', { name: undefined }, ['name']],
    ['a blank name', { name: '  ' }, ['name']],
    ['a name too long', { name: 'x'.repeat(65) }, ['name']],
    ['a name of two lines', { name: 'Dashboard\nby the bank' }, ['name']],
    ['a name that reads backwards', { name: 'Dash\u202eboard' }, ['name']],
    ['a name of nothing to see', { name: '\u200b\u3164' }, ['name']],
    ['NUL in the name', { name: 'a\u0000b' }, ['name']],
    ['no redirect URI', { redirectUris: [] }, ['redirectUris']],
    ['redirect URIs left out', { redirectUris: undefined }, ['redirectUris']],
    ['null for redirect URIs', { redirectUris: null }, ['redirectUris']],
    ['null among them', { redirectUris: [null] }, ['redirectUris.0']],
    ['a number among them', { redirectUris: ['https://app.example.com', 7] }, ['redirectUris.1']],
    ['eleven redirect URIs', { redirectUris: eleven }, ['redirectUris']],
    ['one of them twice', { redirectUris: ['https://a.example/', 'https://a.example/'] }, ['redirectUris']],
    ['one too long', { redirectUris: [`https://a.example/${'x'.repeat(2048)}`] }, ['redirectUris']],
    [
      'two of three that are unsound',
      { redirectUris: ['http://a.example/', 'https://a.example/', 'javascript:alert(1)'] },
      ['redirectUris.0', 'redirectUris.2'],
    ],
    ['NUL in a redirect URI', { redirectUris: ['https://a.example/\u0000'] }, ['redirectUris.0']],
    ['a private scheme with a secret', { redirectUris: ['com.example.app:/cb'] }, ['redirectUris.0']],
    ['no scope', { scopes: [] }, ['scopes']],
    ['an unknown scope', { scopes: ['read:links', 'admin'] }, ['scopes']],
    ['NUL for a scope', { scopes: ['\u0000'] }, ['scopes']],
    ['a scope twice', { scopes: ['read:links', 'read:links'] }, ['scopes']],
    ['a truth value that is none', { isPublic: 'yes' }, ['isPublic']],
    ['a field that is none', { client_id: 'app_mine' }, ['client_id']],
    ['a secret of one’s own', { clientSecret: 'tks_mine' }, ['clientSecret']],
  ]

  it.each(wrong)('400 for %s, and nothing is registered', async (_what, changes, fields) => {
    const before = await appsOf(test, ada)
    expectRefusal(await register({ ...wish, ...changes }), 400, 'INVALID_PARAMS', fields)
    expect(await appsOf(test, ada)).toBe(before)
  })

  // What GraphQL itself refuses has its own words there; what the service refuses has these.
  const judged = wrong.filter(([, changes]) =>
    Object.values(changes).every((value) => value && !JSON.stringify(value).match(/null|7\]|"yes"/)),
  )
  it.each(judged.filter(([, changes]) => !('client_id' in changes || 'clientSecret' in changes)))(
    '400 for %s over GraphQL',
    async (_what, changes, fields) => {
      expectGraphRefusal(await registerOverGraph({ ...wish, ...changes }), 400, 'INVALID_PARAMS', fields)
    },
  )

  it('401 without a credential that holds', async () => {
    for (const root of apiRoots) expectRefusal(await register(wish, {}, root), 401, 'UNAUTHENTICATED')
    expectRefusal(await register(wish, { token: 'worthless' }), 401, 'INVALID_TOKEN')
    expectGraphRefusal(await test.graph(document, { variables: wish }), 401, 'UNAUTHENTICATED')
  })

  it('401 for an account that is gone', async () => {
    const gone = await test.seed.account()
    await test.sql('delete from account where id = ?', [gone.id])
    expectRefusal(await register(wish, gone), 401, 'INVALID_TOKEN')
  })
})
