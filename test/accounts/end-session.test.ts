import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { decoded } from './forge.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'

async function logIn({ email, password }: SeededAccount, userAgent = firefox): Promise<string> {
  const headers = { 'user-agent': userAgent }
  return (await test.rest.post('/v1/auth/login', { email, password }, { headers })).json.token
}
const sessions = (token: string) => test.rest.get('/v1/auth/sessions', { token })
const statusOf = async (token: string) => (await test.rest.get('/v1/auth/me', { token })).status

describe('GET /auth/sessions', () => {
  it('returns the logins, newest first, with their devices and which one is current', async () => {
    const ada = await test.seed.account()
    test.clock.advance({ minutes: 1 })
    const token = await logIn(ada)
    const { json, headers } = await sessions(ada.token)
    expect(headers['x-total-count']).toBe('2')
    expect(json).toEqual([
      {
        id: decoded(token).jti,
        device: 'Firefox on Linux',
        country: null,
        signInMethods: ['password'],
        createdAt: test.clock.now().toISOString(),
        expiresAt: new Date(test.clock.now().getTime() + 86_400_000).toISOString(),
        isCurrent: false,
      },
      expect.objectContaining({ id: decoded(ada.token).jti, device: null, isCurrent: true }),
    ])
    const { data } = await test.graph('{ sessions(first: 1) { nodes { device isCurrent } totalCount } }', { token })
    expect(data.sessions).toEqual({ nodes: [{ device: 'Firefox on Linux', isCurrent: true }], totalCount: 2 })
  })

  it('returns the country of a login by the file that clicks use, and stores no address', async () => {
    const ada = await test.seed.account()
    const { email, password } = ada
    const { json } = await test.rest.post('/v1/auth/login', { email, password }, { from: '141.14.0.1' })
    const { data } = await test.graph('{ sessions { nodes { country } } }', { token: json.token })
    expect(data.sessions.nodes).toEqual([{ country: 'DE' }, { country: null }])
    const rows = await test.sql('select * from session where account_id = ?', [ada.id])
    expect(JSON.stringify(rows)).not.toContain('141.14')
  })

  it('stores no text of a user agent that is not in a list', async () => {
    const ada = await test.seed.account()
    await logIn(ada, 'ada-secret-tool/1.0')
    const rows = await test.sql('select device from session where account_id = ?', [ada.id])
    expect(rows).toEqual([{ device: null }, { device: null }])
  })

  it('returns 403 SESSION_REQUIRED for an OAuth token, and 401 for an API key', async () => {
    const ada = await test.seed.account()
    const { key } = await test.seed.key(ada)
    expect((await sessions(key)).json.error.code).toBe('API_KEY_NOT_ACCEPTED')
  })

  it('leaves out sessions that have expired, whose rows the maintenance deletes', async () => {
    const ada = await test.seed.account()
    test.clock.advance({ hours: 25 })
    const token = await logIn(ada)
    expect((await sessions(token)).json.map(({ id }: { id: string }) => id)).toEqual([decoded(token).jti])
  })
})

