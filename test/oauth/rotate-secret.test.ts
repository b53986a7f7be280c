import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ClientSecrets } from '../../src/modules/identity/oauth/index.ts'
import { Keyring } from '../../src/platform/shared/keyring.ts'
import { apiRoots, expectError, expectGraphqlError, timeless } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { appRow, findModels, givenGrant } from './app-rows.ts'

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
const rotate = (id: string, { token }: Partial<SeededAccount> = ada, root = '/v1') =>
  test.rest.post(`${root}/oauth/apps/${id}/secret`, undefined, { token })
const document = 'mutation ($id: ID!) { rotateOauthAppSecret(id: $id) { clientSecret message app { updatedAt } } }'

const secrets = new ClientSecrets([
  new Keyring('a secret that only the tests of this project know').key('oauth-client'),
])

/** Whether this is the current secret of the application. */
async function isCurrent(id: string, secret: string | null): Promise<boolean> {
  const { secret_digest: digest } = await appRow(test, { id })
  return secret !== null && digest !== null && secrets.verify(secret, digest)
}

describe('POST /oauth/apps/{id}/secret', () => {
  it.each(apiRoots)('returns 200 with a new secret, and invalidates the old one, under %s', async (root) => {
    const app = await test.seed.app(ada)
    expect(await isCurrent(app.id, app.clientSecret)).toBe(true)
    const { status, json } = await rotate(app.id, ada, root)
    expect([status, json]).toEqual([
      200,
      {
        id: app.id,
        name: app.name,
        clientSecret: expect.stringMatching(/^tks_[\w-]{43}$/),
        message: expect.stringContaining('not shown again'),
      },
    ])
    expect(await isCurrent(app.id, json.clientSecret)).toBe(true)
    expect(await isCurrent(app.id, app.clientSecret)).toBe(false)
  })

  it('returns the same over GraphQL, with updatedAt', async () => {
    const app = await test.seed.app(ada)
    test.clock.advance({ seconds: 3 })
    const { data } = await test.graph(document, { token: ada.token, variables: { id: app.id } })
    const { clientSecret, app: updated } = data.rotateOauthAppSecret
    expect(updated).toEqual({ updatedAt: test.clock.now().toISOString() })
    expect([await isCurrent(app.id, clientSecret), await isCurrent(app.id, app.clientSecret)]).toEqual([true, false])
  })

  it('keeps grants, tokens and the other fields', async () => {
    const app = await test.seed.app(ada)
    const grant = await givenGrant(test, ben, app)
    const { secret_digest: _digest, updated_at: _updatedAt, ...before } = await appRow(test, app)
    await rotate(app.id)
    expect(await appRow(test, app)).toMatchObject(before)
    expect(await findModels(test, grant)).toHaveLength(4)
  })

  it('leaves exactly one valid secret after ten concurrent rotations', async () => {
    const { id } = await test.seed.app(ada)
    const answers = await Promise.all(Array.from({ length: 10 }, () => rotate(id)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const issued = answers.map(({ json }) => json.clientSecret)
    expect(new Set(issued).size).toBe(10)
    const validity = await Promise.all(issued.map((secret) => isCurrent(id, secret)))
    expect(validity.filter(Boolean)).toEqual([true])
  })
})

describe('POST /oauth/apps/{id}/secret returns', () => {
  it('409 for a public application', async () => {
    const app = await test.seed.app(ada, { isPublic: true })
    for (const root of apiRoots) expectError(await rotate(app.id, ada, root), 409, 'OAUTH_APP_PUBLIC', ['id'])
    const answer = await test.graph(document, { token: ada.token, variables: { id: app.id } })
    expectGraphqlError(answer, 409, 'OAUTH_APP_PUBLIC', ['id'])
    expect((await appRow(test, app)).secret_digest).toBeNull()
  })

  it.each(apiRoots)(
    '404 with the same body for another account’s and an unknown application, under %s',
    async (root) => {
      const [app, open] = [await test.seed.app(ada), await test.seed.app(ada, { isPublic: true })]
      const missing = await rotate(unknownId, ben, root)
      expectError(missing, 404, 'OAUTH_APP_NOT_FOUND')
      for (const { id } of [app, open]) expect(timeless(await rotate(id, ben, root))).toBe(timeless(missing))
      expect(await isCurrent(app.id, app.clientSecret)).toBe(true)
    },
  )

  it('400 for a body, such as a chosen secret', async () => {
    const app = await test.seed.app(ada)
    const body = { clientSecret: 'tks_mine' }
    const answer = await test.rest.post(`/v1/oauth/apps/${app.id}/secret`, body, { token: ada.token })
    expectError(answer, 400, 'INVALID_PARAMS', ['clientSecret'])
    expect(await isCurrent(app.id, app.clientSecret)).toBe(true)
  })

  it('401 without a valid credential', async () => {
    for (const root of apiRoots) expectError(await rotate(unknownId, {}, root), 401, 'UNAUTHENTICATED')
    expectGraphqlError(await test.graph(document, { variables: { id: unknownId } }), 401, 'UNAUTHENTICATED')
  })
})
