import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { expectError } from './envelope.ts'

const secret = 'hunter2-never-log-me'

let test: TestApp
let token: string
beforeAll(async () => {
  test = await sharedApp()
  token = (await test.seed.account()).token
})
afterAll(() => test.close())

/** Internals that no answer may contain. */
const inside = /account|relation|select|insert|constraint|exception|\bat \/|node_modules|\.ts\b|postgres|mikro|pglite/i

/** Runs a function while the account table is missing, as after a bad migration. */
async function withoutAccounts<T>(act: () => Promise<T>): Promise<T> {
  await test.sql('alter table account rename to account_away')
  return act().finally(() => test.sql('alter table account_away rename to account'))
}

const logged = (requestId: unknown) =>
  test.logs.filter(({ reqId, level }) => reqId === requestId && Number(level) >= 50)

describe('an unexpected failure', () => {
  it('returns 500 INTERNAL without internals, with the request id of the log line', async () => {
    const answer = await withoutAccounts(() => test.rest.get('/v1/auth/me', { token }))
    expectError(test, answer, 500, 'INTERNAL')
    expect(answer.text).not.toMatch(inside)
    const [line, ...more] = logged(answer.json.error.requestId)
    expect(more).toEqual([])
    expect(line).toMatchObject({
      level: 50,
      msg: answer.json.message,
      err: {
        type: 'TableNotFoundException',
        message: expect.stringContaining('account'),
        stack: expect.stringMatching(/^ {4}at /),
        code: '42P01',
      },
    })
  })

  it('returns INTERNAL with status 500 in the extensions over GraphQL', async () => {
    const { data, errors } = await withoutAccounts(() => test.graph('{ me { id } }', { token }))
    expect(data).toEqual({ me: null })
    expect(errors).toHaveLength(1)
    expect(errors?.[0]).toMatchObject({ path: ['me'], extensions: { code: 'INTERNAL', http: { status: 500 } } })
    expect(JSON.stringify({ data, errors })).not.toMatch(inside)
    expect(logged(errors?.[0]?.extensions.requestId)).toHaveLength(1)
  })

  it('ends with its cause: the next call returns 200', async () => {
    expect((await withoutAccounts(() => test.rest.get('/v1/auth/me', { token }))).status).toBe(500)
    expect((await test.rest.get('/v1/auth/me', { token })).status).toBe(200)
  })

  it('has the rate-limit headers', async () => {
    const { headers } = await withoutAccounts(() => test.rest.get('/v1/auth/me', { token }))
    expect(Number(headers['ratelimit-remaining'])).toBeGreaterThanOrEqual(0)
  })
})

describe('the log', () => {
  it('contains nothing of a row that could not be written', async () => {
    await test.sql(`alter table account add constraint no_hunters check (name not like 'hunter%')`)
    const body = { name: secret, email: `${secret}@example.com`, password: secret }
    const answer = await test.rest.post('/v1/auth/register', body)
    await test.sql('alter table account drop constraint no_hunters')
    expectError(test, answer, 500, 'INTERNAL')
    const [line] = logged(answer.json.error.requestId)
    expect(line).toMatchObject({ err: { code: '23514', constraint: 'no_hunters' } })
    expect(JSON.stringify(test.logs)).not.toMatch(/hunter2|argon2id/)
  })

  it('contains no query string and no credential', async () => {
    await test.rest.get(`/v1/urls?password=${secret}`, {
      headers: { authorization: `Bearer ${secret}`, cookie: secret },
    })
    await test.rest.get(`/nobody-took-this?pw=${secret}`)
    const text = JSON.stringify(test.logs)
    expect(text).toContain('/v1/urls')
    expect(text).not.toContain(secret)
  })

  it('has no error line for a 4xx', async () => {
    const answer = await test.rest.post('/v1/auth/login', {})
    expect(answer.status).toBe(400)
    expect(logged(answer.json.error.requestId)).toEqual([])
  })
})
