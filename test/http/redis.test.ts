import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { RedisRateLimitStore } from '../../src/platform/rate-limiting/redis-store.ts'
import { Keyring } from '../../src/platform/shared/keyring.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { seedCheapLink } from '../support/cheap-hash.ts'
import { ownSecret, redisUrl, removeKeysOf } from '../support/redis.ts'
import { Gate } from './gate.ts'

const url = redisUrl ?? 'redis://127.0.0.1:6379'
const secret = ownSecret()
const wide = { RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_PER_HOUR: '100000', JWT_SECRET: secret }

let last = 0
/** An address that no other test uses. */
const newAddress = () => `198.51.100.${++last}`
const call = (test: TestApp, from: string) => test.rest.get('/v1/auth/me', { from })
const left = async (test: TestApp, from: string) => Number((await call(test, from)).headers['ratelimit-remaining'])
const wrongLogin = (test: TestApp, from: string) =>
  test.rest.post('/v1/auth/login', { email: 'ada@example.com', password: 'wrong password' }, { from })
const logLines = (test: TestApp, words: string) => test.logs.filter(({ msg }) => String(msg).includes(words))

afterAll(async () => {
  if (redisUrl) await removeKeysOf(new RedisRateLimitStore({ url, hmacKey: new Keyring(secret).key('limits') }).prefix)
})

describe.runIf(redisUrl)('two nodes with one Redis', () => {
  let one: TestApp
  let two: TestApp
  beforeAll(async () => {
    const environment = { ...wide, REDIS_URL: url, RATE_LIMIT_PER_MINUTE: '100' }
    one = await startApp(environment)
    two = await startApp(environment)
    two.clock.set(one.clock.now())
  })
  afterAll(() => Promise.all([one.close(), two.close()]))

  it('allow exactly 100 of 500 simultaneous calls on a quota of 100', async () => {
    const from = newAddress()
    const answers = await Promise.all(Array.from({ length: 500 }, (_, n) => call(n % 2 ? one : two, from)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(400)
    expect(logLines(one, 'rate limits')).toEqual([])
    expect(logLines(two, 'rate limits')).toEqual([])
    one.clock.advance({ minutes: 1 })
    two.clock.advance({ minutes: 1 })
    expect(await left(two, from)).toBe(99)
    expect(await left(one, from)).toBe(98)
  })

  it('charge each request a call and its further root fields all or none, from the same quota', async () => {
    const from = newAddress()
    const fields = `{ ${Array.from({ length: 30 }, (_, n) => `f${n}: __typename`).join(' ')} }`
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 ? one : two).rest.post('/graphql', { query: fields }, { from })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
    expect(await left(one, from)).toBe(100 - 8 - 3 * 29 - 1)
  })

  it('allow five of ten simultaneous logins, and reset after a successful one on either', async () => {
    const from = newAddress()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => wrongLogin(n % 2 ? one : two, from)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    const ada = await one.seed.account()
    const login = (test: TestApp, password: string) =>
      test.rest.post('/v1/auth/login', { email: ada.email, password }, { from })
    for (let n = 0; n < 3; n++)
      expect((await login(two, 'wrong password')).headers['ratelimit-remaining']).toBe(String(4 - n))
    expect((await login(one, ada.password)).status).toBe(200)
    expect((await login(two, 'wrong password')).headers['ratelimit-remaining']).toBe('4')
  })

  it('count link passwords together, and refund correct ones', async () => {
    const ada = await one.seed.account()
    const link = await seedCheapLink(one, ada, { password: 'open sesame' })
    const from = newAddress()
    const unlock = (password: string) =>
      one.rest.post(`/v1/urls/redirect/${link.shortUrl}/verify-password`, { password }, { from })
    for (let n = 0; n < 12; n++) expect((await unlock('open sesame')).status).toBe(200)
    for (let n = 0; n < 10; n++) expect((await unlock('wrong')).status).toBe(401)
    expect((await unlock('open sesame')).headers['retry-after']).toBe('600')
  })

  it.runIf(inject('database').kind === 'server')('share the quota of an account', async () => {
    const sibling = await one.sibling()
    const { token } = await one.seed.account()
    const ask = (n: number) => (n % 2 ? one : sibling).rest.get('/v1/auth/me', { token, from: newAddress() })
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(n)))
    await sibling.close()
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(100)
  })

  it('limit the visits of a network separately: redirects do not wait for Redis', async () => {
    const from = newAddress()
    const visits = await Promise.all(
      Array.from({ length: 640 }, (_, n) => (n % 2 ? one : two).rest.get('/no-such-code', { from })),
    )
    expect(visits.filter(({ status }) => status === 404)).toHaveLength(600)
  })
})

describe.runIf(redisUrl)('a node whose Redis', () => {
  const gate = new Gate(url)
  let test: TestApp
  beforeEach(async () => {
    await gate.open()
    test = await startApp({ ...wide, REDIS_URL: gate.url })
  })
  afterEach(async () => {
    gate.hold(false)
    await test.close()
    await gate.shut()
  })

  const expectServiceAlone = async () => {
    const from = newAddress()
    expect([await left(test, from), await left(test, from)]).toEqual([99_999, 99_998])
    const answers = await Promise.all(Array.from({ length: 7 }, () => wrongLogin(test, from)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
    expect(logLines(test, 'cannot be reached')).toMatchObject([{ level: 40 }])
  }

  const expectBack = async () => {
    const elsewhere = newAddress()
    const isBack = async () => {
      await call(test, elsewhere)
      return logLines(test, 'counted in Redis again').length
    }
    await expect.poll(isBack, { timeout: 10_000, interval: 100 }).toBe(1)
  }

  it('is cut off counts by itself, logs it once, and shares again when Redis is back', async () => {
    const from = newAddress()
    expect(await left(test, from)).toBe(99_999)
    await gate.shut()
    expect(await left(test, from)).toBe(99_999)
    await expectServiceAlone()
    await gate.open()
    await expectBack()
    // Earlier counts in Redis still apply.
    expect(await left(test, from)).toBe(99_998)
    expect(logLines(test, 'cannot be reached')).toHaveLength(1)
  })

  it('stops answering delays one call, not every call', async () => {
    const from = newAddress()
    expect(await left(test, from)).toBe(99_999)
    gate.hold(true)
    const begun = performance.now()
    for (let n = 0; n < 50; n++) expect((await call(test, from)).status).toBe(401)
    // One timeout of 250 ms, or two when the calls took longer than a second; fifty would take 12 seconds.
    expect(performance.now() - begun).toBeLessThan(3_000)
    await expectServiceAlone()
    gate.hold(false)
    await expectBack()
  })
})

it('a node whose Redis never answers starts, counts by itself and closes at once', async () => {
  const test = await startApp({ ...wide, REDIS_URL: 'redis://127.0.0.1:1' })
  const from = newAddress()
  expect([await left(test, from), await left(test, from)]).toEqual([99_999, 99_998])
  expect(logLines(test, 'cannot be reached')).toHaveLength(1)
  expect(JSON.stringify(test.logs)).not.toContain(secret)
  const begun = performance.now()
  await test.close()
  expect(performance.now() - begun).toBeLessThan(3_000)
})
