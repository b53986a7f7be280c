import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isWellFormedApiKey } from '../../src/modules/identity/api-keys/api-key-secret.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { apiRoots, expectError, expectGraphqlError, fillKeys, keyRow, revoke } from './answers.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const post = (body: unknown, root = '/v1') => test.rest.post(`${root}/keys`, body, { token: ada.token })
const document = `mutation ($name: String!, $expiresInDays: Int! = 90) {
  createApiKey(name: $name, expiresInDays: $expiresInDays) { key message apiKey { id name expiresAt isActive } }
}`
const inDays = (days: number) => new Date(test.clock.now().getTime() + days * 86_400_000)

describe('POST /keys', () => {
  it.each(apiRoots)('returns 201 with the key, under %s', async (root) => {
    const { status, json } = await post({ name: 'deploy script' }, root)
    expect(status).toBe(201)
    expect(json).toEqual({
      id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
      name: 'deploy script',
      key: expect.stringMatching(/^tk_[0-9A-Za-z]{36}$/),
      message: expect.stringContaining('not shown again'),
      expiresAt: inDays(90).toISOString(),
    })
    expect(isWellFormedApiKey(json.key)).toBe(true)
    expect(await keyRow(test, json)).toMatchObject({
      account_id: ada.id,
      key_preview: `${json.key.slice(0, 7)}…${json.key.slice(-4)}`,
      revoked_at: null,
      last_used_at: null,
    })
  })

  it('returns the same over GraphQL', async () => {
    const { data, errors } = await test.graph(document, { token: ada.token, variables: { name: 'a graph client' } })
    expect(errors).toBeUndefined()
    const expiresAt = inDays(90).toISOString()
    expect(data.createApiKey.apiKey).toMatchObject({ name: 'a graph client', expiresAt, isActive: true })
    expect((await test.rest.get('/v1/urls', { token: data.createApiKey.key })).status).toBe(200)
  })

  it.each([1, 30, 365])('creates a key that expires after %i days of 86400 seconds', async (expiresInDays) => {
    const { json } = await post({ name: 'x', expiresInDays })
    expect(json.expiresAt).toBe(inDays(expiresInDays).toISOString())
  })

  it('trims the name, and accepts a name that is in use', async () => {
    expect((await post({ name: '  ci  ' })).json.name).toBe('ci')
    expect((await post({ name: 'ci' })).status).toBe(201)
    expect((await post({ name: 'ключ 🔑'.repeat(8) })).status).toBe(201)
  })
})

describe('POST /keys returns 400', () => {
  it.each([
    ['without a name', {}, ['name']],
    ['for a name that is null', { name: null }, ['name']],
    ['for an empty name', { name: '' }, ['name']],
    ['for a blank name', { name: ' \t ' }, ['name']],
    ['for a name of 65 characters', { name: 'x'.repeat(65) }, ['name']],
    ['for a name with NUL', { name: 'a\u0000b' }, ['name']],
    ['for no days', { name: 'x', expiresInDays: 0 }, ['expiresInDays']],
    ['for days that are past', { name: 'x', expiresInDays: -1 }, ['expiresInDays']],
    ['for 366 days', { name: 'x', expiresInDays: 366 }, ['expiresInDays']],
    ['for days that are text', { name: 'x', expiresInDays: '30' }, ['expiresInDays']],
    ['for half a day', { name: 'x', expiresInDays: 0.5 }, ['expiresInDays']],
    ['for fields that are not the caller’s to set', { name: 'x', key: 'tk_', isActive: true }, ['isActive', 'key']],
  ])('%s', async (_what, body, fields) => {
    const before = await test.sql<{ count: number }>('select count(*)::int as count from api_key')
    expectError(await post(body), 400, 'INVALID_PARAMS', fields)
    expect(await test.sql('select count(*)::int as count from api_key')).toEqual(before)
  })

  it('over GraphQL', async () => {
    const variables = { name: ' ', expiresInDays: 366 }
    const answer = await test.graph(document, { token: ada.token, variables })
    expectGraphqlError(answer, 400, 'INVALID_PARAMS', ['name', 'expiresInDays'])
  })
})

describe('POST /keys returns 401', () => {
  it('without a credential', async () => {
    expectError(await test.rest.post('/v1/keys', { name: 'x' }), 401, 'UNAUTHENTICATED')
    expectGraphqlError(await test.graph(document, { variables: { name: 'x' } }), 401, 'UNAUTHENTICATED')
  })

  it('API_KEY_NOT_ACCEPTED with an API key', async () => {
    const { key } = await test.seed.key(ada)
    expectError(await test.rest.post('/v1/keys', { name: 'x' }, { token: key }), 401, 'API_KEY_NOT_ACCEPTED')
    const answer = await test.graph(document, { token: key, variables: { name: 'x' } })
    expectGraphqlError(answer, 401, 'API_KEY_NOT_ACCEPTED')
  })

  it('INVALID_TOKEN after the account was deleted', async () => {
    const deletedAccount = await test.seed.account()
    await test.sql('delete from account where id = ?', [deletedAccount.id])
    expectError(await test.rest.post('/v1/keys', { name: 'x' }, { token: deletedAccount.token }), 401, 'INVALID_TOKEN')
  })
})

describe('an account with 100 active keys', () => {
  const full = async (count = 100) => {
    const account = await test.seed.account()
    await fillKeys(test, account, count, inDays(0.5))
    return account
  }
  const create = ({ token }: SeededAccount) => test.rest.post('/v1/keys', { name: 'one more' }, { token })

  it('gets 403 PLAN_LIMIT_REACHED with the numbers for one more, over REST and GraphQL', async () => {
    const account = await full()
    const answer = await create(account)
    expectError(answer, 403, 'PLAN_LIMIT_REACHED')
    expect(answer.json.error.details).toMatchObject([{ limit: 100, used: 100 }])
    const graph = await test.graph(document, { token: account.token, variables: { name: 'one more' } })
    expectGraphqlError(graph, 403, 'PLAN_LIMIT_REACHED')
  })

  it('gets 201 after one is revoked', async () => {
    const account = await full(99)
    const key = await test.seed.key(account)
    expect((await create(account)).status).toBe(403)
    await revoke(test, account, key)
    expect((await create(account)).status).toBe(201)
    expect((await create(account)).status).toBe(403)
  })

  it('gets 201 from the time they expire', async () => {
    const account = await full()
    test.clock.advance({ hours: 12, ms: -1 })
    expect((await create(account)).status).toBe(403)
    test.clock.advance({ ms: 1 })
    expect((await create(account)).status).toBe(201)
    test.clock.advance({ hours: -12 })
  })

  it('does not affect another account', async () => {
    await full()
    expect((await create(await test.seed.account())).status).toBe(201)
  })

  it.each([1, 3])(
    'is never exceeded: of 20 concurrent creations %i succeed if that many are left',
    { tags: 'race' },
    async (room) => {
      // Several rounds: in the first one connections are still being opened, so there is little concurrency.
      for (let round = 0; round < 4; round++) {
        const account = await full(100 - room)
        const answers = await Promise.all(Array.from({ length: 20 }, () => create(account)))
        const statuses = answers.map(({ status }) => status)
        expect(statuses.filter((status) => status === 201)).toHaveLength(room)
        expect(statuses.filter((status) => status === 403)).toHaveLength(20 - room)
        const [row] = await test.sql('select count(*)::int as count from api_key where account_id = ?', [account.id])
        expect(row).toEqual({ count: 100 })
      }
    },
  )
})
