import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { cheapHash } from '../support/cheap-hash.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_PER_HOUR: '100000' })
  ada = await accountWithCheapHash()
})
afterAll(() => test.close())

/** An account whose password is compared in no time, until the first login with it makes a hash of today's strength. */
async function accountWithCheapHash(): Promise<SeededAccount> {
  const account = await test.seed.account()
  const hash = await cheapHash(account.password)
  await test.sql('update account set password_hash = ? where id = ?', [hash, account.id])
  return account
}

let last = 0
/** An address that no other test uses. */
const stranger = () => `2001:db8:${(++last).toString(16)}::1`
const login = (from: string, { email = ada.email, password = 'not her password' } = {}) =>
  test.rest.post('/v1/auth/login', { email, password }, { from })

async function failTimes(times: number, from: string, email?: string): Promise<void> {
  for (let n = 0; n < times; n++) expect((await login(from, { ...(email && { email }) })).status).toBe(401)
}

function expectThrottled(answer: RestAnswer, seconds: number, name: string): void {
  expect([answer.status, answer.json.error.code]).toEqual([429, 'RATE_LIMITED'])
  expect(answer.headers['retry-after']).toBe(String(seconds))
  expect(answer.headers['ratelimit-reset']).toBe(String(seconds))
  expect(answer.json.error.details).toEqual([{ field: name, issue: 'is used up', policy: expect.any(String) }])
}

describe('a login after five wrong passwords from one network', () => {
  it('returns 429 even with the correct password, for a minute', async () => {
    const from = stranger()
    await failTimes(5, from)
    expectThrottled(await login(from, ada), 60, 'login')
    test.clock.advance({ seconds: 59 })
    expectThrottled(await login(from, ada), 1, 'login')
    test.clock.advance({ seconds: 1 })
    expect((await login(from, ada)).status).toBe(200)
  })

  it('is allowed once after 1, 2, 4, 8 and then every 15 minutes', async () => {
    const from = stranger()
    await failTimes(5, from)
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      expectThrottled(await login(from), minutes * 60, 'login')
      test.clock.advance({ minutes, seconds: -1 })
      expect((await login(from)).status).toBe(429)
      test.clock.advance({ seconds: 1 })
      await failTimes(1, from)
    }
  })

  it('returns 429 without a hash or a statement', async () => {
    const from = stranger()
    const { email } = await test.seed.account()
    const costOf = async () => {
      const before = process.cpuUsage()
      test.statements.splice(0)
      const { status } = await login(from, { email })
      const { user, system } = process.cpuUsage(before)
      return { status, spent: user + system, statements: test.statements.length }
    }
    const hashed = [await costOf(), await costOf(), await costOf(), await costOf(), await costOf()]
    const throttled = [await costOf(), await costOf(), await costOf()]
    expect(throttled.map(({ status, statements }) => [status, statements])).toEqual(Array(3).fill([429, 0]))
    const least = (costs: typeof hashed) => Math.min(...costs.map(({ spent }) => spent))
    expect(least(hashed)).toBeGreaterThan(2 * least(throttled))
  })

  it('is counted for concurrent logins over REST and GraphQL: five of eight are checked', async () => {
    const { email } = await test.seed.account()
    const document = `mutation { login(email: "${email}", password: "wrong password") { token } }`
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, async () => (await login('127.0.0.1', { email })).status),
      ...Array.from({ length: 4 }, async () => (await test.graph(document)).errors?.[0]?.extensions.http.status),
    ])
    expect(answers.filter((status) => status === 401)).toHaveLength(5)
    expect(answers.filter((status) => status === 429)).toHaveLength(3)
  })

  it('returns 429 for any case of the e-mail address, and for the whole /64', async () => {
    const [network] = stranger().split('::')
    for (let n = 1; n <= 5; n++) await failTimes(1, `${network}::${n}`, n % 2 ? ada.email.toUpperCase() : ada.email)
    expectThrottled(await login(`${network}::9999`), 60, 'login')
  })

  it('is allowed from another network and for another e-mail address', async () => {
    const from = stranger()
    await failTimes(5, from)
    expect((await login(stranger(), ada)).status).toBe(200)
    expect((await login(from, { email: 'someone@example.com' })).status).toBe(401)
  })

  it('returns the same answer for an e-mail address without an account', async () => {
    const own = new Set(['x-request-id', 'date', 'ratelimit-remaining', 'content-length'])
    const seen = async (email: string) => {
      const from = stranger()
      const answers = []
      for (let n = 0; n < 6; n++) {
        const { status, headers, text } = await login(from, { email })
        const kept = Object.entries(headers).filter(([name]) => !own.has(name))
        answers.push([status, headers['ratelimit-remaining'], kept, text.replace(/"requestId":"[^"]*"/, '')])
      }
      return answers
    }
    expect(await seen(`${test.seed.word()}@example.com`)).toEqual(await seen((await test.seed.account()).email))
  })
})

