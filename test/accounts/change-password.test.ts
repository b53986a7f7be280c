import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { useRealHashes } from '../support/cheap-hash.ts'
import type { SeededAccount } from '../support/seed.ts'
import { secret, wrongTexts } from './wrong.ts'

beforeAll(useRealHashes)

const onServer = inject('database').kind === 'server'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const path = '/v1/auth/password'
const newPassword = 'a much better one'
const login = ({ email }: SeededAccount, password: string) => test.rest.post('/v1/auth/login', { email, password })
const bodyOf = ({ password }: SeededAccount, changes: Record<string, unknown> = {}) => ({
  currentPassword: password,
  newPassword,
  ...changes,
})
const change = (account: SeededAccount, changes: Record<string, unknown> = {}, { rest } = test) =>
  rest.post(path, bodyOf(account, changes), { token: account.token })
const codeFor = async (token: string, { rest } = test) => {
  const { status, json } = await rest.get('/v1/auth/me', { token })
  return json.error?.code ?? status
}
const hashOf = async ({ id }: SeededAccount) =>
  (await test.sql<{ password_hash: string }>('select password_hash from account where id = ?', [id]))[0]?.password_hash

describe('POST /auth/password', () => {
  it('returns 200 with a new, valid session and the user', async () => {
    const ada = await test.seed.account()
    const { status, json } = await change(ada)
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
    expect(await codeFor(json.token)).toBe(200)
  })

  it('accepts only the new password, stored as an argon2id hash', async () => {
    const ada = await test.seed.account()
    await change(ada)
    expect((await login(ada, newPassword)).status).toBe(200)
    expect((await login(ada, ada.password)).json.error.code).toBe('INVALID_CREDENTIALS')
    expect(await hashOf(ada)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(test.logs)).not.toContain(newPassword)
  })

  it('ends all earlier sessions on their next request, over REST and GraphQL', async () => {
    const ada = await test.seed.account()
    const second = (await login(ada, ada.password)).json.token
    await change(ada)
    for (const token of [ada.token, second]) {
      expect(await codeFor(token)).toBe('INVALID_TOKEN')
      const { errors } = await test.graph('{ me { id } }', { token })
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_TOKEN', http: { status: 401 } })
    }
  })

  it.runIf(onServer)('ends them on every node', { tags: 'race' }, async () => {
    const node = await test.sibling()
    const ada = await test.seed.account()
    const { json } = await change(ada)
    const answers = [await node.rest.get('/v1/auth/me', { token: ada.token }), await node.rest.get('/v1/auth/me', json)]
    expect(answers.map(({ status }) => status)).toEqual([401, 200])
    await node.close()
  })

  it('returns 200 for the current password in another Unicode normalization', async () => {
    const ada = await test.seed.account({ password: 'pâsswörd of Ada' })
    expect((await change(ada, { currentPassword: ada.password.normalize('NFD') })).status).toBe(200)
  })

  it.each([
    ['another password', secret],
    ['the new one', newPassword],
    ['one character', 'p'],
  ])('returns 401 INVALID_CREDENTIALS for %s as the current password, and changes nothing', async (_title, current) => {
    const ada = await test.seed.account()
    const before = await hashOf(ada)
    const { status, json, text } = await change(ada, { currentPassword: current })
    expect([status, json.error.code]).toEqual([401, 'INVALID_CREDENTIALS'])
    expect(text).not.toContain(secret)
    expect([await hashOf(ada), await codeFor(ada.token)]).toEqual([before, 200])
  })

  it('returns 401 INVALID_CREDENTIALS for the password of another account', async () => {
    const ada = await test.seed.account()
    const eve = await test.seed.account({ password: 'what only Eve knows' })
    expect((await change(ada, { currentPassword: eve.password })).json.error.code).toBe('INVALID_CREDENTIALS')
    expect((await login(eve, eve.password)).status).toBe(200)
  })

  const wrong = [
    ...['currentPassword', 'newPassword'].flatMap((field) =>
      wrongTexts.map(([title, value]) => [field, title, value] as const),
    ),
    ['currentPassword', 'of 1025 characters', secret.padEnd(1025, 'x')],
    ['newPassword', 'of 7 characters', '7654x21'],
    ['newPassword', 'of 129 characters', secret.padEnd(129, 'x')],
    ['newPassword', 'one of the most common', 'passw0rd'],
  ] as const

  it.each(wrong)('returns 400 naming %s if it is %s, and changes nothing', async (field, _title, value) => {
    const ada = await shared()
    const { status, json, text } = await change(ada, { [field]: value })
    expect([status, json.error.code]).toEqual([400, 'INVALID_PARAMS'])
    expect(json.error.details).toEqual([{ field, issue: expect.any(String) }])
    expect(text).not.toMatch(/hunter2|7654x21|passw0rd/)
    expect(await codeFor(ada.token)).toBe(200)
  })
})

