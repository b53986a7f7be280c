import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { apiRoots, expectError, expectGraphqlError, keyRow, timeless, unknownId } from './answers.ts'

/** Two nodes and two connections need a server. */
const onServer = inject('database').kind === 'server'

let test: TestApp
let ada: SeededAccount
let ben: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  ben = await test.seed.account()
})
afterAll(() => test.close())

const revoke = (id: string, { token } = ada, root = '/v1') => test.rest.delete(`${root}/keys/${id}`, { token })
const links = (token: string) => test.rest.get('/v1/urls', { token })
const document = 'mutation ($id: ID!) { revokeApiKey(id: $id) { success } }'

describe('DELETE /keys/{id}', () => {
  it.each(apiRoots)('returns 200, and the next request of the key gets 401 API_KEY_REVOKED, under %s', async (root) => {
    const { id, key } = await test.seed.key(ada)
    expect((await links(key)).status).toBe(200)
    const { status, json } = await revoke(id, ada, root)
    expect([status, json]).toEqual([200, { success: true }])
    const refused = await links(key)
    expectError(refused, 401, 'API_KEY_REVOKED')
    expect(refused.headers['www-authenticate']).toBe('Bearer realm="tack", error="invalid_token"')
    expectGraphqlError(await test.graph('{ urls { totalCount } }', { token: key }), 401, 'API_KEY_REVOKED')
  })

  it('returns the same over GraphQL', async () => {
    const { id, key } = await test.seed.key(ada)
    const answer = await test.graph(document, { token: ada.token, variables: { id } })
    expect(answer).toEqual({ data: { revokeApiKey: { success: true } } })
    expectError(await links(key), 401, 'API_KEY_REVOKED')
  })

  it('returns 200 the second time, and keeps the first time', async () => {
    const key = await test.seed.key(ada)
    await revoke(key.id)
    const { revoked_at } = (await keyRow(test, key)) ?? {}
    expect(revoked_at).not.toBeNull()
    test.clock.advance({ minutes: 1 })
    expect((await revoke(key.id)).json).toEqual({ success: true })
    expect((await keyRow(test, key))?.revoked_at).toEqual(revoked_at)
  })

  it('records one activity for ten requests at once', { tags: 'race' }, async () => {
    const owner = await test.seed.account()
    const { id } = await test.seed.key(owner)
    const answers = await Promise.all(Array.from({ length: 10 }, () => revoke(id, owner)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await test.rest.get('/v1/activity?type=api_key.revoked', owner)).json).toHaveLength(1)
  })

  it('revokes one key only', async () => {
    const [one, other] = [await test.seed.key(ada), await test.seed.key(ada)]
    await revoke(one.id)
    expect((await links(other.key)).status).toBe(200)
  })

  it('revokes an expired key', async () => {
    const { id, key } = await test.seed.key(ada, { expiresInDays: 1 })
    await revoke(id)
    test.clock.advance({ days: 2 })
    expectError(await links(key), 401, 'API_KEY_REVOKED')
    test.clock.advance({ days: -2 })
  })

  it('does not block open operations for the key', async () => {
    const { id, key } = await test.seed.key(ada)
    await revoke(id)
    const { shortUrl } = await test.seed.link(ada)
    expect((await test.rest.get(`/v1/urls/redirect/${shortUrl}`, { token: key })).status).toBe(200)
    expect((await test.rest.get(`/${shortUrl}`, { token: key })).status).toBe(302)
  })

  it.runIf(onServer)('revokes the key on every node at once', { tags: 'race' }, async () => {
    const other = await test.sibling()
    const { id, key } = await test.seed.key(ada)
    expect((await other.rest.get('/v1/urls', { token: key })).status).toBe(200)
    await revoke(id)
    await expect.poll(async () => (await other.rest.get('/v1/urls', { token: key })).status).toBe(401)
    expectError(await other.rest.get('/v1/urls', { token: key }), 401, 'API_KEY_REVOKED')
    await other.close()
  })
})

describe('DELETE /keys/{id} returns 404', () => {
  it.each(apiRoots)('with the same bytes for another account’s key and an unknown one, under %s', async (root) => {
    const { id, key } = await test.seed.key(ada)
    const [theirs, missing] = [await revoke(id, ben, root), await revoke(unknownId, ben, root)]
    expectError(theirs, 404, 'KEY_NOT_FOUND')
    expect(timeless(theirs)).toBe(timeless(missing))
    expect((await links(key)).status).toBe(200)
  })

  it('over GraphQL', async () => {
    const { id, key } = await test.seed.key(ada)
    for (const each of [id, unknownId]) {
      const answer = await test.graph(document, { token: ben.token, variables: { id: each } })
      expectGraphqlError(answer, 404, 'KEY_NOT_FOUND')
    }
    expect((await links(key)).status).toBe(200)
  })
})

describe('DELETE /keys/{id} returns 401', () => {
  it('without a credential and with a key, even the same one, and does not revoke it', async () => {
    const { id, key } = await test.seed.key(ada)
    expectError(await test.rest.delete(`/v1/keys/${id}`), 401, 'UNAUTHENTICATED')
    expectError(await revoke(id, { ...ada, token: key }), 401, 'API_KEY_NOT_ACCEPTED')
    const answer = await test.graph(document, { token: key, variables: { id } })
    expectGraphqlError(answer, 401, 'API_KEY_NOT_ACCEPTED')
    expect((await links(key)).status).toBe(200)
  })
})
