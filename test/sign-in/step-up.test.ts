import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenGrant } from '../oauth/app-rows.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { addAuthenticatorApp, codeOf } from '../support/authenticator-app.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_PER_HOUR: '100000' })
})
afterAll(() => test.close())

let last = 0
const stranger = () => `2001:db8:78:${(++last).toString(16)}::1`

/** What a page of the console receives for the cookie of a login. */
async function pageTokenOf({ token }: Pick<SeededAccount, 'token'>): Promise<string> {
  const headers = { 'tack-console': '1', 'sec-fetch-site': 'same-origin', cookie: `tack_session=${token}` }
  return (await test.rest.send('POST', '/app/session', { headers })).json.token
}

const post = (path: string, body: object, token: string) => test.rest.post(`/v1${path}`, body, { token })
const outcome = ({ status, json }: Pick<RestAnswer, 'status' | 'json'>) => [status, json.error?.code]
const refused = [403, 'STEP_UP_REQUIRED']
const createKey = (token: string) => post('/keys', { name: 'deploy' }, token)
const addApp = (token: string) => post('/auth/authenticator-app', {}, token)
const prove = (proof: object, token: string, from = stranger()) =>
  test.rest.post('/v1/auth/sessions/proofs', proof, { token, from })
const redirectUris = ['https://app.example.com/cb']
const createApp = (token: string) =>
  post('/oauth/apps', { name: 'Gardener', redirectUris, scopes: ['read:links'] }, token)

/** An account with a password alone, whose login is 10 minutes old. */
async function longLoggedIn(): Promise<SeededAccount> {
  const account = await test.seed.account()
  test.clock.advance({ minutes: 10 })
  return account
}

describe('what outlives the session of an account with a password alone', () => {
  it.each([
    ['a first authenticator app', async () => addApp],
    [
      'its first code',
      async ({ token }: SeededAccount) => {
        const { secret } = (await addApp(token)).json
        return (later: string) =>
          post('/auth/authenticator-app/confirmation', { code: codeOf(secret, test.clock.now()) }, later)
      },
    ],
    ['an application', async () => createApp],
    [
      'another redirect URI of an application',
      async (account: SeededAccount) => {
        const { id } = await test.seed.app(account)
        return (token: string) => test.rest.patch(`/v1/oauth/apps/${id}`, { redirectUris }, { token })
      },
    ],
    [
      'a new secret of an application',
      async (account: SeededAccount) => {
        const { id } = await test.seed.app(account)
        return (token: string) => post(`/oauth/apps/${id}/secret`, {}, token)
      },
    ],
  ] as const)('needs a proof that is younger than 10 minutes: %s', async (_what, prepare) => {
    const account = await test.seed.account()
    const act = await prepare(account)
    test.clock.advance({ minutes: 10 })
    expect(outcome(await act(account.token))).toEqual(refused)
    expect(outcome(await act(await pageTokenOf(account)))).toEqual(refused)
    expect((await prove({ password: account.password }, account.token)).status).toBe(200)
    expect((await act(account.token)).status).toBeLessThan(300)
  })

  it('is allowed within 10 minutes after a login, also to a page', async () => {
    const account = await test.seed.account()
    test.clock.advance({ minutes: 9, seconds: 59 })
    const token = await pageTokenOf(account)
    for (const act of [createApp, createKey, addApp]) expect((await act(token)).status).toBeLessThan(300)
  })

  it('asks for a key the token of a page, and not the token of a login', async () => {
    const account = await longLoggedIn()
    const page = await pageTokenOf(account)
    expect(outcome(await createKey(page))).toEqual(refused)
    expect((await createKey(account.token)).status).toBe(201)
    const { json } = await post('/auth/sessions/renewals', {}, account.token)
    expect((await createKey(json.token)).status).toBe(201)
    await prove({ password: account.password }, page)
    expect((await createKey(page)).status).toBe(201)
  })

  it('asks no token of an application', async () => {
    const account = await test.seed.account()
    const app = await test.seed.app(account, { scopes: ['write:profile'] })
    const { token } = await givenGrant(test, account, app, { scopes: ['write:profile'] })
    test.clock.advance({ minutes: 11 })
    expect((await createKey(token)).status).toBe(201)
  })

  it('is proved by the password in the request, where the request has one', async () => {
    const account = await longLoggedIn()
    const { password, token } = account
    const email = `${test.seed.word()}@example.com`
    expect((await post('/auth/me/email', { email, password }, await pageTokenOf(account))).status).toBe(202)
    const passwords = { currentPassword: password, newPassword: 'wholly new secret 9' }
    const { json } = await post('/auth/password', passwords, token)
    expect((await addApp(json.token)).status).toBe(200)
  })
})

