import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededKey } from '../support/seed.ts'
import { seedTeam } from '../workspaces/team.ts'
import { expectError, keyRow } from './answers.ts'

let test: TestApp
let ada: SeededAccount
let link: string
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  link = (await test.seed.link(ada)).id
})
afterAll(() => test.close())

const post = (path: string, body: object, token = ada.token) => test.rest.post(`/v1/keys${path}`, body, { token })
const itemOf = async ({ id }: { id: string }) =>
  (await test.rest.get('/v1/keys', { token: ada.token })).json.find((item: { id: string }) => item.id === id)
const allScopes = ['read:links', 'write:links', 'read:analytics', 'write:qr']

describe('a key with scopes', () => {
  it('does what they say and nothing else, over REST and GraphQL', async () => {
    const { key } = await test.seed.key(ada, { scopes: ['read:links'] })
    expect((await test.rest.get(`/v1/urls/${link}`, { token: key })).status).toBe(200)
    const body = { longUrl: 'https://example.com' }
    expectError(await test.rest.post('/v1/urls', body, { token: key }), 403, 'INSUFFICIENT_SCOPE')
    expectError(await test.rest.get(`/v1/clicks/analytics/${link}`, { token: key }), 403, 'INSUFFICIENT_SCOPE')
    const document = 'mutation ($id: ID!) { deleteUrl(id: $id) { success } }'
    const { errors } = await test.graph(document, { token: key, variables: { id: link } })
    expect(errors?.[0]?.extensions.code).toBe('INSUFFICIENT_SCOPE')
  })

  it('has all of them by default, and shows them in lists', async () => {
    const [all, some] = [await test.seed.key(ada), await test.seed.key(ada, { scopes: ['write:qr', 'read:links'] })]
    expect((await itemOf(all)).scopes).toEqual(allScopes)
    expect((await itemOf(some)).scopes).toEqual(['write:qr', 'read:links'])
    const document = `mutation { createApiKey(name: "graph", scopes: [READ_ANALYTICS]) { apiKey { scopes } } }`
    const { data } = await test.graph(document, { token: ada.token })
    expect(data.createApiKey.apiKey.scopes).toEqual(['READ_ANALYTICS'])
  })

  it.each([[[]], [['read:profile']], [['write:profile']], [['read:links', 'read:links']], [['all']]])(
    'is not made with %j',
    async (scopes) => {
      expectError(await post('', { name: 'x', scopes }), 400, 'INVALID_PARAMS')
    },
  )

  it('of before has all that keys could do', async () => {
    const key = await test.seed.key(ada)
    await test.sql('update api_key set scopes = default where id = ?', [key.id])
    expect((await itemOf(key)).scopes).toEqual(allScopes)
  })
})

describe('rotating a key', () => {
  const works = async ({ key }: Pick<SeededKey, 'key'>) =>
    (await test.rest.get(`/v1/urls/${link}`, { token: key })).status === 200

  it('gives a new key with its name and scopes, and both work until the overlap ends', async () => {
    const former = await test.seed.key(ada, { name: 'deploy', scopes: ['read:links'] })
    const { status, json } = await post(`/${former.id}/rotate`, { overlapHours: 2, expiresInDays: 30 })
    expect([status, json.name]).toEqual([201, 'deploy'])
    expect(json.id).not.toBe(former.id)
    expect(await itemOf(json)).toMatchObject({ scopes: ['read:links'], isActive: true })
    expect([await works(former), await works(json)]).toEqual([true, true])
    const end = new Date(test.clock.now().getTime() + 2 * 3_600_000).toISOString()
    expect((await itemOf(former)).expiresAt).toBe(end)
  })

  it('ends the former key at once without an overlap, and never makes it live longer', async () => {
    const former = await test.seed.key(ada)
    const { json } = await post(`/${former.id}/rotate`, { overlapHours: 0 })
    expect([await works(former), await works(json)]).toEqual([false, true])
    const short = await test.seed.key(ada, { expiresInDays: 1 })
    const { expiresAt } = await itemOf(short)
    await post(`/${short.id}/rotate`, { overlapHours: 168 })
    expect((await itemOf(short)).expiresAt).toBe(expiresAt)
  })

  it('is refused for a key that has ended, and for the key of another member, also to an admin', async () => {
    const revoked = await test.seed.key(ada)
    await test.rest.delete(`/v1/keys/${revoked.id}`, { token: ada.token })
    expectError(await post(`/${revoked.id}/rotate`, {}), 409, 'KEY_NOT_ACTIVE')
    const eve = await test.seed.account()
    const key = await test.seed.key(ada)
    expect((await itemOf(key)).isOwn).toBe(true)
    expectError(await post(`/${key.id}/rotate`, {}, eve.token), 404, 'KEY_NOT_FOUND')
    expectError(await post(`/${key.id}/rotate`, {}, key.key), 401, 'API_KEY_NOT_ACCEPTED')
  })

  it('is for the member who made the key, and an admin who sees it is told so', async () => {
    const { id: workspaceId, member, admin } = await seedTeam(test)
    const { json: key } = await post('', { name: 'script', workspaceId }, member.token)
    const seenBy = async ({ token }: SeededAccount) =>
      (await test.rest.get('/v1/keys', { token, headers: { 'x-workspace-id': workspaceId } })).json
    expect(await seenBy(member)).toMatchObject([{ id: key.id, isOwn: true }])
    expect(await seenBy(admin)).toMatchObject([{ id: key.id, isOwn: false }])
    expectError(await post(`/${key.id}/rotate`, {}, admin.token), 404, 'KEY_NOT_FOUND')
    expect((await post(`/${key.id}/rotate`, {}, member.token)).status).toBe(201)
  })

  it('happens once for each of several requests at once, and the plan counts them', async () => {
    const former = await test.seed.key(ada)
    const answers = await Promise.all([1, 2, 3].map(() => post(`/${former.id}/rotate`, { overlapHours: 0 })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })
})

it('a key gets another name, which says nothing of its secret', async () => {
  const key = await test.seed.key(ada)
  const row = await keyRow(test, key)
  const { status, json } = await test.rest.patch(`/v1/keys/${key.id}`, { name: ' ci ' }, { token: ada.token })
  expect([status, json.name]).toEqual([200, 'ci'])
  expect(await keyRow(test, key)).toEqual({ ...row, name: 'ci' })
})
