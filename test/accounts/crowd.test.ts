import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from '../support/visitor.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const login = (password: string) => test.rest.post('/v1/auth/login', { email: ada.email, password })

/** On a slow machine the end of the queue waits longer than an operation may. */
const isTimedOut = ({ json }: RestAnswer) => json.error?.code === 'OPERATION_TIMED_OUT'

describe('200 concurrent logins', () => {
  it.each([
    ['right', 200, () => ada.password],
    ['wrong', 401, () => 'not her password'],
  ])(
    'with %s passwords return %i, or 503 with Retry-After, and do not delay redirects',
    async (_t, status, getPassword) => {
      const link = await test.seed.link(ada)
      const order: (RestAnswer | 'redirect')[] = []
      const logins = Array.from({ length: 200 }, () => login(getPassword()).then((answer) => order.push(answer)))
      // The first errors show that the queue is full.
      while (order.length < 100) await new Promise((resolve) => setImmediate(resolve))
      const redirect = await test.rest.get(`/${link.shortUrl}`, as('chrome'))
      expect([redirect.status, redirect.headers.location]).toEqual([302, link.originalUrl])
      order.push('redirect')
      await Promise.all(logins)
      const answers = order.filter((each) => each !== 'redirect')
      const accepted = answers.filter((answer) => answer.status === status || isTimedOut(answer))
      expect(accepted.length).toBeGreaterThanOrEqual(52)
      const rejected = answers.filter((answer) => !accepted.includes(answer))
      expect(rejected.length).toBeGreaterThan(0)
      for (const { status: errorStatus, json, headers } of rejected) {
        expect([errorStatus, json.error.code, headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '5'])
      }
      const later = order.slice(order.indexOf('redirect') + 1)
      expect(later.filter((each) => each !== 'redirect' && each.status === status).length).toBeGreaterThan(0)
    },
  )

  it('return UNAVAILABLE beyond the queue over GraphQL, and do not affect a later login', async () => {
    const document = `mutation { login(email: "${ada.email}", password: "not her password") { token } }`
    const answers = await Promise.all(Array.from({ length: 200 }, () => test.graph(document)))
    const codes = Map.groupBy(answers, ({ errors }) => errors?.[0]?.extensions.code)
    codes.delete('OPERATION_TIMED_OUT')
    expect([...codes.keys()].toSorted()).toEqual(['INVALID_CREDENTIALS', 'UNAVAILABLE'])
    const [rejected] = codes.get('UNAVAILABLE') ?? []
    expect(rejected?.errors?.[0]?.extensions).toMatchObject({ http: { status: 503 } })
    expect((await login(ada.password)).status).toBe(200)
  })
})

describe('120 concurrent registrations', () => {
  it('succeed up to the length of the queue, and create no account otherwise', async () => {
    const emails = Array.from({ length: 120 }, () => `${test.seed.word()}@example.com`)
    const answers = await Promise.all(
      emails.map((email) => test.rest.post('/v1/auth/register', { name: 'Ada', email, password: ada.password })),
    )
    const opened = answers.filter(({ status }) => status === 201).length
    const timedOut = answers.filter(isTimedOut).length
    expect(answers.filter(({ json }) => json.error?.code === 'UNAVAILABLE')).toHaveLength(120 - opened - timedOut)
    expect(opened + timedOut).toBeGreaterThanOrEqual(52)
    expect(opened + timedOut).toBeLessThan(120)
    const marks = emails.map(() => '?').join()
    const accounts = (await test.sql(`select id from account where email_key in (${marks})`, emails)).length
    // One whose caller was told that it took too long may be there.
    expect(accounts).toBeGreaterThanOrEqual(opened)
    expect(accounts).toBeLessThanOrEqual(opened + timedOut)
  })
})