describe('STEP_UP_REQUIRED', () => {
  const resolutionOf = async (token: string) => {
    const { error } = (await createApp(token)).json
    return [error.ways, error.resolution]
  }

  it('says that the password opens the next 10 minutes, in the names of each interface', async () => {
    const { token } = await longLoggedIn()
    expect(await resolutionOf(token)).toEqual([
      ['password'],
      'Prove it again with POST /auth/sessions/proofs and the password. Then repeat the request.',
    ])
    const { errors } = await test.graph('mutation { addAuthenticatorApp { uri } }', { token })
    expect(errors?.[0]?.extensions).toMatchObject({
      ...{ code: 'STEP_UP_REQUIRED', http: { status: 403 }, ways: ['password'] },
      resolution: 'Prove it again with `proveIdentity` and the password. Then repeat the request.',
    })
  })

  it('says that it takes a code, or also a page, where the account has a second factor', async () => {
    const account = await test.seed.account()
    await addAuthenticatorApp(test, account)
    test.clock.advance({ minutes: 10 })
    expect(await resolutionOf(account.token)).toEqual([
      ['code'],
      expect.stringContaining('POST /auth/sessions/proofs and a code of the authenticator app'),
    ])
    await test.sql(
      `insert into passkey (id, account_id, credential_id, public_key, counter, transports, name, is_backed_up, created_at)
       values (?, ?, ?, '\\x00', 0, '[]', 'Phone', true, now())`,
      [`psk_${account.id.slice(4)}`, account.id, account.id],
    )
    await test.sql('update account set name = name where id = ?', [account.id])
    expect(await resolutionOf(account.token)).toEqual([
      ['code', 'page'],
      expect.stringContaining('or in a browser on the page /account/prove'),
    ])
  })
})

describe('proveIdentity', () => {
  const document =
    'mutation ($code: String, $password: String) { proveIdentity(code: $code, password: $password) { signInMethods } }'

  it('takes the password over GraphQL too, for the session of the request alone', async () => {
    const account = await test.seed.account()
    const other = await test.seed.session(account.id)
    test.clock.advance({ minutes: 10 })
    const { data } = await test.graph(document, { token: account.token, variables: { password: account.password } })
    expect(data).toEqual({ proveIdentity: { signInMethods: ['PASSWORD'] } })
    expect((await addApp(account.token)).status).toBe(200)
    expect(outcome(await addApp(other))).toEqual(refused)
    test.clock.advance({ minutes: 10 })
    expect(outcome(await addApp(account.token))).toEqual(refused)
  })

  it('proves nothing by a wrong password', async () => {
    const { token } = await longLoggedIn()
    expect(outcome(await prove({ password: 'not the password' }, token))).toEqual([401, 'INVALID_CREDENTIALS'])
    expect(outcome(await addApp(token))).toEqual(refused)
  })

  it.each([
    ['neither', {}, 'code'],
    ['both', { code: '123456', password: 'correct horse battery' }, 'password'],
    ['an empty password', { password: '' }, 'password'],
    ['null', { code: null, password: null }, 'code'],
  ])('returns 400 at its field for %s', async (_what, proof, field) => {
    const { token } = await longLoggedIn()
    const { status, json } = await prove(proof, token)
    expect([status, json.error.details[0].field]).toEqual([400, field])
    const { errors } = await test.graph(document, { token, variables: proof })
    expect(errors?.[0]?.extensions.details?.[0]?.field).toBe(field)
    expect(outcome(await addApp(token))).toEqual(refused)
  })

  it('refuses the password of an account with a second factor, whether it is right or wrong', async () => {
    const account = await test.seed.account()
    const app = await addAuthenticatorApp(test, account)
    test.clock.advance({ minutes: 10 })
    for (const password of [account.password, 'not the password']) {
      const { status, json } = await prove({ password }, account.token)
      expect([status, json.error.details]).toEqual([
        400,
        [{ field: 'password', issue: 'is no proof for an account with a second factor; send a code' }],
      ])
    }
    expect(outcome(await createApp(account.token))).toEqual(refused)
    await prove({ code: app.nextCode() }, account.token)
    expect((await createApp(account.token)).status).toBe(201)
  })

  it('shares the counters of the login: wrong passwords here pause the login, and the other way round', async () => {
    const [account, from] = [await longLoggedIn(), stranger()]
    const { email, password, token } = account
    const logIn = (word: string) => test.rest.post('/v1/auth/login', { email, password: word }, { from })
    for (let n = 0; n < 3; n++) expect((await prove({ password: 'wrong' }, token, from)).status).toBe(401)
    for (let n = 0; n < 2; n++) expect((await logIn('wrong')).status).toBe(401)
    for (const answer of [await prove({ password }, token, from), await logIn(password)])
      expect([...outcome(answer), answer.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '60'])
    expect(outcome(await addApp(token))).toEqual(refused)
  })

  it('proves nothing for a session that ends meanwhile', async () => {
    const { token, password } = await longLoggedIn()
    await post('/auth/logout', {}, token)
    expect(outcome(await prove({ password }, token))).toEqual([401, 'INVALID_TOKEN'])
  })
})
