import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decoded } from '../accounts/forge.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { liveClient } from '../support/live.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const fromConsole = { 'tack-console': '1', 'sec-fetch-site': 'same-origin' }
const cookieOf = (token: string) => ({ cookie: `tack_session=${token}` })

/** What a page of the console receives for the cookie with this token. */
const exchange = (token: string, headers: Record<string, string> = fromConsole) =>
  test.rest.send('POST', '/app/session', { headers: { ...headers, ...cookieOf(token) } })
const pageTokenOf = async ({ token }: SeededAccount): Promise<string> => (await exchange(token)).json.token
const me = (token: string) => test.rest.get('/v1/auth/me', { token })
const renew = (token: string) => test.rest.post('/v1/auth/sessions/renewals', undefined, { token })

describe('POST /app/session', () => {
  it('exchanges the cookie for a token of the same session, which the API accepts for 15 minutes', async () => {
    const ada = await test.seed.account()
    const { status, headers, json } = await exchange(ada.token)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(json).toEqual({ token: expect.any(String), expiresAt: expect.any(String) })
    expect(decoded(json.token)).toMatchObject({ jti: decoded(ada.token).jti, use: 'page' })
    expect(Date.parse(json.expiresAt)).toBe(Math.floor(test.clock.now().getTime() / 1000) * 1000 + 15 * 60_000)
    expect((await me(json.token)).json.id).toBe(ada.id)
    test.clock.advance({ minutes: 14, seconds: 59 })
    expect((await me(json.token)).status).toBe(200)
    test.clock.advance({ seconds: 1 })
    expect((await me(json.token)).json.error.code).toBe('TOKEN_EXPIRED')
    expect((await exchange(ada.token)).status).toBe(200)
  })

  it.each([
    ['another site', { ...fromConsole, 'sec-fetch-site': 'cross-site' }],
    ['another host of this site', { ...fromConsole, 'sec-fetch-site': 'same-site' }],
    ['a form, which cannot have the header of the console', { 'sec-fetch-site': 'same-origin' }],
    ['an old browser without the header of the console', {}],
  ])('returns 403 to %s', async (_who, headers) => {
    const { token } = await test.seed.account()
    const { status, json } = await exchange(token, headers)
    expect([status, json.error.code]).toEqual([403, 'NOT_FROM_CONSOLE'])
    expect((await test.rest.send('DELETE', '/app/session', { headers })).status).toBe(403)
  })

  it('is not for scripts of other origins: a preflight returns 405 without permission', async () => {
    const origin = 'https://other.example'
    const preflight = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'tack-console',
    }
    const { status, headers } = await test.rest.send('OPTIONS', '/app/session', { headers: preflight })
    expect(status).toBe(405)
    expect(headers.allow).toBe('POST, DELETE')
    const { token } = await test.seed.account()
    const answer = await exchange(token, { ...fromConsole, origin })
    for (const each of [headers, answer.headers])
      expect(Object.keys(each).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })

  it.each([
    ['without a cookie', () => ''],
    ['for a text that is no token', () => 'a.b.c'],
    ['for the token of a page, which would live forever', pageTokenOf],
    [
      'after the session has ended',
      async (ada: SeededAccount) => {
        await test.rest.delete(`/v1/auth/sessions/${decoded(ada.token).jti}`, { token: ada.token })
        return ada.token
      },
    ],
  ])('returns 401 and clears the cookie %s', async (_when, tokenOf) => {
    const token = await tokenOf(await test.seed.account())
    const { status, headers, json } = await exchange(token)
    expect([status, json.error.code]).toEqual([401, 'BROWSER_SESSION_REQUIRED'])
    expect(headers['set-cookie']).toMatch(/^tack_session=; .*Expires=Thu, 01 Jan 1970/)
  })

  it('renews a cookie that is older than an hour, until 30 days after the login', async () => {
    let { token } = await test.seed.account()
    test.clock.advance({ minutes: 59 })
    expect((await exchange(token)).headers['set-cookie']).toBeUndefined()
    for (let hours = 0; hours < 30 * 24; hours += 20) {
      test.clock.advance({ hours: 20 })
      const { status, headers } = await exchange(token)
      if (status === 401) break
      expect(headers['set-cookie']).toMatch(/^tack_session=[^;]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/)
      token = /=([^;]*)/.exec(String(headers['set-cookie']))?.[1] ?? ''
      expect((await me(token)).status).toBe(200)
    }
    test.clock.advance({ hours: 20 })
    expect((await exchange(token)).status).toBe(401)
  })
})

describe('the token of a page', () => {
  it('cannot be renewed', async () => {
    const { status, json } = await renew(await pageTokenOf(await test.seed.account()))
    expect([status, json.error.code]).toEqual([403, 'SESSION_REQUIRED'])
  })

  it('ends its session, so that neither it nor the cookie is of use', async () => {
    const ada = await test.seed.account()
    const token = await pageTokenOf(ada)
    const { data } = await test.graph('mutation { endSession { success } }', { token })
    expect(data).toEqual({ endSession: { success: true } })
    expect((await me(token)).json.error.code).toBe('INVALID_TOKEN')
    expect((await exchange(ada.token)).status).toBe(401)
  })

  it('closes its WebSocket after 15 minutes', async () => {
    const client = await liveClient(test.app.server, { token: await pageTokenOf(await test.seed.account()) })
    await client.connected
    test.clock.advance({ minutes: 15 })
    expect(await client.closed).toMatchObject({ code: 4403 })
  })

  it('ends with a logout by another token', async () => {
    const ada = await test.seed.account()
    const token = await pageTokenOf(ada)
    await test.rest.post('/v1/auth/logout', undefined, { token: ada.token })
    expect((await me(token)).json.error.code).toBe('INVALID_TOKEN')
  })
})

describe('DELETE /app/session', () => {
  it('clears the cookie', async () => {
    const { status, headers } = await test.rest.send('DELETE', '/app/session', { headers: fromConsole })
    expect(status).toBe(204)
    expect(headers['set-cookie']).toMatch(/^tack_session=; .*HttpOnly/)
  })
})
