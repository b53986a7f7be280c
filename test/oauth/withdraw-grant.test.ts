import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiRoots, expectError, expectGraphqlError, timeless } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededApp } from '../support/seed.ts'
import { appRow, findModels, givenGrant } from './app-rows.ts'

let test: TestApp
let dev: SeededAccount
let ada: SeededAccount
let app: SeededApp
beforeAll(async () => {
  test = await sharedApp()
  dev = await test.seed.account()
  ada = await test.seed.account()
  app = await test.seed.app(dev)
})
afterAll(() => test.close())

const unknownId = `grt_${'0'.repeat(64)}`
const withdraw = (id: string, { token }: Partial<SeededAccount> = ada, root = '/v1') =>
  test.rest.delete(`${root}/oauth/grants/${id}`, { token })
const document = 'mutation ($id: ID!) { withdrawOauthGrant(id: $id) { success deletedId } }'

describe('DELETE /oauth/grants/{id}', () => {
  it.each(apiRoots)('returns 200 and deletes the grant with its codes and tokens, under %s', async (root) => {
    const [grant, other] = [await givenGrant(test, ada, app), await givenGrant(test, ada, app)]
    const theirs = await givenGrant(test, dev, app)
    const { status, json } = await withdraw(grant.id, ada, root)
    expect([status, json]).toEqual([200, { success: true }])
    expect(await findModels(test, grant)).toEqual([])
    expect(await findModels(test, other)).toHaveLength(4)
    expect(await findModels(test, theirs)).toHaveLength(4)
    const { json: remaining } = await test.rest.get('/v1/oauth/grants?limit=100', { token: ada.token })
    expect(remaining.map(({ id }: { id: string }) => id)).not.toContain(grant.id)
    expect((await appRow(test, app)).id).toBe(app.id)
  })

  it('returns the same over GraphQL', async () => {
    const grant = await givenGrant(test, ada, app)
    const answer = await test.graph(document, { token: ada.token, variables: { id: grant.id } })
    expect(answer).toEqual({ data: { withdrawOauthGrant: { success: true, deletedId: grant.id } } })
    expect(await findModels(test, grant)).toEqual([])
  })

  it('returns 200 to one and 404 to the others of ten concurrent requests', async () => {
    const { id } = await givenGrant(test, ada, app)
    const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 404)])
  })
})

describe('DELETE /oauth/grants/{id} returns', () => {
  it.each(apiRoots)(
    '404 with the same body for another account’s, an unknown and an expired grant, under %s',
    async (root) => {
      const grant = await givenGrant(test, ada, app)
      const expired = await givenGrant(test, dev, app, { days: -1 })
      const missing = await withdraw(unknownId, dev, root)
      expectError(missing, 404, 'GRANT_NOT_FOUND')
      // The developer of the application may not withdraw grants of its users.
      for (const { id } of [grant, expired]) expect(timeless(await withdraw(id, dev, root))).toBe(timeless(missing))
      const answer = await test.graph(document, { token: dev.token, variables: { id: grant.id } })
      expectGraphqlError(answer, 404, 'GRANT_NOT_FOUND')
      expect(await findModels(test, grant)).toHaveLength(4)
    },
  )

  it('404 for a digest without prefix, the digest of a token, and the id of an application', async () => {
    const { digest } = await givenGrant(test, ada, app)
    const [token] = await test.sql<{ digest: string }>(
      `select digest from oauth_record where model = 'AccessToken' and grant_digest = ?`,
      [digest],
    )
    for (const id of [digest, `grt_${token?.digest}`, `GRT_${digest}`, app.id, 'grt_']) {
      expectError(await withdraw(id), 404, 'GRANT_NOT_FOUND')
    }
  })

  it('400 for an id with NUL, and for a body', async () => {
    const grant = await givenGrant(test, ada, app)
    expectError(await withdraw('%00'), 400, 'INVALID_PARAMS', ['id'])
    const answer = await test.rest.delete(`/v1/oauth/grants/${grant.id}`, { token: ada.token, body: { all: true } })
    expectError(answer, 400, 'INVALID_PARAMS', ['all'])
    expect(await findModels(test, grant)).toHaveLength(4)
  })

  it('401 without a valid credential', async () => {
    for (const root of apiRoots) expectError(await withdraw(unknownId, {}, root), 401, 'UNAUTHENTICATED')
    expectGraphqlError(await test.graph(document, { variables: { id: unknownId } }), 401, 'UNAUTHENTICATED')
  })
})
