import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword, verifyPassword } from '../../src/platform/shared/password-hashing.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { useRealHashes } from '../support/cheap-hash.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount } from '../support/seed.ts'
import { secret, unreadableBodies, wrongMediaTypes, wrongTexts } from './wrong.ts'

beforeAll(useRealHashes)

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account({ password: 'pâsswörd of Ada' })
})
afterAll(() => test.close())

const path = '/v1/auth/login'
const login = (changes: Record<string, unknown> = {}) =>
  test.rest.post(path, { email: ada.email, password: ada.password, ...changes })

describe('POST /auth/login', () => {
  it('returns 200 with exactly the token and the user', async () => {
    const { status, json } = await login()
    expect(status).toBe(200)
    const { id, name, email } = ada
    const workspaces = [expect.objectContaining({ name, role: 'owner' })]
    const preferences = { language: null, timezone: null, unwantedMails: [] }
    const user = {
      id,
      name,
      email,
      role: 'user',
      emailVerifiedAt: null,
      pendingEmail: null,
      ...preferences,
      workspaces,
    }
    expect(json).toEqual({ token: expect.any(String), user })
    expect((await test.rest.get('/v1/auth/me', { token: json.token })).json).toEqual(json.user)
  })

  it('returns 200 for the e-mail address in any case', async () => {
    expect((await login({ email: ada.email.toUpperCase() })).json.user.id).toBe(ada.id)
  })

  it('returns 200 for another Unicode normalization of the password', async () => {
    const spellings = [ada.password.normalize('NFC'), ada.password.normalize('NFD')]
    expect(spellings[0]).not.toBe(spellings[1])
    for (const password of spellings) expect((await login({ password })).status).toBe(200)
  })

  it('returns 200 with an invalid token in the request', async () => {
    const { email, password } = ada
    expect((await test.rest.post(path, { email, password }, { token: 'a.b.c' })).status).toBe(200)
  })

  it.each([
    ['another password', { password: secret }],
    ['the password in upper case', { password: 'PÂSSWÖRD OF ADA' }],
    ['the password with a space after it', { password: 'pâsswörd of Ada ' }],
    ['an address without an account', { email: 'nobody@example.com' }],
    ['a password of one character', { password: 'p' }],
    ['a password of 1024 characters', { password: 'p'.repeat(1024) }],
    ['the hash in place of the password', { password: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA' }],
  ])('returns 401 INVALID_CREDENTIALS for %s', async (_title, changes) => {
    const { status, json, text } = await login(changes)
    expect([status, json.error.code]).toEqual([401, 'INVALID_CREDENTIALS'])
    expect(text).not.toContain(secret)
  })

  it('returns 401 after the account was deleted', async () => {
    const { id, email, password } = await test.seed.account()
    await test.sql('delete from account where id = ?', [id])
    expect((await login({ email, password })).json.error.code).toBe('INVALID_CREDENTIALS')
  })
})

describe('an unknown address and a wrong password', () => {
  const own = new Set(['x-request-id', 'date', 'ratelimit-remaining'])
  const facts = ({ status, headers, text }: RestAnswer) => ({
    status,
    headers: Object.entries(headers).filter(([name]) => !own.has(name)),
    text: text.replace(/"requestId":"[^"]*"/, ''),
  })

  it('give the same status, headers and bytes except the request id', async () => {
    const wrong = await login({ password: 'not her password' })
    const unknown = await login({ email: 'nobody@example.com' })
    expect(facts(unknown)).toEqual(facts(wrong))
    expect(wrong.status).toBe(401)
  })

  it('give the same errors over GraphQL', async () => {
    const document =
      'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }'
    const answer = async (email: string) => {
      const { data, errors } = await test.graph(document, { variables: { email, password: 'not her password' } })
      return {
        data,
        errors: errors?.map(({ extensions: { requestId, ...extensions }, ...error }) => ({ ...error, extensions })),
      }
    }
    const [wrong, unknown] = [await answer(ada.email), await answer('nobody@example.com')]
    expect(unknown).toEqual(wrong)
    expect(wrong.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_CREDENTIALS', http: { status: 401 } })
  })

  it('take the same processor time, far more than an error without a hash', async () => {
    // Measures the processor time of this process, which does not depend on other processes.
    const median = async (changes: Record<string, unknown>) => {
      const spent: number[] = []
      for (let round = 0; round < 9; round++) {
        const before = process.cpuUsage()
        await login(changes)
        const { user, system } = process.cpuUsage(before)
        spent.push(user + system)
      }
      return spent.sort((a, b) => a - b)[4] ?? 0
    }
    await login({ email: 'nobody@example.com' })
    const wrong = await median({ password: 'not her password' })
    const unknown = await median({ email: 'nobody@example.com' })
    const malformed = await median({ email: 'no address' })
    expect(unknown / wrong).toBeGreaterThan(0.5)
    expect(unknown / wrong).toBeLessThan(2)
    expect(unknown / malformed).toBeGreaterThan(2)
  })
})

describe('POST /auth/login with a wrong field', () => {
  it.each([
    ...['email', 'password'].flatMap((field) => wrongTexts.map(([title, value]) => [field, title, value] as const)),
    ['email', 'no address', secret] as const,
    ['password', 'longer than any password, before it costs a hash', secret.padEnd(1025, 'x')] as const,
  ])('returns 400 naming %s if it is %s', async (field, _title, value) => {
    const { status, json, text } = await login({ [field]: value })
    expect([status, json.error.code]).toEqual([400, 'INVALID_PARAMS'])
    expect(json.error.details).toEqual([{ field, issue: expect.any(String) }])
    expect(text).not.toContain('hunter2')
  })

  it.each(['name', 'constructor', 'remember'])('returns 400 naming the unknown field %s', async (field) => {
    const { status, json, text } = await login({ [field]: secret })
    expect(status).toBe(400)
    expect(json.error.details).toEqual([{ field, issue: expect.stringContaining('email, password') }])
    expect(text).not.toContain(secret)
  })

  it.each(unreadableBodies)('returns 400 naming the body if it is %s', async (_title, body, field) => {
    const { status, json, text } = await test.rest.send('POST', path, {
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(status).toBe(400)
    expect(json.error.details).toEqual([{ field, issue: expect.any(String) }])
    expect(text).not.toContain(secret)
  })

  it.each(wrongMediaTypes)('returns 415 for a body of type %s', async (type) => {
    const body = JSON.stringify({ email: ada.email, password: ada.password })
    const answer = await test.rest.send('POST', path, { body, headers: { 'content-type': type } })
    expect(answer.status).toBe(415)
  })
})

describe('mutation login', () => {
  it('returns the fields of the REST answer', async () => {
    const { data } = await test.graph(
      'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token user { id name email role emailVerifiedAt pendingEmail language timezone unwantedMails workspaces { id } } } }',
      { variables: { email: ada.email, password: ada.password } },
    )
    // Every login gets another token.
    const token = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    const { user } = (await login()).json
    const workspaces = [{ id: user.workspaces[0].id }]
    expect(data.login).toEqual({ user: { ...user, role: 'USER', workspaces }, token })
  })
})

describe('a password', () => {
  it('matches its own hash only, and two hashes of it differ', async () => {
    const [one, other] = [await hashPassword({ key: 'ada' }, secret), await hashPassword({ key: 'ada' }, secret)]
    expect(one).not.toBe(other)
    expect(await verifyPassword({ key: 'ada' }, one, secret)).toBe(true)
    expect(await verifyPassword({ key: 'ada' }, one, `${secret}.`)).toBe(false)
    expect(await verifyPassword({ key: 'ada' }, null, 'nobody has this password')).toBe(false)
  })

  it('matches the published test vector of argon2id', async () => {
    // github.com/P-H-C/phc-winner-argon2, src/test.c: version 0x13, t=2, m=2^8, p=1.
    const vector = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
    expect(await verifyPassword({ key: 'ada' }, vector, 'password')).toBe(true)
    expect(await verifyPassword({ key: 'ada' }, vector, 'Password')).toBe(false)
  })
})