describe('DELETE /auth/sessions/{id}', () => {
  it('ends one session from the next request on, and no other', async () => {
    const ada = await test.seed.account()
    const [one, other] = [await logIn(ada), await logIn(ada)]
    const { status, json } = await test.rest.delete(`/v1/auth/sessions/${decoded(one).jti}`, { token: ada.token })
    expect([status, json]).toEqual([200, { success: true }])
    expect([await statusOf(one), await statusOf(other), await statusOf(ada.token)]).toEqual([401, 200, 200])
  })

  it('ends the current session', async () => {
    const ada = await test.seed.account()
    const mutation = 'mutation ($id: ID!) { endSession(id: $id) { success deletedId } }'
    const id = decoded(ada.token).jti
    const { data } = await test.graph(mutation, { token: ada.token, variables: { id } })
    expect(data.endSession).toEqual({ success: true, deletedId: id })
    expect(await statusOf(ada.token)).toBe(401)
  })

  it('ends the session of the request without an id, over GraphQL', async () => {
    const ada = await test.seed.account()
    const other = await logIn(ada)
    const { data } = await test.graph('mutation { endSession { deletedId } }', { token: ada.token })
    expect(data.endSession.deletedId).toBe(decoded(ada.token).jti)
    expect([await statusOf(ada.token), await statusOf(other)]).toEqual([401, 200])
  })

  it('returns 404 SESSION_NOT_FOUND for a session of another account, which goes on', async () => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    const answer = await test.rest.delete(`/v1/auth/sessions/${decoded(ada.token).jti}`, { token: eve.token })
    expect([answer.status, answer.json.error.code]).toEqual([404, 'SESSION_NOT_FOUND'])
    expect(await statusOf(ada.token)).toBe(200)
  })

  it('creates no API key with a session that ends at the same time', { tags: 'race' }, async () => {
    const ada = await test.seed.account()
    const other = await logIn(ada)
    const rounds = Array.from({ length: 10 }, async () => {
      const token = await logIn(ada)
      const id = decoded(token).jti
      const [created, ended] = await Promise.all([
        test.rest.post('/v1/keys', { name: id }, { token }),
        test.rest.delete(`/v1/auth/sessions/${id}`, { token: other }),
      ])
      expect(ended.status).toBe(200)
      expect([201, 401]).toContain(created.status)
      const [row] = await test.sql<{ count: number }>('select count(*)::int as count from api_key where name = ?', [id])
      expect(row?.count).toBe(created.status === 201 ? 1 : 0)
    })
    await Promise.all(rounds)
  })
})

describe('POST /auth/sessions/renewals', () => {
  const renew = async (token: string): Promise<string> => {
    const { status, json } = await test.rest.post('/v1/auth/sessions/renewals', undefined, { token })
    expect(status).toBe(200)
    return json.token
  }

  it('returns a token of the same session for the next 24 hours; the earlier one expires in its time', async () => {
    const ada = await test.seed.account()
    test.clock.advance({ hours: 20 })
    const { data } = await test.graph('mutation { renewSession { token user { id } } }', { token: ada.token })
    expect(data.renewSession.user.id).toBe(ada.id)
    const { token } = data.renewSession
    expect(decoded(token).jti).toBe(decoded(ada.token).jti)
    expect((await sessions(token)).json).toHaveLength(1)
    expect((await sessions(token)).json[0].expiresAt).toBe(
      new Date(test.clock.now().getTime() + 86_400_000).toISOString(),
    )
    expect(await statusOf(ada.token)).toBe(200)
    test.clock.advance({ hours: 23 })
    expect([await statusOf(ada.token), await statusOf(token)]).toEqual([401, 200])
  })

  it('ends 30 days after the login, to the second', async () => {
    const ada = await test.seed.account()
    let token = ada.token
    for (let day = 0; day < 30; day++) {
      test.clock.advance({ hours: 23 })
      token = await renew(token)
    }
    test.clock.advance({ hours: 23 })
    token = await renew(token)
    test.clock.advance({ hours: 7 })
    expect(decoded(token).exp).toBe(Math.floor(test.clock.now().getTime() / 1000))
    expect((await test.rest.get('/v1/auth/me', { token })).json.error.code).toBe('TOKEN_EXPIRED')
  })

  it('ends with the session: no renewed token is valid after it', async () => {
    const ada = await test.seed.account()
    const token = await renew(ada.token)
    expect((await test.rest.delete(`/v1/auth/sessions/${decoded(token).jti}`, { token })).status).toBe(200)
    expect([await statusOf(ada.token), await statusOf(token)]).toEqual([401, 401])
  })
})

describe('the list of sessions after', () => {
  it.each([
    ['a logout', (ada: SeededAccount) => test.rest.post('/v1/auth/logout', undefined, { token: ada.token })],
    [
      'a new password',
      ({ password, token }: SeededAccount) =>
        test.rest.post(
          '/v1/auth/password',
          { currentPassword: password, newPassword: 'quite another battery' },
          { token },
        ),
    ],
  ])('%s has no earlier session', async (_cause, act) => {
    const ada = await test.seed.account()
    const earlier = await logIn(ada)
    expect((await act(ada)).status).toBe(200)
    expect([await statusOf(earlier), await statusOf(ada.token)]).toEqual([401, 401])
    const rows = await test.sql<{ id: string }>('select id from session where account_id = ?', [ada.id])
    expect(rows.map(({ id }) => id)).not.toContain(decoded(earlier).jti)
  })
})
