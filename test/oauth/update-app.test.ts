import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toEnumName } from '../../src/platform/shared/enum-type.ts'
import { apiRoots, expectError, expectGraphqlError, timeless } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { appRow, findModels, givenGrant, seedInteraction } from './app-rows.ts'

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
const allModels = ['Grant', 'AccessToken', 'AuthorizationCode', 'RefreshToken']
const change = (id: string, body: unknown, { token }: Partial<SeededAccount> = ada, root = '/v1') =>
  test.rest.patch(`${root}/oauth/apps/${id}`, body, { token })
const document = `mutation ($id: ID!, $input: UpdateOauthAppInput!) {
  updateOauthApp(id: $id, input: $input) { id name redirectUris scopes isPublic createdAt updatedAt }
}`
const changeOverGraph = (id: string, input: object, token?: string) =>
  test.graph(document, { token, variables: { id, input } })

describe('PATCH /oauth/apps/{id}', () => {
  it.each(apiRoots)('returns 200, changes the given fields and keeps the rest, under %s', async (root) => {
    const app = await test.seed.app(ada)
    const before = await appRow(test, app)
    const createdAt = test.clock.now().toISOString()
    test.clock.advance({ seconds: 5 })
    const { status, json } = await change(app.id, { name: ' New name ' }, ada, root)
    const updatedAt = test.clock.now().toISOString()
    expect(status).toBe(200)
    expect(json).toMatchObject({ id: app.id, name: 'New name', scopes: ['read:links', 'write:links'], createdAt })
    expect(json.updatedAt).toBe(updatedAt)
    const { name: _name, updated_at: _updatedAt, ...rest } = before
    expect(await appRow(test, app)).toMatchObject({ ...rest, name: 'New name' })
  })

  it('returns the same over GraphQL', async () => {
    const { id } = await test.seed.app(ada)
    const input = { redirectUris: ['https://new.example.com/cb'], scopes: ['WRITE_QR', 'READ_ANALYTICS'] }
    const { data, errors } = await changeOverGraph(id, input, ada.token)
    expect(errors).toBeUndefined()
    expect(data.updateOauthApp).toMatchObject({ ...input, id, scopes: ['READ_ANALYTICS', 'WRITE_QR'] })
    const { json } = await test.rest.get(`/v1/oauth/apps/${id}`, { token: ada.token })
    expect({ ...json, scopes: json.scopes.map(toEnumName) }).toEqual(data.updateOauthApp)
  })

  it('applies both of two concurrent changes', async () => {
    const { id } = await test.seed.app(ada)
    const answers = await Promise.all([change(id, { name: 'Renamed' }), change(id, { scopes: ['write:qr'] })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await appRow(test, { id })).toMatchObject({ name: 'Renamed', scopes: ['write:qr'] })
  })

  it('keeps the client secret', async () => {
    const app = await test.seed.app(ada)
    const { secret_digest } = await appRow(test, app)
    await change(app.id, { name: 'Other', redirectUris: ['https://new.example.com/cb'] })
    expect(await appRow(test, app)).toMatchObject({ secret_digest })
  })
})

describe('removing a scope', () => {
  it('deletes the grants with this scope, their tokens and codes, and no others', async () => {
    const [app, other] = [await test.seed.app(ada), await test.seed.app(ada)]
    const withScope = await givenGrant(test, ben, app, { scopes: ['read:links', 'write:links'] })
    const withoutScope = await givenGrant(test, ben, app, { scopes: ['read:links'] })
    const ofOtherApp = await givenGrant(test, ben, other, { scopes: ['write:links'] })
    expect((await change(app.id, { scopes: ['read:links', 'read:analytics'] })).status).toBe(200)
    expect(await findModels(test, withScope)).toEqual([])
    expect(await findModels(test, withoutScope)).toEqual(allModels)
    expect(await findModels(test, ofOtherApp)).toEqual(allModels)
  })

  it('deletes grants with this scope for a resource, and compares whole names', async () => {
    const app = await test.seed.app(ada)
    const inResource = await givenGrant(test, ben, app, { scopes: [] })
    const payload = JSON.stringify({ resources: { 'https://tack.example': 'read:links write:links' } })
    await test.sql('update oauth_record set payload = ?::json where digest = ?', [payload, inResource.digest])
    const similar = await givenGrant(test, ben, app, { scopes: ['write:links:all'] })
    await change(app.id, { scopes: ['read:links'] })
    expect(await findModels(test, inResource)).toEqual([])
    expect(await findModels(test, similar)).toEqual(allModels)
  })

  it('is not caused by adding or reordering scopes, or by a new name', async () => {
    const app = await test.seed.app(ada)
    const grant = await givenGrant(test, ben, app, { scopes: ['write:links'] })
    await change(app.id, { scopes: ['write:links', 'read:links', 'write:qr'] })
    await change(app.id, { scopes: ['write:qr', 'write:links', 'read:links'] })
    await change(app.id, { name: 'Other' })
    expect(await findModels(test, grant)).toEqual(allModels)
  })
})

describe('removing a redirect URI', () => {
  it('deletes pending authorizations and codes, and keeps grants and tokens', async () => {
    const [app, other] = [await test.seed.app(ada), await test.seed.app(ada)]
    const [grant, ofOtherApp] = [await givenGrant(test, ben, app), await givenGrant(test, ben, other)]
    for (const begun of [app, other]) await seedInteraction(test, begun)
    await change(app.id, { redirectUris: ['https://app.example.com/cb', 'https://app.example.com/new'] })
    expect(await findModels(test, grant)).toEqual(['Grant', 'AccessToken', 'RefreshToken'])
    expect(await findModels(test, ofOtherApp)).toEqual(allModels)
    const interactions = await test.sql(
      `select client_id from oauth_record where model = 'Interaction' and client_id in (?)`,
      [[app.id, other.id]],
    )
    expect(interactions).toEqual([{ client_id: other.id }])
  })

  it('is not caused by adding one', async () => {
    const app = await test.seed.app(ada)
    const grant = await givenGrant(test, ben, app)
    const redirectUris = ['https://app.example.com/cb', 'http://127.0.0.1:8400/cb', 'https://app.example.com/new']
    await change(app.id, { redirectUris })
    expect(await findModels(test, grant)).toEqual(allModels)
  })
})

describe('PATCH /oauth/apps/{id} returns', () => {
  const invalid: [string, Record<string, unknown>, string[]][] = [
    ['null for every field', { name: null, redirectUris: null, scopes: null }, ['name', 'redirectUris', 'scopes']],
    ['a blank name', { name: ' ' }, ['name']],
    ['no redirect URI', { redirectUris: [] }, ['redirectUris']],
    ['an invalid redirect URI', { redirectUris: ['https://a.example/', 'https://a.example/#'] }, ['redirectUris.1']],
    ['a private scheme with a secret', { redirectUris: ['com.example.app:/cb'] }, ['redirectUris.0']],
    ['no scope', { scopes: [] }, ['scopes']],
  ]

  it.each(invalid)('400 for %s, and changes nothing', async (_name, changes, fields) => {
    const app = await test.seed.app(ada)
    const grant = await givenGrant(test, ben, app, { scopes: ['write:links'] })
    const before = await appRow(test, app)
    const scopes = ['read:links']
    expectError(await change(app.id, { scopes, ...changes }), 400, 'INVALID_PARAMS', fields)
    const input = { scopes: ['READ_LINKS'], ...changes }
    expectGraphqlError(await changeOverGraph(app.id, input, ada.token), 400, 'INVALID_PARAMS', fields)
    expect(await appRow(test, app)).toEqual(before)
    expect(await findModels(test, grant)).toEqual(allModels)
    await test.rest.delete(`/v1/oauth/apps/${app.id}`, { token: ada.token })
  })

  it('400 for an unknown scope, and changes nothing', async () => {
    const { id } = await test.seed.app(ada)
    const before = await appRow(test, { id })
    expectError(await change(id, { scopes: ['openid'] }), 400, 'INVALID_PARAMS', ['scopes'])
    expectGraphqlError(await changeOverGraph(id, { scopes: ['OPENID'] }, ada.token), 400, 'BAD_USER_INPUT')
    expect(await appRow(test, { id })).toEqual(before)
  })

  it('400 for a secret and an owner, and leaves the kind as it is', async () => {
    const { id } = await test.seed.app(ada)
    const body = { clientSecret: 'tks_mine', ownerId: ben.id }
    expectError(await change(id, body), 400, 'INVALID_PARAMS', Object.keys(body))
    expect((await change(id, { isPublic: true })).json.isPublic).toBe(false)
  })

  it('400 for a redirect URI that only the other kind may have', async () => {
    const { id } = await test.seed.app(ada, { isPublic: true })
    expect((await change(id, { redirectUris: ['com.example.app:/cb'] })).status).toBe(200)
    expectError(await change(id, { redirectUris: ['https://localhost/'] }), 400, 'INVALID_PARAMS', ['redirectUris.0'])
  })

  it.each(apiRoots)(
    '404 with the same body for another account’s and an unknown application, under %s',
    async (root) => {
      const app = await test.seed.app(ada)
      const before = await appRow(test, app)
      // The private scheme is invalid for this kind only, so a 400 would reveal that the application exists.
      for (const body of [{ name: 'Mine' }, { redirectUris: ['com.example.app:/cb'] }]) {
        const [theirs, missing] = [await change(app.id, body, ben, root), await change(unknownId, body, ben, root)]
        expectError(theirs, 404, 'OAUTH_APP_NOT_FOUND')
        expect(timeless(theirs)).toBe(timeless(missing))
      }
      expectGraphqlError(await changeOverGraph(app.id, { name: 'Mine' }, ben.token), 404, 'OAUTH_APP_NOT_FOUND')
      expect(await appRow(test, app)).toEqual(before)
    },
  )

  it('401 without a valid credential', async () => {
    for (const root of apiRoots) expectError(await change(unknownId, {}, {}, root), 401, 'UNAUTHENTICATED')
    expectGraphqlError(await changeOverGraph(unknownId, {}), 401, 'UNAUTHENTICATED')
  })
})
