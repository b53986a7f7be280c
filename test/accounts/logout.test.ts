import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

const onServer = inject('database').kind === 'server'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const path = '/v1/auth/logout'
const login = async ({ email, password }: SeededAccount): Promise<string> =>
  (await test.rest.post('/v1/auth/login', { email, password })).json.token
const logOut = (token: string) => test.rest.post(path, undefined, { token })

/** The answer of both interfaces to a token: the error code, or 200. */
async function answer(token: string, { rest, graph }: Pick<TestApp, 'rest' | 'graph'> = test) {
  const { status, json, headers } = await rest.get('/v1/auth/me', { token })
  const { errors } = await graph('{ me { id } }', { token })
  expect(errors?.[0]?.extensions.code).toBe(json.error?.code)
  if (status === 401) expect(headers['www-authenticate']).toBe('Bearer realm="tack", error="invalid_token"')
  return json.error?.code ?? status
}

describe('POST /auth/logout', () => {
  it.each(['/v1', '/api/v1', '/api'])('returns 200 with exactly success under %s', async (root) => {
    const { token } = await test.seed.account()
    const { status, json } = await test.rest.post(`${root}/auth/logout`, undefined, { token })
    expect([status, json]).toEqual([200, { success: true }])
  })

  it('ends all sessions of the account on their next request, and none of another account', async () => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    const second = await login(ada)
    expect((await logOut(second)).status).toBe(200)
    expect([await answer(ada.token), await answer(second), await answer(eve.token)]).toEqual([
      'INVALID_TOKEN',
      'INVALID_TOKEN',
      200,
    ])
    expect(await answer(await login(ada))).toBe(200)
  })

  it('returns 401 INVALID_TOKEN for the same token', async () => {
    const { token } = await test.seed.account()
    await logOut(token)
    const again = await logOut(token)
    expect([again.status, again.json.error.code]).toEqual([401, 'INVALID_TOKEN'])
    expect(again.json.error.resolution).toContain('/auth/login')
  })

  it('does not block open operations for the token', async () => {
    const ada = await test.seed.account()
    await logOut(ada.token)
    const { email, password, token } = ada
    expect((await test.rest.post('/v1/auth/login', { email, password }, { token })).status).toBe(200)
    expect((await test.rest.get('/v1/urls/redirect/nobody-took-this', { token })).status).toBe(404)
    expect((await test.graph('{ __typename }', { token })).data).toEqual({ __typename: 'Query' })
  })

  it('changes only the token version of the account', async () => {
    const { id, token } = await test.seed.account()
    const read = async () => (await test.sql<Record<string, unknown>>('select * from account where id = ?', [id]))[0]
    const before = await read()
    await logOut(token)
    expect(await read()).toEqual({ ...before, token_version: 1 })
  })

  it('returns 400 naming an unknown field, and ends no session', async () => {
    const { token } = await test.seed.account()
    const { status, json } = await test.rest.post(path, { everywhere: false }, { token })
    expect([status, json.error.code, json.error.details[0].field]).toEqual([400, 'INVALID_PARAMS', 'everywhere'])
    expect(await answer(token)).toBe(200)
  })

  it.runIf(onServer)('ends the sessions on every other node at once', { tags: 'race' }, async () => {
    const node = await test.sibling()
    const ada = await test.seed.account()
    expect(await answer(ada.token, node)).toBe(200)
    await logOut(ada.token)
    await expect.poll(async () => (await node.rest.get('/v1/auth/me', { token: ada.token })).status).toBe(401)
    expect(await answer(ada.token, node)).toBe('INVALID_TOKEN')
    await node.close()
  })
})

describe('mutation logout', () => {
  it('returns success and ends the current session', async () => {
    const { token } = await test.seed.account()
    const { data } = await test.graph('mutation { logout { success } }', { token })
    expect(data).toEqual({ logout: { success: true } })
    expect(await answer(token)).toBe('INVALID_TOKEN')
  })
})

describe('a deleted account', () => {
  it('has no valid session from the next request on, for any operation', async () => {
    const { id, token } = await test.seed.account()
    await test.sql('delete from account where id = ?', [id])
    expect(await answer(token)).toBe('INVALID_TOKEN')
    for (const url of ['/v1/urls', '/v1/clicks', '/v1/urls/lnk_x']) {
      expect((await test.rest.get(url, { token })).json.error.code).toBe('INVALID_TOKEN')
    }
    const created = await test.rest.post('/v1/urls', { longUrl: 'https://example.com/' }, { token })
    expect([created.status, created.json.error.code]).toEqual([401, 'INVALID_TOKEN'])
  })
})

describe('reading a session', () => {
  it('takes one statement, and none for a forged token', async () => {
    const { token } = await test.seed.account()
    test.statements.splice(0)
    test.credentialReads.splice(0)
    await test.rest.get('/v1/openapi.json', { token })
    expect(test.credentialReads.splice(0)).toEqual([expect.stringContaining('select token_version, role')])
    await test.rest.get('/v1/openapi.json', { token: `${token.slice(0, -4)}AAAA` })
    expect([...test.statements, ...test.credentialReads]).toEqual([])
  })
})
