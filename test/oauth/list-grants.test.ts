import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toEnumName } from '../../src/platform/shared/enum-type.ts'
import { apiRoots, expectError, expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededApp } from '../support/seed.ts'
import { personalWorkspaceOf } from '../workspaces/team.ts'
import { givenGrant } from './app-rows.ts'

let test: TestApp
let dev: SeededAccount
let app: SeededApp
beforeAll(async () => {
  test = await sharedApp()
  dev = await test.seed.account({ name: 'The Developer' })
  app = await test.seed.app(dev, { name: 'Link Board' })
})
afterAll(() => test.close())

const list = ({ token }: Partial<SeededAccount>, query = '', root = '/v1') =>
  test.rest.get(`${root}/oauth/grants${query}`, { token })
const ids = (grants: readonly { id: string }[]) => grants.map(({ id }) => id)

describe('GET /oauth/grants', () => {
  it.each(apiRoots)('returns 200 with application, scopes and dates of each grant, under %s', async (root) => {
    const ada = await test.seed.account()
    const { id } = await givenGrant(test, ada, app, { scopes: ['write:links', 'read:links'], days: 14 })
    const { status, json } = await list(ada, '', root)
    const now = test.clock.now()
    expect([status, json]).toEqual([
      200,
      [
        {
          id,
          app: { id: app.id, name: 'Link Board' },
          scopes: ['read:links', 'write:links'],
          workspaces: [{ id: await personalWorkspaceOf(test, ada), name: ada.name }],
          createdAt: now.toISOString(),
          expiresAt: new Date(now.getTime() + 14 * 24 * 3600 * 1000).toISOString(),
        },
      ],
    ])
  })

  it('returns the same over GraphQL, without further fields of the application', async () => {
    const ada = await test.seed.account()
    await givenGrant(test, ada, app)
    const document =
      '{ oauthGrants { nodes { id app { id name } scopes workspaces { id name } createdAt expiresAt } } }'
    const { data } = await test.graph(document, { token: ada.token })
    const [grant] = (await list(ada)).json
    expect(data.oauthGrants.nodes).toEqual([{ ...grant, scopes: grant.scopes.map(toEnumName) }])
    for (const field of ['owner { email }', 'redirectUris', 'userCount', 'clientSecret']) {
      const { errors } = await test.graph(`{ oauthGrants { nodes { app { ${field} } } } }`, { token: ada.token })
      expect(errors?.[0]?.extensions.code, field).toBe('GRAPHQL_VALIDATION_FAILED')
    }
  })

  it('includes the scopes of resources', async () => {
    const ada = await test.seed.account()
    const { digest } = await givenGrant(test, ada, app)
    const payload = { openid: { scope: 'offline_access' }, resources: { a: 'read:links write:qr', b: 'read:links' } }
    await test.sql('update oauth_record set payload = ?::json where digest = ?', [JSON.stringify(payload), digest])
    expect((await list(ada)).json[0].scopes).toEqual(['read:links', 'write:qr'])
  })

  it('returns each caller only their own grants, also to the developer', async () => {
    const [ada, ben] = [await test.seed.account(), await test.seed.account()]
    const [hers, his] = [await givenGrant(test, ada, app), await givenGrant(test, ben, app)]
    expect(ids((await list(ada)).json)).toEqual([hers.id])
    expect(ids((await list(ben)).json)).toEqual([his.id])
    expect((await list(dev)).json).toEqual([])
  })

  it('leaves out expired grants', async () => {
    const ada = await test.seed.account()
    await givenGrant(test, ada, app, { days: 0.5 })
    const lasting = await givenGrant(test, ada, app, { days: 2 })
    test.clock.advance({ hours: 12, ms: -1 })
    expect((await list(ada)).json).toHaveLength(2)
    test.clock.advance({ ms: 1 })
    const { json, headers } = await list(ada)
    expect([ids(json), headers['x-total-count']]).toEqual([[lasting.id], '1'])
  })

  it('is paginated, newest first, with total and links', async () => {
    const ada = await test.seed.account()
    const expected: string[] = []
    for (let count = 0; count < 5; count++) {
      expected.unshift((await givenGrant(test, ada, app)).id)
      test.clock.advance({ seconds: 1 })
    }
    const first = await list(ada, '?limit=2')
    expect(ids(first.json)).toEqual(expected.slice(0, 2))
    expect(first.headers['x-total-count']).toBe('5')
    expect(first.headers.link).toContain(`<${test.settings.publicUrl}/v1/oauth/grants?limit=2&page=2>; rel="next"`)
    expect(ids((await list(ada, '?limit=2&page=3')).json)).toEqual(expected.slice(4))
  })

  it('takes one statement beside the session, for any number of grants', async () => {
    const ada = await test.seed.account()
    const other = await test.seed.app(dev)
    for (let count = 0; count < 6; count++) await givenGrant(test, ada, count % 2 ? app : other)
    test.statements.splice(0)
    await test.graph('{ oauthGrants { nodes { id app { id name } scopes } } }', { token: ada.token })
    expect(test.statements).toHaveLength(1)
  })
})

describe('GET /oauth/grants returns', () => {
  it.each(['?limit=0', '?limit=101', '?page=0', '?page=many'])('400 for %s', async (query) => {
    const field = query.slice(1).split('=')[0] ?? ''
    expectError(await list(dev, query), 400, 'INVALID_PARAMS', [field])
  })

  it('400 over GraphQL', async () => {
    const answer = await test.graph('{ oauthGrants(first: 101) { nodes { id } } }', { token: dev.token })
    expectGraphqlError(answer, 400, 'INVALID_PARAMS', ['first'])
  })

  it('401 without a valid credential', async () => {
    for (const root of apiRoots) expectError(await list({}, '', root), 401, 'UNAUTHENTICATED')
    expectGraphqlError(await test.graph('{ oauthGrants { totalCount } }'), 401, 'UNAUTHENTICATED')
  })
})
