import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { addAuthenticatorApp, codeOf } from '../support/authenticator-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { verifyEmail } from '../workspaces/team.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_PER_HOUR: '100000' })
})
afterAll(() => test.close())

let last = 0
const stranger = () => `2001:db8:77:${(++last).toString(16)}::1`

const logIn = ({ email, password }: SeededAccount, from = stranger()) =>
  test.rest.post('/v1/auth/login', { email, password }, { from })

async function challengeFor(account: SeededAccount): Promise<string> {
  const { status, json } = await logIn(account)
  expect([status, json.error.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED'])
  return json.error.challenge
}

const complete = (challenge: string, code: string, from = stranger()) =>
  test.rest.post('/v1/auth/login/second-factor', { challenge, code }, { from })

async function protectedAccount() {
  const account = await test.seed.account()
  return { account, app: await addAuthenticatorApp(test, account) }
}

const outcome = ({ status, json }: { status: number; json: { error?: { code: string } } }) => [status, json.error?.code]

describe('a login of an account with an authenticator app', () => {
  it('answers 401 with a challenge, and completes with a code over REST', async () => {
    const { account, app } = await protectedAccount()
    const { json } = await logIn(account)
    expect(json.error).toMatchObject({
      methods: ['authenticator_app', 'recovery_code'],
      resolution: expect.stringContaining('POST /auth/login/second-factor'),
    })
    const completed = await complete(json.error.challenge, app.nextCode())
    expect(completed.json.user.id).toBe(account.id)
    const { json: sessions } = await test.rest.get('/v1/auth/sessions', { token: completed.json.token })
    expect(sessions[0].signInMethods).toEqual(['password', 'authenticator_app'])
  })

  it('completes over GraphQL, whose error has the challenge in its extensions', async () => {
    const { account, app } = await protectedAccount()
    const { email, password } = account
    const login =
      'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }'
    const { errors } = await test.graph(login, { variables: { email, password } })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED', http: { status: 401 } })
    const variables = {
      challenge: (errors?.[0]?.extensions as { challenge?: string } | undefined)?.challenge,
      code: app.nextCode(),
    }
    const { data } = await test.graph(
      'mutation ($challenge: String!, $code: String!) { completeLogin(challenge: $challenge, code: $code) { user { id } } }',
      { variables },
    )
    expect(data).toEqual({ completeLogin: { user: { id: account.id } } })
  })

  it('accepts each code once, however many requests have it at a time', { tags: 'race' }, async () => {
    const { account, app } = await protectedAccount()
    const [challenge, code] = [await challengeFor(account), app.nextCode()]
    const answers = await Promise.all([1, 2, 3, 4].map(() => complete(challenge, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  })

  it('accepts a code of the step before and after, and none that is older than the last one', async () => {
    const account = await test.seed.account()
    const { token } = account
    const { json: app } = await test.rest.post('/v1/auth/authenticator-app', {}, { token })
    const codeAt = (seconds: number) => codeOf(app.secret, new Date(test.clock.now().getTime() + seconds * 1000))
    await test.rest.post('/v1/auth/authenticator-app/confirmation', { code: codeAt(-30) }, { token })
    const challenge = await challengeFor(account)
    expect(outcome(await complete(challenge, codeAt(90)))).toEqual([401, 'SECOND_FACTOR_INVALID'])
    expect(outcome(await complete(challenge, codeAt(-30)))).toEqual([401, 'SECOND_FACTOR_INVALID'])
    expect((await complete(challenge, codeAt(30))).status).toBe(200)
    expect(outcome(await complete(challenge, codeAt(0)))).toEqual([401, 'SECOND_FACTOR_INVALID'])
  })

  it('pauses after five wrong codes from as many networks, and lets the owner in with a recovery code', async () => {
    const { account, app } = await protectedAccount()
    const challenge = await challengeFor(account)
    for (let n = 0; n < 5; n++)
      expect(outcome(await complete(challenge, '000000'))).toEqual([401, 'SECOND_FACTOR_INVALID'])
    const paused = await complete(challenge, app.nextCode())
    expect([...outcome(paused), paused.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '30'])
    expect((await complete(challenge, app.recoveryCodes[0] ?? '')).status).toBe(200)
    test.clock.advance({ seconds: 30 })
    expect((await complete(await challengeFor(account), app.nextCode())).status).toBe(200)
  })

  it('accepts a recovery code once, also in capitals and without hyphens, and counts those that are left', async () => {
    const { account, app } = await protectedAccount()
    const [code = ''] = app.recoveryCodes
    const { json } = await complete(await challengeFor(account), code.toUpperCase().replaceAll('-', ' '))
    expect(outcome(await complete(await challengeFor(account), code))).toEqual([401, 'SECOND_FACTOR_INVALID'])
    const { json: methods } = await test.rest.get('/v1/auth/sign-in-methods', { token: json.token })
    expect(methods).toEqual({
      hasPassword: true,
      authenticatorAppSince: expect.stringMatching(/^20/),
      passkeys: [],
      recoveryCodesLeft: 9,
    })
  })

  it('refuses the recovery code of another account', async () => {
    const [{ account }, { app: other }] = [await protectedAccount(), await protectedAccount()]
    const answer = await complete(await challengeFor(account), other.recoveryCodes[0] ?? '')
    expect(outcome(answer)).toEqual([401, 'SECOND_FACTOR_INVALID'])
  })
})

describe('the challenge of a login', () => {
  it('is no session, and a session is no challenge', async () => {
    const { account, app } = await protectedAccount()
    const challenge = await challengeFor(account)
    expect(outcome(await test.rest.get('/v1/auth/me', { token: challenge }))).toEqual([401, 'INVALID_TOKEN'])
    expect(outcome(await complete(account.token, app.nextCode()))).toEqual([401, 'LOGIN_CHALLENGE_INVALID'])
  })

  it('ends after 10 minutes, and with a logout', async () => {
    const { account, app } = await protectedAccount()
    const [expired, ended] = [await challengeFor(account), await challengeFor(account)]
    await test.rest.post('/v1/auth/logout', {}, { token: account.token })
    expect(outcome(await complete(ended, app.nextCode()))).toEqual([401, 'LOGIN_CHALLENGE_INVALID'])
    const fresh = await challengeFor(account)
    test.clock.advance({ minutes: 10 })
    for (const challenge of [expired, fresh])
      expect(outcome(await complete(challenge, app.nextCode()))).toEqual([401, 'LOGIN_CHALLENGE_INVALID'])
  })
})

describe('a new password by mail', () => {
  it('needs a code of the second factor, and changes nothing without it', async () => {
    const { account, app } = await protectedAccount()
    await verifyEmail(test, account)
    const token = await test.seed.mailToken(account, 'password_reset')
    const reset = (code?: string) =>
      test.rest.post('/v1/auth/password/reset', { token, newPassword: 'wholly new secret 7', code })
    expect(outcome(await reset())).toEqual([401, 'CODE_REQUIRED'])
    expect(outcome(await reset('000000'))).toEqual([401, 'SECOND_FACTOR_INVALID'])
    await challengeFor(account)
    const { json } = await reset(app.nextCode())
    const { json: sessions } = await test.rest.get('/v1/auth/sessions', { token: json.token })
    expect(sessions[0].signInMethods).toEqual(['email_link', 'authenticator_app'])
  })
})

describe('an authenticator app', () => {
  it('is no second factor before its first code, and ends the other sessions with it', async () => {
    const account = await test.seed.account()
    const other = (await logIn(account)).json.token
    await test.rest.post('/v1/auth/authenticator-app', {}, { token: account.token })
    expect((await logIn(account)).status).toBe(200)
    await addAuthenticatorApp(test, account)
    expect(outcome(await test.rest.get('/v1/auth/me', { token: other }))).toEqual([401, 'INVALID_TOKEN'])
    expect((await test.rest.get('/v1/auth/me', { token: account.token })).status).toBe(200)
  })

  it('is refused with 409 when there is one, and can be removed with its recovery codes', async () => {
    const { account, app } = await protectedAccount()
    const { token } = account
    const challenge = await challengeFor(account)
    const again = await test.rest.post('/v1/auth/authenticator-app', {}, { token })
    expect(outcome(again)).toEqual([409, 'AUTHENTICATOR_APP_EXISTS'])
    expect((await test.rest.delete('/v1/auth/authenticator-app', { token })).json).toEqual({ success: true })
    expect((await logIn(account)).status).toBe(200)
    expect(outcome(await complete(challenge, app.recoveryCodes[0] ?? ''))).toEqual([401, 'SECOND_FACTOR_INVALID'])
  })

  it('has no colon in its names, which some apps refuse', async () => {
    const { token } = await test.seed.account({ email: `ada:${randomUUID()}@example.com` })
    const { json } = await test.rest.post('/v1/auth/authenticator-app', {}, { token })
    expect(decodeURIComponent(String(json.uri))).toMatch(/^otpauth:\/\/totp\/tack\.test:ada\.[^:]+\?issuer=tack\.test&/)
  })

  it('shows its secret to no other request, and stores it encrypted', async () => {
    const account = await test.seed.account()
    const { json } = await test.rest.post('/v1/auth/authenticator-app', {}, { token: account.token })
    expect(json.uri).toBe(
      `otpauth://totp/tack.test:${encodeURIComponent(account.email)}?issuer=tack.test&secret=${json.secret}&algorithm=SHA1&digits=6&period=30`,
    )
    const [row] = await test.sql('select secret from authenticator_app where account_id = ?', [account.id])
    expect(Buffer.from((row as { secret: Uint8Array }).secret).toString('latin1')).not.toContain(json.secret)
  })
})

describe('sensitive changes', () => {
  const createKey = (token: string) => test.rest.post('/v1/keys', { name: 'deploy' }, { token })

  it('answer 403 STEP_UP_REQUIRED 10 minutes after the last proof, until a code proves the identity again', async () => {
    const { account, app } = await protectedAccount()
    const { token } = account
    expect((await createKey(token)).status).toBe(201)
    test.clock.advance({ minutes: 10 })
    expect(outcome(await createKey(token))).toEqual([403, 'STEP_UP_REQUIRED'])
    const { errors } = await test.graph('mutation { removeAuthenticatorApp { success } }', { token })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'STEP_UP_REQUIRED', http: { status: 403 } })
    const wrong = await test.rest.post('/v1/auth/sessions/proofs', { code: '000000' }, { token })
    expect(outcome(wrong)).toEqual([401, 'SECOND_FACTOR_INVALID'])
    const proof = await test.rest.post('/v1/auth/sessions/proofs', { code: app.nextCode() }, { token })
    expect(proof.json.signInMethods).toEqual(['password', 'authenticator_app'])
    expect((await createKey(token)).status).toBe(201)
  })

  it('are not opened again by the password alone', async () => {
    const { account } = await protectedAccount()
    test.clock.advance({ minutes: 9 })
    const passwords = { currentPassword: account.password, newPassword: 'wholly new secret 8' }
    const { json } = await test.rest.post('/v1/auth/password', passwords, { token: account.token })
    test.clock.advance({ minutes: 1 })
    expect(outcome(await createKey(json.token))).toEqual([403, 'STEP_UP_REQUIRED'])
  })
})

describe('a workspace that needs a second factor', () => {
  it('admits its members only with one, and their API keys without', async () => {
    const { account: owner } = await protectedAccount()
    const member = await test.seed.account()
    const { json: team } = await test.rest.post('/v1/workspaces', { name: 'Acme' }, { token: owner.token })
    const { id } = team
    await test.sql(
      `insert into workspace_member (id, workspace_id, account_id, role, joined_at) values (?, ?, ?, 'member', now())`,
      [`mbr_${id.slice(4)}`, id, member.id],
    )
    const headers = { 'x-workspace-id': id }
    const { json: key } = await test.rest.post('/v1/keys', { name: 'deploy', workspaceId: id }, { token: member.token })
    const list = (token: string) => test.rest.get('/v1/urls', { token, headers })
    expect((await list(member.token)).status).toBe(200)
    const needs = { needsSecondFactor: true }
    const changed = await test.rest.patch(`/v1/workspaces/${id}`, needs, { token: owner.token })
    expect(changed.json.needsSecondFactor).toBe(true)
    expect(outcome(await list(member.token))).toEqual([403, 'SECOND_FACTOR_NEEDED'])
    expect((await list(owner.token)).status).toBe(200)
    expect((await test.rest.get('/v1/urls', { token: key.key })).status).toBe(200)
    expect((await test.rest.get('/v1/urls', { token: member.token })).status).toBe(200)
    await addAuthenticatorApp(test, member)
    expect((await list(member.token)).status).toBe(200)
  })

  it('cannot be made by somebody who has none', async () => {
    const owner = await test.seed.account()
    const { json: team } = await test.rest.post('/v1/workspaces', { name: 'Acme' }, { token: owner.token })
    const { id } = team
    const answer = await test.rest.patch(`/v1/workspaces/${id}`, { needsSecondFactor: true }, { token: owner.token })
    expect(outcome(answer)).toEqual([403, 'SECOND_FACTOR_NEEDED'])
  })
})

describe('the activity log and the mails', () => {
  it('tell the owner of each change', async () => {
    const { account, app } = await protectedAccount()
    const { json } = await complete(await challengeFor(account), app.recoveryCodes[0] ?? '')
    await test.rest.delete('/v1/auth/authenticator-app', { token: json.token })
    const { data } = await test.graph('{ activities(first: 10) { nodes { type summary } } }', { token: json.token })
    expect(data).toMatchObject({
      activities: {
        nodes: [
          { type: 'ACCOUNT_SECOND_FACTOR_REMOVED' },
          { type: 'ACCOUNT_RECOVERY_CODE_USED', summary: 'A recovery code was used; 9 are left.' },
          { type: 'ACCOUNT_SECOND_FACTOR_ADDED' },
        ],
      },
    })
  })
})