describe('a correct password', () => {
  it('resets the five attempts', async () => {
    const from = stranger()
    for (let round = 0; round < 2; round++) {
      await failTimes(4, from)
      expect((await login(from, ada)).status).toBe(200)
    }
    await failTimes(5, from)
  })

  it('is not counted', async () => {
    const from = stranger()
    for (let n = 0; n < 52; n++) expect((await login(from, ada)).status).toBe(200)
  })
})

it('returns 429 for 15 minutes after 50 wrong passwords from one network for any e-mail addresses', async () => {
  const from = stranger()
  for (let n = 0; n < 10; n++) await failTimes(5, from, (await accountWithCheapHash()).email)
  expectThrottled(await login(from, ada), 900, 'login-network')
  test.clock.advance({ seconds: 900 })
  expect((await login(from, ada)).status).toBe(200)
})

describe('after 100 wrong passwords for one e-mail address, besides three of each network', () => {
  it('allows one login a minute from networks that have failed three times', async () => {
    const { email, password } = await accountWithCheapHash()
    const [one, another, third] = [stranger(), stranger(), stranger()]
    for (const from of [one, another, third]) await failTimes(3, from, email)
    for (let network = 0; network < 50; network++) await failTimes(5, stranger(), email)
    expectThrottled(await login(one, { email, password }), 60, 'login-email')
    test.clock.advance({ minutes: 1 })
    expect((await login(one, { email, password })).status).toBe(200)
    expectThrottled(await login(another, { email }), 60, 'login-email')
    test.clock.advance({ minutes: 1 })
    await failTimes(1, another, email)
    expectThrottled(await login(third, { email }), 60, 'login-email')
    test.clock.advance({ days: 1 })
    await failTimes(5, stranger(), email)
  })

  it('allows three logins from a network that has not failed within an hour, so that the owner is never locked out', async () => {
    const { email, password } = await accountWithCheapHash()
    const [home, office] = [stranger(), stranger()]
    await failTimes(3, office, email)
    for (let network = 0; network < 50; network++) await failTimes(5, stranger(), email)
    expectThrottled(await login(office, { email, password }), 60, 'login-email')
    await failTimes(2, home, email)
    expect((await login(home, { email, password })).status).toBe(200)
    test.clock.advance({ hours: 1 })
    for (let network = 0; network < 2; network++) await failTimes(3, stranger(), email)
    expect((await login(office, { email, password })).status).toBe(200)
  })
})

it('reports the throttle in the headers if it is tighter than the quota', async () => {
  const answer = await login(stranger())
  expect(answer.headers).toMatchObject({
    'ratelimit-limit': '5',
    'ratelimit-remaining': '4',
    'ratelimit-policy': '100000;w=3600, 100000;w=60, 5;w=3600, 50;w=900',
  })
})

describe('POST /auth/register', () => {
  const register = (from: string) => {
    const body = { name: 'Ada', email: `${test.seed.word()}@example.com`, password: 'correct horse battery' }
    return test.rest.post('/v1/auth/register', body, { from })
  }

  it('returns 429 for the sixth from one network within an hour, and reports the remaining number', async () => {
    const from = stranger()
    for (let n = 1; n <= 5; n++) {
      const answer = await register(from)
      expect(answer.status).toBe(201)
      expect(answer.headers).toMatchObject({
        'ratelimit-limit': '5',
        'ratelimit-remaining': String(5 - n),
        'ratelimit-reset': '3600',
        'ratelimit-policy': '100000;w=3600, 100000;w=60, 5;w=3600',
      })
    }
    expectThrottled(await register(from), 3600, 'register')
    expect((await register(stranger())).status).toBe(201)
    test.clock.advance({ hours: 1 })
    expect((await register(from)).status).toBe(201)
  })

  it('returns 429 from the sixth alias of one document on, and creates no account for it', async () => {
    const word = test.seed.word()
    const inputOf = (n: number) => `{ name: "Ada", email: "${word}-${n}@example.com", password: "correct horse" }`
    const fields = Array.from({ length: 7 }, (_, n) => `r${n}: register(input: ${inputOf(n)}) { token }`)
    // The GraphQL client always calls from 127.0.0.1, where Ada and others have already registered.
    test.clock.advance({ hours: 1 })
    const { errors } = await test.graph(`mutation { ${fields.join(' ')} }`)
    expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [['r5'], 'RATE_LIMITED'],
      [['r6'], 'RATE_LIMITED'],
    ])
    expect(await test.sql('select 1 from account where email like ?', [`${word}%`])).toHaveLength(5)
  })
})
