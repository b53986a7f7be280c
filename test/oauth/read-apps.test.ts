import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toEnumName } from '../../src/platform/shared/enum-type.ts'
import { apiRoots, expectError, expectGraphqlError, timeless } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { givenGrant, manyApps } from './app-rows.ts'

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
const get = (id: string, { token }: Partial<SeededAccount>, root = '/v1') =>
  test.rest.get(`${root}/oauth/apps/${id}`, { token })
const list = ({ token }: Partial<SeededAccount>, root = '/v1') => test.rest.get(`${root}/oauth/apps`, { token })

describe('GET /oauth/apps/{id}', () => {
  it.each(apiRoots)('returns 200 with all fields except the secret, under %s', async (root) => {
    const { id } = await test.seed.app(ada, { name: 'Board' })
    const { status, json } = await get(id, ada, root)
    const now = test.clock.now().toISOString()
    expect([status, json]).toEqual([
      200,
      {
        id,
        name: 'Board',
        redirectUris: ['https://app.example.com/cb', 'http://127.0.0.1:8400/cb'],
        scopes: ['read:links', 'write:links'],
        isPublic: false,
        createdAt: now,
        updatedAt: now,
      },
    ])
  })

  it('returns the same over GraphQL', async () => {
    const { id } = await test.seed.app(ada)
    const document = `{ oauthApp(id: "${id}") { id name redirectUris scopes isPublic createdAt updatedAt } }`
    const { data } = await test.graph(document, { token: ada.token })
    const { json } = await get(id, ada)
    expect(data.oauthApp).toEqual({ ...json, scopes: json.scopes.map(toEnumName) })
  })

  it.each(apiRoots)(
    'returns 404 with the same body for another account’s and an unknown application, under %s',
    async (root) => {
      const { id } = await test.seed.app(ada)
      const [theirs, missing] = [await get(id, ben, root), await get(unknownId, ben, root)]
      expectError(theirs, 404, 'OAUTH_APP_NOT_FOUND')
      expect(timeless(theirs)).toBe(timeless(missing))
      const document = 'query ($id: ID!) { oauthApp(id: $id) { id } }'
      for (const appId of [id, unknownId]) {
        const answer = await test.graph(document, { token: ben.token, variables: { id: appId } })
        expectGraphqlError(answer, 404, 'OAUTH_APP_NOT_FOUND')
      }
    },
  )

  it('exists only below the API roots, and not below /oauth', async () => {
    const { id } = await test.seed.app(ada)
    for (const path of ['/oauth/apps', `/oauth/apps/${id}`, '/oauth/grants']) {
      const { status, text } = await test.rest.get(path, { token: ada.token })
      expect(status, path).toBeGreaterThanOrEqual(400)
      expect(text).not.toContain(id)
    }
  })

  it('returns 400 for an id with NUL, and 401 without a credential', async () => {
    expectError(await get('%00', ada), 400, 'INVALID_PARAMS', ['id'])
    expectError(await get(unknownId, {}), 401, 'UNAUTHENTICATED')
    expectGraphqlError(await test.graph('{ oauthApp(id: "x") { id } }'), 401, 'UNAUTHENTICATED')
  })
})

describe('GET /oauth/apps', () => {
  it.each(apiRoots)('returns 200 with the caller’s applications, newest first, under %s', async (root) => {
    const account = await test.seed.account()
    expect((await list(account, root)).json).toEqual([])
    const first = await test.seed.app(account)
    test.clock.advance({ seconds: 1 })
    const second = await test.seed.app(account)
    const { status, json, headers } = await list(account, root)
    expect(status).toBe(200)
    expect(json).toEqual([(await get(second.id, account)).json, (await get(first.id, account)).json])
    expect([headers.link, headers['x-total-count']]).toEqual([undefined, undefined])
  })

  it('returns 401 without a credential', async () => {
    for (const root of apiRoots) expectError(await list({}, root), 401, 'UNAUTHENTICATED')
    expectGraphqlError(await test.graph('{ oauthApps { totalCount } }'), 401, 'UNAUTHENTICATED')
  })
})

describe('OauthApp.userCount', () => {
  const counts = async ({ token }: SeededAccount) => {
    const { data, errors } = await test.graph('{ oauthApps(first: 100) { nodes { id userCount } } }', { token })
    expect(errors).toBeUndefined()
    return Object.fromEntries(
      data.oauthApps.nodes.map((app: { id: string; userCount: number }) => [app.id, app.userCount]),
    )
  }

  it('counts each user with an active grant once', async () => {
    const owner = await test.seed.account()
    const [used, unused] = [await test.seed.app(owner), await test.seed.app(owner)]
    await givenGrant(test, ada, used)
    await givenGrant(test, ada, used, { scopes: ['write:links'] })
    await givenGrant(test, ben, used, { days: 0.5 })
    expect(await counts(owner)).toEqual({ [used.id]: 2, [unused.id]: 0 })
    test.clock.advance({ hours: 12 })
    expect(await counts(owner)).toEqual({ [used.id]: 1, [unused.id]: 0 })
  })

  it('takes one statement for fifty applications, and reveals no user', async () => {
    const owner = await test.seed.account()
    await manyApps(test, owner, 50)
    test.statements.splice(0)
    expect(Object.keys(await counts(owner))).toHaveLength(50)
    // The applications and the counts.
    expect(test.statements).toHaveLength(2)
    const { errors } = await test.graph('{ oauthApps { nodes { owner { email } } } }', { token: owner.token })
    expect(errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
  })

  it('is not part of REST answers', async () => {
    const { id } = await test.seed.app(ben)
    expect((await get(id, ben)).json).not.toHaveProperty('userCount')
  })
})