let account: Promise<SeededAccount> | undefined
/** One account for requests that fail validation. */
const shared = () => {
  account ??= test.seed.account()
  return account
}

describe('concurrent changes with the same current password', () => {
  it.each([2, 6])(
    'return 200 to one of %i, with a valid password and session, and 401 to the others',
    { tags: 'race' },
    async (many) => {
      const ada = await test.seed.account()
      const nodes = onServer ? [test, await test.sibling()] : [test]
      const passwords = Array.from({ length: many }, (_, at) => `the password of number ${at}`)
      const answers = await Promise.all(
        passwords.map((newPassword, at) => change(ada, { newPassword }, nodes[at % nodes.length] as TestApp)),
      )
      const made = answers.flatMap(({ status }, at) => (status === 200 ? [at] : []))
      expect(made).toHaveLength(1)
      const errors = answers.filter(({ status }) => status !== 200).map(({ status, json }) => [status, json.error.code])
      for (const [status, code] of errors) {
        expect(status).toBe(401)
        expect(['INVALID_TOKEN', 'INVALID_CREDENTIALS']).toContain(code)
      }
      const [at = -1] = made
      expect((await login(ada, passwords[at] ?? '')).status).toBe(200)
      expect(await codeFor(answers[at]?.json.token)).toBe(200)
      await nodes[1]?.close()
    },
  )
})

describe('mutation changePassword', () => {
  const document = `mutation ($currentPassword: String!, $newPassword: String!) {
    changePassword(currentPassword: $currentPassword, newPassword: $newPassword) { token user { id name email role } }
  }`

  it('returns the fields of the REST answer', async () => {
    const ada = await test.seed.account()
    const { data, errors } = await test.graph(document, { token: ada.token, variables: bodyOf(ada) })
    expect(errors).toBeUndefined()
    const { id, name, email } = ada
    expect(data.changePassword).toEqual({ token: expect.any(String), user: { id, name, email, role: 'USER' } })
    expect([await codeFor(ada.token), await codeFor(data.changePassword.token)]).toEqual(['INVALID_TOKEN', 200])
  })

  it('can be followed by a second one in the same request, which sees the change of the first', async () => {
    const ada = await test.seed.account()
    const { data, errors } = await test.graph(
      `mutation { first: changePassword(currentPassword: "${ada.password}", newPassword: "${newPassword}") { token }
                  second: changePassword(currentPassword: "${newPassword}", newPassword: "the best of them all") { token } }`,
      { token: ada.token },
    )
    expect(errors).toBeUndefined()
    expect([await codeFor(data.first.token), await codeFor(data.second.token)]).toEqual(['INVALID_TOKEN', 200])
    expect((await login(ada, 'the best of them all')).status).toBe(200)
  })

  it('returns INVALID_CREDENTIALS with status 401 in its extensions', async () => {
    const ada = await test.seed.account()
    const variables = bodyOf(ada, { currentPassword: 'not her password' })
    const { errors } = await test.graph(document, { token: ada.token, variables })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_CREDENTIALS', http: { status: 401 } })
  })
})
