import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account({ name: 'Ada Lovelace' })
})
afterAll(() => test.close())

const profile = () => ({
  id: ada.id,
  name: ada.name,
  email: ada.email,
  role: 'user',
  emailVerifiedAt: null,
  pendingEmail: null,
  language: null,
  timezone: null,
  unwantedMails: [],
})
const personal = () => ({
  id: expect.stringMatching(/^wsp_/),
  name: ada.name,
  slug: expect.stringMatching(/^personal-/),
  role: 'owner',
  joinedAt: expect.any(String),
})

describe('GET /auth/me', () => {
  it.each(['/v1/auth/me', '/api/v1/auth/me', '/api/auth/me'])(
    'returns 200 with exactly the profile at %s',
    async (path) => {
      const { status, json } = await test.rest.get(path, { token: ada.token })
      expect(status).toBe(200)
      expect(json).toEqual({ ...profile(), workspaces: [personal()] })
    },
  )

  it('returns 200 without a body for HEAD', async () => {
    const { status, text } = await test.rest.send('HEAD', '/v1/auth/me', { token: ada.token })
    expect([status, text]).toEqual([200, ''])
  })

  it('returns the profile of the caller only', async () => {
    const other = await test.seed.account()
    const [own, byId] = await Promise.all([
      test.rest.get('/v1/auth/me', { token: other.token }),
      test.rest.get(`/v1/auth/me?id=${other.id}`, { token: ada.token }),
    ])
    expect(own.json.id).toBe(other.id)
    expect([byId.status, byId.json.error.code]).toEqual([400, 'INVALID_PARAMS'])
  })

  it('returns the current role of the account', async () => {
    const { id, token } = await test.seed.account()
    await test.sql("update account set role = 'admin' where id = ?", [id])
    expect((await test.rest.get('/v1/auth/me', { token })).json.role).toBe('admin')
  })

  it('returns 401 UNAUTHENTICATED without a credential, and names the scheme', async () => {
    const { status, json, headers } = await test.rest.get('/v1/auth/me')
    expect(status).toBe(401)
    expect(headers['www-authenticate']).toBe('Bearer realm="tack"')
    expect(json).toEqual({
      error: {
        code: 'UNAUTHENTICATED',
        message: 'This operation needs a credential.',
        resolution: expect.stringContaining('Authorization: Bearer'),
        requestId: headers['x-request-id'],
      },
      message: 'This operation needs a credential.',
      timestamp: test.clock.now().toISOString(),
    })
  })

  it('returns 401 INVALID_TOKEN after the account was deleted', async () => {
    const { id, token } = await test.seed.account()
    await test.sql('delete from account where id = ?', [id])
    const { status, json } = await test.rest.get('/v1/auth/me', { token })
    expect([status, json.error.code]).toEqual([401, 'INVALID_TOKEN'])
    const { errors } = await test.graph('{ me { id } }', { token })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_TOKEN', http: { status: 401 } })
  })
})

describe('query me', () => {
  it('returns the profile', async () => {
    const { data } = await test.graph(
      '{ me { id name email role emailVerifiedAt pendingEmail language timezone unwantedMails } }',
      {
        token: ada.token,
      },
    )
    expect(data.me).toEqual({ ...profile(), role: 'USER' })
  })

  it('returns UNAUTHENTICATED with status 401 in its extensions without a credential', async () => {
    const { data, errors } = await test.graph('{ me { id } }')
    expect(data).toEqual({ me: null })
    expect(errors?.[0]).toMatchObject({
      message: 'This operation needs a credential.',
      path: ['me'],
      extensions: { code: 'UNAUTHENTICATED', http: { status: 401 }, requestId: expect.any(String) },
    })
  })

  it.each(['passwordHash', 'password_hash', 'emailKey', 'createdAt', 'password'])('has no field %s', async (field) => {
    const { errors } = await test.graph(`{ me { ${field} } }`, { token: ada.token })
    expect(errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
  })
})
