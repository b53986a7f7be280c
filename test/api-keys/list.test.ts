import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededKey } from '../support/seed.ts'
import { apiKeyItem, apiKeyItemFields, apiRoots, expectError, expectGraphqlError, fillKeys, revoke } from './answers.ts'

let test: TestApp
let ada: SeededAccount
let expired: SeededKey
let revoked: SeededKey
let active: SeededKey
beforeAll(async () => {
  test = await sharedApp()
  test.clock.advance({ days: -1 })
  ada = await test.seed.account()
  expired = await test.seed.key(ada, { expiresInDays: 1, name: 'expired' })
  test.clock.advance({ days: 1 })
  ada = await loggedInAgain(ada)
  revoked = await test.seed.key(ada, { name: 'revoked' })
  active = await test.seed.key(ada, { name: 'active' })
  await revoke(test, ada, revoked)
  await test.seed.key(await test.seed.account())
})
afterAll(() => test.close())

/** The same account a day later, when its first session has ended. */
async function loggedInAgain(account: SeededAccount): Promise<SeededAccount> {
  const { email, password } = account
  const { json } = await test.rest.post('/v1/auth/login', { email, password })
  return { ...account, token: json.token }
}

const list = (query = '', { token } = ada, root = '/v1') => test.rest.get(`${root}/keys${query}`, { token })

describe('GET /keys', () => {
  it.each(apiRoots)(
    'returns 200 with the caller’s keys, newest first, including expired and revoked ones, under %s',
    async (root) => {
      const { status, json } = await list('', ada, root)
      expect(status).toBe(200)
      const now = test.clock.now().toISOString()
      expect(json).toMatchObject([
        { id: active.id, name: 'active', isActive: true, createdAt: now, revokedAt: null, lastUsedAt: null },
        { id: revoked.id, name: 'revoked', isActive: false, createdAt: now, revokedAt: now },
        { id: expired.id, name: 'expired', isActive: false, expiresAt: now, revokedAt: null },
      ])
      for (const item of json) expect(Object.keys(item).sort()).toEqual(apiKeyItemFields)
    },
  )

  it('returns the same over GraphQL', async () => {
    const { data } = await test.graph(`{ apiKeys { nodes ${apiKeyItem} } }`, { token: ada.token })
    const nodes = (await list()).json.map(({ scopes, ...item }: { scopes: string[] }) => ({
      ...item,
      scopes: scopes.map((scope) => scope.replace(':', '_').toUpperCase()),
    }))
    expect(data.apiKeys.nodes).toEqual(nodes)
  })

  it('shows the first seven and the last four characters of each key, and no digest', async () => {
    const { json, text } = await list()
    const previews = [active, revoked, expired].map(({ key }) => `${key.slice(0, 7)}…${key.slice(-4)}`)
    expect(json.map(({ keyPreview }: { keyPreview: string }) => keyPreview)).toEqual(previews)
    for (const { key } of [active, revoked, expired]) expect(text).not.toContain(key.slice(3, 11))
    for (const field of ['key', 'keyHash', 'key_hash', 'account', 'accountId']) {
      const { errors } = await test.graph(`{ apiKeys { nodes { ${field} } } }`, { token: ada.token })
      expect(errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
    }
  })

  it('is empty for an account without keys', async () => {
    expect((await list('', await test.seed.account())).json).toEqual([])
  })

  it('shows a key as inactive from the time it expires', async () => {
    const account = await test.seed.account()
    await test.seed.key(account, { expiresInDays: 2 })
    const isActive = async () => (await list('', await loggedInAgain(account))).json[0].isActive
    test.clock.advance({ days: 2, ms: -1 })
    expect(await isActive()).toBe(true)
    test.clock.advance({ ms: 1 })
    expect(await isActive()).toBe(false)
    test.clock.advance({ days: -2 })
  })

  it('returns all keys with their total, or a page with its neighbours in headers', async () => {
    const account = await test.seed.account()
    await fillKeys(test, account, 105, test.clock.now())
    const all = await list('', account)
    expect([all.json.length, all.headers['x-total-count'], all.headers.link]).toEqual([105, '105', undefined])
    const second = await list('?page=2', account)
    expect(second.json).toEqual(all.json.slice(20, 40))
    expect(second.headers['x-total-count']).toBe('105')
    expect(second.headers.link).toContain(`<${test.settings.publicUrl}/v1/keys?page=3>; rel="next"`)
    expect((await list('?limit=100&page=2', account)).json).toEqual(all.json.slice(100))
  })

  it('returns at most 10,000 keys, with the total of all in a header', async () => {
    const account = await test.seed.account()
    await fillKeys(test, account, 10_001, test.clock.now())
    const { json, headers } = await list('', account)
    expect([json.length, headers['x-total-count']]).toEqual([10_000, '10001'])
    expect((await list('?limit=100&page=101', account)).json).toHaveLength(1)
  })

  it('takes one statement, however many keys there are', async () => {
    test.statements.splice(0)
    await list()
    expect(test.statements.filter((sql) => sql.includes('api_key'))).toHaveLength(1)
  })
})

describe('GET /keys returns', () => {
  it.each([
    ['?limit=101', 'limit'],
    ['?limit=0', 'limit'],
    ['?page=0', 'page'],
    ['?page=x', 'page'],
  ])('400 for %s', async (query, field) => {
    expectError(await list(query), 400, 'INVALID_PARAMS', [field])
  })

  it('401 without a credential, and with a key', async () => {
    expectError(await test.rest.get('/v1/keys'), 401, 'UNAUTHENTICATED')
    expectError(await list('', { ...ada, token: active.key }), 401, 'API_KEY_NOT_ACCEPTED')
    expectGraphqlError(await test.graph('{ apiKeys { totalCount } }'), 401, 'UNAUTHENTICATED')
    expectGraphqlError(
      await test.graph('{ apiKeys { totalCount } }', { token: active.key }),
      401,
      'API_KEY_NOT_ACCEPTED',
    )
  })
})
