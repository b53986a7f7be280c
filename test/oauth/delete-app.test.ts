import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiRoots, expectError, expectGraphqlError, timeless } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { appRow, appsOf, findModels, givenGrant } from './app-rows.ts'

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
const remove = (id: string, { token }: Partial<SeededAccount> = ada, root = '/v1') =>
  test.rest.delete(`${root}/oauth/apps/${id}`, { token })
const document = 'mutation ($id: ID!) { deleteOauthApp(id: $id) { success deletedId } }'

describe('DELETE /oauth/apps/{id}', () => {
  it.each(apiRoots)('returns 200 and deletes its grants, codes and tokens, under %s', async (root) => {
    const [app, other] = [await test.seed.app(ada), await test.seed.app(ada)]
    const [grant, otherGrant] = [await givenGrant(test, ben, app), await givenGrant(test, ben, other)]
    const { status, json } = await remove(app.id, ada, root)
    expect([status, json]).toEqual([200, { success: true }])
    expectError(await test.rest.get(`/v1/oauth/apps/${app.id}`, { token: ada.token }), 404, 'OAUTH_APP_NOT_FOUND')
    expect(await test.sql('select 1 from oauth_record where client_id = ?', [app.id])).toEqual([])
    expect(await findModels(test, grant)).toEqual([])
    expect(await findModels(test, otherGrant)).toHaveLength(4)
  })

  it('returns the same over GraphQL', async () => {
    const { id } = await test.seed.app(ada)
    const before = await appsOf(test, ada)
    const answer = await test.graph(document, { token: ada.token, variables: { id } })
    expect(answer).toEqual({ data: { deleteOauthApp: { success: true, deletedId: id } } })
    expect(await appsOf(test, ada)).toBe(before - 1)
  })

  it('returns 200 to one and 404 to the others of ten concurrent requests', async () => {
    const { id } = await test.seed.app(ada)
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 404)])
  })

  it('makes concurrent changes return 200 or 404', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await test.seed.app(ada)
      const secret = () => test.rest.post(`/v1/oauth/apps/${id}/secret`, undefined, { token: ada.token })
      const rename = () => test.rest.patch(`/v1/oauth/apps/${id}`, { name: 'Other' }, { token: ada.token })
      const [deleted, ...others] = await Promise.all([remove(id), secret(), rename(), secret(), rename()])
      expect(deleted.status).toBe(200)
      for (const { status } of others) expect([200, 404]).toContain(status)
    }
  })

  it('happens when the owner’s account is deleted', async () => {
    const owner = await test.seed.account()
    const app = await test.seed.app(owner)
    const grant = await givenGrant(test, ben, app)
    await test.sql('delete from account where id = ?', [owner.id])
    await expect(appRow(test, app)).rejects.toThrow('There is no application')
    expect(await findModels(test, grant)).toEqual([])
  })
})

describe('DELETE /oauth/apps/{id} returns', () => {
  it.each(apiRoots)(
    '404 with the same body for another account’s and an unknown application, under %s',
    async (root) => {
      const app = await test.seed.app(ada)
      const grant = await givenGrant(test, ben, app)
      // A user with a grant may not delete the application either.
      const [theirs, missing] = [await remove(app.id, ben, root), await remove(unknownId, ben, root)]
      expectError(theirs, 404, 'OAUTH_APP_NOT_FOUND')
      expect(timeless(theirs)).toBe(timeless(missing))
      const answer = await test.graph(document, { token: ben.token, variables: { id: app.id } })
      expectGraphqlError(answer, 404, 'OAUTH_APP_NOT_FOUND')
      expect(await findModels(test, grant)).toHaveLength(4)
    },
  )

  it('400 for an id with NUL, and for a body', async () => {
    const { id } = await test.seed.app(ada)
    expectError(await remove('%00'), 400, 'INVALID_PARAMS', ['id'])
    const answer = await test.rest.delete(`/v1/oauth/apps/${id}`, { token: ada.token, body: { sure: true } })
    expectError(answer, 400, 'INVALID_PARAMS', ['sure'])
    expect((await appRow(test, { id })).id).toBe(id)
  })

  it('401 without a valid credential', async () => {
    for (const root of apiRoots) expectError(await remove(unknownId, {}, root), 401, 'UNAUTHENTICATED')
    expectGraphqlError(await test.graph(document, { variables: { id: unknownId } }), 401, 'UNAUTHENTICATED')
  })
})
