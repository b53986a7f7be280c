import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiRoots, expectGraphRefusal, expectRefusal, timeless } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { appRow, begunInteraction, givenGrant, keptUnder } from './app-rows.ts'

let test: TestApp
let ada: SeededAccount
let ben: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  ben = await test.seed.account()
})
afterAll(() => test.close())

const unknownId = 'app_00000000000000000000000000'
const all = ['Grant', 'AccessToken', 'AuthorizationCode', 'RefreshToken']
const change = (id: string, body: unknown, { token }: Partial<SeededAccount> = ada, root = '/v1') =>
  test.rest.patch(`${root}/oauth/apps/${id}`, body, { token })
const document = `mutation ($id: ID!, $name: String, $redirectUris: [String!], $scopes: [String!]) {
  updateOauthApp(id: $id, name: $name, redirectUris: $redirectUris, scopes: $scopes) {
    id name redirectUris scopes isPublic createdAt updatedAt
  }
}`

describe('changing an application', () => {
  it.each(apiRoots)('answers 200 with what was named changed and the rest as it was, under %s', async (root) => {
    const app = await test.seed.app(ada)
    const before = await appRow(test, app)
    const createdAt = test.clock.now().toISOString()
    test.clock.advance({ seconds: 5 })
    const { status, json } = await change(app.id, { name: ' New name ' }, ada, root)
    const updatedAt = test.clock.now().toISOString()
    expect(status).toBe(200)
    expect(json).toMatchObject({ id: app.id, name: 'New name', scopes: ['read:links', 'write:links'], createdAt })
    expect(json.updatedAt).toBe(updatedAt)
    const { name: _name, updated_at: _then, ...rest } = before
    expect(await appRow(test, app)).toMatchObject({ ...rest, name: 'New name' })
  })

  it('answers the same over GraphQL', async () => {
    const { id } = await test.seed.app(ada)
    const variables = { id, redirectUris: ['https://new.example.com/cb'], scopes: ['write:qr', 'read:analytics'] }
    const { data, errors } = await test.graph(document, { token: ada.token, variables })
    expect(errors).toBeUndefined()
    expect(data.updateOauthApp).toMatchObject({ ...variables, scopes: ['read:analytics', 'write:qr'] })
    expect((await test.rest.get(`/v1/oauth/apps/${id}`, { token: ada.token })).json).toEqual(data.updateOauthApp)
  })

  it('lets two changes in one moment both be done', async () => {
    const { id } = await test.seed.app(ada)
    const answers = await Promise.all([change(id, { name: 'Renamed' }), change(id, { scopes: ['write:qr'] })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await appRow(test, { id })).toMatchObject({ name: 'Renamed', scopes: ['write:qr'] })
  })

  it('keeps the secret working', async () => {
    const app = await test.seed.app(ada)
    const { secret_digest } = await appRow(test, app)
    await change(app.id, { name: 'Other', redirectUris: ['https://new.example.com/cb'] })
    expect(await appRow(test, app)).toMatchObject({ secret_digest })
  })
})

describe('dropping a scope', () => {
  it('ends the grants that hold it, with their tokens and codes, and no other', async () => {
    const [app, other] = [await test.seed.app(ada), await test.seed.app(ada)]
    const holding = await givenGrant(test, ben, app, { scopes: ['read:links', 'write:links'] })
    const without = await givenGrant(test, ben, app, { scopes: ['read:links'] })
    const elsewhere = await givenGrant(test, ben, other, { scopes: ['write:links'] })
    expect((await change(app.id, { scopes: ['read:links', 'read:analytics'] })).status).toBe(200)
    expect(await keptUnder(test, holding)).toEqual([])
    expect(await keptUnder(test, without)).toEqual(all)
    expect(await keptUnder(test, elsewhere)).toEqual(all)
  })

  it('finds it in a resource’s scopes too, and never in part of a name', async () => {
    const app = await test.seed.app(ada)
    const inResource = await givenGrant(test, ben, app, { scopes: [] })
    const payload = JSON.stringify({ resources: { 'https://tack.example': 'read:links write:links' } })
    await test.sql('update oauth_record set payload = ?::json where digest = ?', [payload, inResource.digest])
    const similar = await givenGrant(test, ben, app, { scopes: ['write:links:all'] })
    await change(app.id, { scopes: ['read:links'] })
    expect(await keptUnder(test, inResource)).toEqual([])
    expect(await keptUnder(test, similar)).toEqual(all)
  })

  it('is no part of widening, repeating or renaming', async () => {
    const app = await test.seed.app(ada)
    const grant = await givenGrant(test, ben, app, { scopes: ['write:links'] })
    await change(app.id, { scopes: ['write:links', 'read:links', 'write:qr'] })
    await change(app.id, { scopes: ['write:qr', 'write:links', 'read:links'] })
    await change(app.id, { name: 'Other' })
    expect(await keptUnder(test, grant)).toEqual(all)
  })
})

describe('dropping a redirect URI', () => {
  it('ends the authorizations under way, decided or not; grants and tokens stay', async () => {
    const [app, other] = [await test.seed.app(ada), await test.seed.app(ada)]
    const [grant, elsewhere] = [await givenGrant(test, ben, app), await givenGrant(test, ben, other)]
    for (const each of [app, other]) await begunInteraction(test, each)
    await change(app.id, { redirectUris: ['https://app.example.com/cb', 'https://app.example.com/new'] })
    expect(await keptUnder(test, grant)).toEqual(['Grant', 'AccessToken', 'RefreshToken'])
    expect(await keptUnder(test, elsewhere)).toEqual(all)
    const left = await test.sql(`select client_id from oauth_record where model = 'Interaction' and client_id in (?)`, [
      [app.id, other.id],
    ])
    expect(left).toEqual([{ client_id: other.id }])
  })

  it('is no part of adding one', async () => {
    const app = await test.seed.app(ada)
    const grant = await givenGrant(test, ben, app)
    const redirectUris = ['https://app.example.com/cb', 'http://127.0.0.1:8400/cb', 'https://app.example.com/new']
    await change(app.id, { redirectUris })
    expect(await keptUnder(test, grant)).toEqual(all)
  })
})

describe('changing an application refuses', () => {
  const wrong: [string, Record<string, unknown>, string[]][] = [
    ['null for every field', { name: null, redirectUris: null, scopes: null }, ['name', 'redirectUris', 'scopes']],
    ['a blank name', { name: ' ' }, ['name']],
    ['no redirect URI', { redirectUris: [] }, ['redirectUris']],
    ['an unsound redirect URI', { redirectUris: ['https://a.example/', 'https://a.example/#'] }, ['redirectUris.1']],
    ['a private scheme where there is a secret', { redirectUris: ['com.example.app:/cb'] }, ['redirectUris.0']],
    ['no scope', { scopes: [] }, ['scopes']],
    ['an unknown scope', { scopes: ['openid'] }, ['scopes']],
  ]

  it.each(wrong)('400 for %s, and nothing changes', async (_what, changes, fields) => {
    const app = await test.seed.app(ada)
    const grant = await givenGrant(test, ben, app, { scopes: ['write:links'] })
    const before = await appRow(test, app)
    const scopes = ['read:links']
    expectRefusal(await change(app.id, { scopes, ...changes }), 400, 'INVALID_PARAMS', fields)
    const variables = { scopes, ...changes, id: app.id }
    expectGraphRefusal(await test.graph(document, { token: ada.token, variables }), 400, 'INVALID_PARAMS', fields)
    expect(await appRow(test, app)).toEqual(before)
    expect(await keptUnder(test, grant)).toEqual(all)
    await test.rest.delete(`/v1/oauth/apps/${app.id}`, { token: ada.token })
  })

  it('400 for another kind, secret or owner, which no change can give', async () => {
    const { id } = await test.seed.app(ada)
    const body = { isPublic: true, clientSecret: 'tks_mine', ownerId: ben.id }
    expectRefusal(await change(id, body), 400, 'INVALID_PARAMS', Object.keys(body))
  })

  it('400 for what only the other kind may have', async () => {
    const { id } = await test.seed.app(ada, { isPublic: true })
    expect((await change(id, { redirectUris: ['com.example.app:/cb'] })).status).toBe(200)
    expectRefusal(await change(id, { redirectUris: ['https://localhost/'] }), 400, 'INVALID_PARAMS', ['redirectUris.0'])
  })

  it.each(apiRoots)('404 with the same bytes for another’s and an unknown one, under %s', async (root) => {
    const app = await test.seed.app(ada)
    const before = await appRow(test, app)
    // Also where another refusal would say that there is one: the private scheme is wrong for its kind only.
    for (const body of [{ name: 'Mine' }, { redirectUris: ['com.example.app:/cb'] }]) {
      const [theirs, missing] = [await change(app.id, body, ben, root), await change(unknownId, body, ben, root)]
      expectRefusal(theirs, 404, 'OAUTH_APP_NOT_FOUND')
      expect(timeless(theirs)).toBe(timeless(missing))
    }
    const variables = { id: app.id, name: 'Mine' }
    expectGraphRefusal(await test.graph(document, { token: ben.token, variables }), 404, 'OAUTH_APP_NOT_FOUND')
    expect(await appRow(test, app)).toEqual(before)
  })

  it('401 without a credential that holds', async () => {
    for (const root of apiRoots) expectRefusal(await change(unknownId, {}, {}, root), 401, 'UNAUTHENTICATED')
    expectGraphRefusal(await test.graph(document, { variables: { id: unknownId } }), 401, 'UNAUTHENTICATED')
  })
})
