import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toEnumName } from '../../src/platform/shared/enum-type.ts'
import { Keyring } from '../../src/platform/shared/keyring.ts'
import { apiRoots, expectError, expectGraphqlError } from '../links/answers.ts'
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

const input = { name: 'Dashboard', redirectUris: ['https://app.example.com/cb'], scopes: ['read:links'] }
const register = (body: unknown, { token }: Partial<SeededAccount> = ada, root = '/v1') =>
  test.rest.post(`${root}/oauth/apps`, body, { token })

const document = `mutation ($input: CreateOauthAppInput!) {
  createOauthApp(input: $input) {
    clientSecret message app { id name redirectUris scopes isPublic createdAt updatedAt userCount }
  }
}`
const registerOverGraph = ({ scopes, ...others }: typeof input, token?: string) =>
  test.graph(document, { token, variables: { input: { ...others, scopes: scopes.map(toEnumName) } } })

describe('POST /oauth/apps', () => {
  it.each(apiRoots)('returns 201 with id and client secret, under %s', async (root) => {
    const { status, json } = await register({ ...input, name: ' Dashboard ' }, ada, root)
    expect(status).toBe(201)
    expect(json).toEqual({
      id: expect.stringMatching(/^app_[0-9a-z]{26}$/),
      name: 'Dashboard',
      clientSecret: expect.stringMatching(/^tks_[\w-]{43}$/),
      message: 'Copy the client secret now. It is not shown again.',
    })
  })

  it('stores the fields, and a keyed digest of the secret', async () => {
    const scopes = ['write:profile', 'read:links', 'write:links']
    const redirectUris = ['https://APP.example.com:443/Cb?a=%2f', 'http://127.0.0.1:8400/cb', 'http://[::1]/cb']
    const { json } = await register({ ...input, redirectUris, scopes })
    const key = new Keyring('a secret that only the tests of this project know').key('oauth-client')
    const now = test.clock.now().getTime()
    const { created_at, updated_at, ...row } = await appRow(test, json)
    expect([created_at, updated_at].map((instant) => new Date(instant).getTime())).toEqual([now, now])
    expect(row).toEqual({
      id: json.id,
      owner_id: ada.id,
      name: 'Dashboard',
      redirect_uris: redirectUris,
      scopes: ['read:links', 'write:links', 'write:profile'],
      is_public: false,
      client_url: null,
      secret_digest: createHmac('sha256', key).update(json.clientSecret).digest('hex'),
    })
  })

  it('returns no secret for a public application, which may use a private scheme', async () => {
    const { status, json } = await register({ ...input, redirectUris: ['com.example.app:/cb'], isPublic: true })
    expect([status, json.clientSecret]).toEqual([201, null])
    expect(json.message).toContain('PKCE')
    expect(await appRow(test, json)).toMatchObject({ is_public: true, secret_digest: null })
  })

  it('returns the same over GraphQL, with the application', async () => {
    const { data, errors } = await registerOverGraph(input, ada.token)
    expect(errors).toBeUndefined()
    const { app, ...fields } = data.createOauthApp
    expect(fields).toEqual({
      clientSecret: expect.stringMatching(/^tks_[\w-]{43}$/),
      message: expect.stringContaining('Copy'),
    })
    const now = test.clock.now().toISOString()
    expect(app).toEqual({
      ...{ ...input, scopes: ['READ_LINKS'] },
      ...{ id: app.id, isPublic: false, createdAt: now, updatedAt: now, userCount: 0 },
    })
  })

  it('accepts ten redirect URIs, every scope, and a name in any script', async () => {
    const redirectUris = Array.from({ length: 10 }, (_, n) => `https://app.example.com/${n}`)
    const scopes = ['read:links', 'write:links', 'read:analytics', 'write:qr', 'read:profile', 'write:profile']
    for (const name of ['x', 'x'.repeat(64), '日本語', 'نرم‌افزار', '👩‍🚀 Liftoff', '<b>Bold</b>']) {
      const { status, json } = await register({ name, redirectUris, scopes }, await test.seed.account())
      expect([status, json.name]).toEqual([201, name])
    }
  })

  it('takes a single value for no list', async () => {
    const answer = await register({ ...input, redirectUris: input.redirectUris[0], scopes: 'read:links' })
    expectError(answer, 400, 'INVALID_PARAMS', ['redirectUris', 'scopes'])
  })
})

describe('POST /oauth/apps returns', () => {
  const eleven = Array.from({ length: 11 }, (_, n) => `https://app.example.com/${n}`)
  const invalid: [string, Record<string, unknown>, string[]][] = [
    ['no name', { name: undefined }, ['name']],
    ['a blank name', { name: '  ' }, ['name']],
    ['a name too long', { name: 'x'.repeat(65) }, ['name']],
    ['a name of two lines', { name: 'Dashboard\nof the bank' }, ['name']],
    ['a name with a direction mark', { name: 'Dash\u202eboard' }, ['name']],
    ['an invisible name', { name: '\u200b\u3164' }, ['name']],
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
      'two invalid ones of three',
      { redirectUris: ['http://a.example/', 'https://a.example/', 'javascript:alert(1)'] },
      ['redirectUris.0', 'redirectUris.2'],
    ],
    ['NUL in a redirect URI', { redirectUris: ['https://a.example/\u0000'] }, ['redirectUris']],
    ['a private scheme with a secret', { redirectUris: ['com.example.app:/cb'] }, ['redirectUris.0']],
    ['no scope', { scopes: [] }, ['scopes']],
    ['an unknown scope', { scopes: ['read:links', 'admin'] }, ['scopes']],
    ['NUL for a scope', { scopes: ['\u0000'] }, ['scopes']],
    ['a scope twice', { scopes: ['read:links', 'read:links'] }, ['scopes']],
    ['a text for a boolean', { isPublic: 'yes' }, ['isPublic']],
    ['an unknown field', { client_id: 'app_mine' }, ['client_id']],
    ['a chosen secret', { clientSecret: 'tks_mine' }, ['clientSecret']],
  ]

  it.each(invalid)('400 for %s, and creates nothing', async (_name, changes, fields) => {
    const before = await appsOf(test, ada)
    expectError(await register({ ...input, ...changes }), 400, 'INVALID_PARAMS', fields)
    expect(await appsOf(test, ada)).toBe(before)
  })

  // GraphQL rejects the other cases with messages of its own.
  const validatedByService = invalid.filter(([, changes]) =>
    Object.values(changes).every(
      (value) => value && !JSON.stringify(value).match(/null|7\]|"yes"|"admin"|^\["\\u0000/),
    ),
  )
  it.each(validatedByService.filter(([, changes]) => !('client_id' in changes || 'clientSecret' in changes)))(
    '400 for %s over GraphQL',
    async (_name, changes, fields) => {
      expectGraphqlError(await registerOverGraph({ ...input, ...changes }, ada.token), 400, 'INVALID_PARAMS', fields)
    },
  )

  it('401 without a valid credential', async () => {
    for (const root of apiRoots) expectError(await register(input, {}, root), 401, 'UNAUTHENTICATED')
    expectError(await register(input, { token: 'invalid' }), 401, 'INVALID_TOKEN')
    expectGraphqlError(await registerOverGraph(input), 401, 'UNAUTHENTICATED')
  })

  it('401 for a deleted account', async () => {
    const deleted = await test.seed.account()
    await test.sql('delete from account where id = ?', [deleted.id])
    expectError(await register(input, deleted), 401, 'INVALID_TOKEN')
  })
})
