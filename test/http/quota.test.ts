import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'

const perMinute = 5
const perHour = 8

let test: TestApp
beforeAll(async () => {
  test = await sharedApp({
    RATE_LIMITS: 'on',
    RATE_LIMIT_PER_MINUTE: String(perMinute),
    RATE_LIMIT_PER_HOUR: String(perHour),
  })
})
afterAll(() => test.close())

let last = 0
/** An address that no other test uses. */
const newAddress = () => `198.51.100.${++last}`
const password = 'correct horse battery'
const malformed = { headers: { 'content-type': 'application/json' }, body: '{' }

/** The cheapest call: a 401 without a credential. */
const call = (from: string, headers: Record<string, string> = {}) => test.rest.get('/v1/auth/me', { from, headers })

async function callTimes(count: number, from: string): Promise<RestAnswer> {
  for (let made = 1; made < count; made++) await call(from)
  return call(from)
}

async function register(): Promise<{ email: string; token: string }> {
  const email = `${test.seed.word()}@example.com`
  const { json } = await test.rest.post('/v1/auth/register', { name: 'Ada', email, password }, { from: newAddress() })
  return { email, token: json.token }
}

function quotaOf({ headers }: RestAnswer) {
  const of = (name: string) => (headers[name] === undefined ? undefined : Number(headers[name]))
  return { limit: of('ratelimit-limit'), remaining: of('ratelimit-remaining'), reset: of('ratelimit-reset') }
}

describe('every answer of the API', () => {
  const answers: [string, number, (from: string) => Promise<RestAnswer>][] = [
    ['200', 200, (from) => test.rest.get('/v1/openapi.json', { from })],
    ['400', 400, (from) => test.rest.post('/v1/auth/login', {}, { from })],
    ['400 for a malformed body', 400, (from) => test.rest.send('POST', '/v1/auth/login', { from, ...malformed })],
    ['401', 401, (from) => call(from)],
    ['401 for a token that does not hold', 401, (from) => call(from, { authorization: 'Bearer a.b.c' })],
    ['404 of an operation', 404, (from) => test.rest.get('/v1/urls/redirect/nobody-took-this', { from })],
    ['404 for a bare root', 404, (from) => test.rest.get('/v1/', { from })],
    ['404 for an unknown path', 404, (from) => test.rest.get('/v1/nothing', { from })],
    ['404 for an unknown path outside the API', 404, (from) => test.rest.get('/nothing/at/all', { from })],
    ['404 for an address that spells no text', 401, (from) => test.rest.get('/v1/urls/%ff', { from })],
    ['405', 405, (from) => test.rest.send('PUT', '/v1/auth/me', { from })],
    ['413', 413, (from) => test.rest.post('/v1/auth/login', { email: 'a'.repeat(70_000) }, { from })],
    ['415', 415, (from) => test.rest.send('POST', '/v1/auth/login', { from, body: 'a' })],
    ['200 of /graphql', 200, (from) => test.rest.post('/graphql', { query: '{ __typename }' }, { from })],
    ['400 of /graphql', 400, (from) => test.rest.post('/graphql', { query: '{' }, { from })],
    ['415 of /graphql', 415, (from) => test.rest.send('POST', '/graphql', { from, body: 'a' })],
  ]

  it.each(answers)('has the rate-limit headers: %s', async (_title, status, send) => {
    const answer = await send(newAddress())
    expect(answer.status).toBe(status)
    expect(answer.headers['ratelimit-limit']).toBe(String(perMinute))
    expect(answer.headers['ratelimit-remaining']).toBe(String(perMinute - 1))
    expect(answer.headers['ratelimit-reset']).toBe('60')
    expect(answer.headers['ratelimit-policy']).toBe('8;w=3600, 5;w=60')
    expect(answer.headers).not.toHaveProperty('retry-after')
  })

  it('has the rate-limit headers: 429, with Retry-After equal to RateLimit-Reset and the error envelope', async () => {
    const answer = await callTimes(perMinute + 1, newAddress())
    expect(answer.status).toBe(429)
    expect(quotaOf(answer)).toEqual({ limit: perMinute, remaining: 0, reset: 60 })
    expect(answer.headers['retry-after']).toBe(answer.headers['ratelimit-reset'])
    expect(answer.json).toEqual({
      error: {
        code: 'RATE_LIMITED',
        message: 'Too many requests. Try again in 60 seconds.',
        resolution: expect.any(String),
        details: [{ field: 'minute', issue: 'is used up', policy: '5;w=60' }],
        requestId: answer.headers['x-request-id'],
      },
      message: 'Too many requests. Try again in 60 seconds.',
      timestamp: test.clock.now().toISOString(),
    })
  })

  it('counts down by one with each call, over every root and GraphQL', async () => {
    const from = newAddress()
    const paths = ['/v1/auth/me', '/api/v1/auth/me', '/api/auth/me']
    for (const [index, path] of paths.entries()) {
      expect(quotaOf(await test.rest.get(path, { from })).remaining).toBe(perMinute - 1 - index)
    }
    const graph = await test.rest.post('/graphql', { query: '{ __typename }' }, { from })
    expect(quotaOf(graph).remaining).toBe(perMinute - 1 - paths.length)
  })

  it.each(['/v1/auth/me', '/v1/nothing', '/graphql'])('returns 429 at %s once the quota is used up', async (path) => {
    const from = newAddress()
    await callTimes(perMinute, from)
    const answer = await test.rest.post(path, { query: '{ __typename }' }, { from })
    expect(answer.status).toBe(429)
    // At /graphql an error is an answer of GraphQL, as its clients read it.
    expect((answer.json.errors?.[0].extensions ?? answer.json.error).code).toBe('RATE_LIMITED')
  })
})

describe('visitors, pages and health', () => {
  it('have no rate-limit headers, and are available when the quota is used up', async () => {
    const { token } = await register()
    const made = await test.rest.post('/v1/urls', { longUrl: 'https://example.com/' }, { token })
    const from = newAddress()
    expect((await callTimes(perMinute + 1, from)).status).toBe(429)
    for (const [path, status] of [
      [`/${made.json.shortUrl}`, 302],
      ['/nobody-took-this', 404],
      ['/healthz', 200],
      ['/readyz', 200],
      ['/', 200],
      ['/robots.txt', 200],
      ['/favicon.ico', 200],
    ] as const) {
      const answer = await test.rest.get(path, { from })
      expect([path, answer.status]).toEqual([path, status])
      expect(quotaOf(answer)).toEqual({ limit: undefined, remaining: undefined, reset: undefined })
    }
  })
})

describe('the two windows', () => {
  it('report the one with fewer remaining calls', async () => {
    const from = newAddress()
    expect(quotaOf(await callTimes(perMinute, from))).toEqual({ limit: 5, remaining: 0, reset: 60 })
    test.clock.advance({ minutes: 1 })
    expect(quotaOf(await call(from))).toEqual({ limit: 8, remaining: 2, reset: 3540 })
    expect(quotaOf(await callTimes(2, from))).toEqual({ limit: 8, remaining: 0, reset: 3540 })
    test.clock.advance({ minutes: 1 })
    const refused = await call(from)
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('3480')
    expect(quotaOf(refused)).toEqual({ limit: 8, remaining: 0, reset: 3480 })
  })

  it('are not charged for rejected calls', async () => {
    const from = newAddress()
    expect((await callTimes(perMinute + 20, from)).status).toBe(429)
    test.clock.advance({ minutes: 1 })
    expect(quotaOf(await call(from))).toMatchObject({ limit: perHour, remaining: perHour - perMinute - 1 })
  })

  it('reset after Retry-After seconds, and not one second earlier', async () => {
    const from = newAddress()
    await call(from)
    test.clock.advance({ ms: 7_300 })
    const refused = await callTimes(perMinute, from)
    // 52.7 seconds remain; Retry-After is rounded up.
    expect(refused.headers['retry-after']).toBe('53')
    test.clock.advance({ seconds: 52 })
    const early = await call(from)
    expect([early.status, early.headers['retry-after']]).toEqual([429, '1'])
    test.clock.advance({ seconds: 1 })
    expect((await call(from)).status).toBe(401)
  })

  it('reset after Retry-After seconds when both are used up', async () => {
    const from = newAddress()
    await callTimes(perMinute, from)
    test.clock.advance({ minutes: 59, seconds: 50 })
    const refused = await callTimes(perHour - perMinute + 1, from)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10'])
    test.clock.advance({ seconds: 9 })
    expect((await call(from)).status).toBe(429)
    test.clock.advance({ seconds: 1 })
    expect((await call(from)).status).toBe(401)
  })
})

describe('a quota belongs', () => {
  it('to the account, for all its tokens and addresses', async () => {
    const { email, token } = await register()
    test.clock.advance({ seconds: 1 })
    const login = await test.rest.post('/v1/auth/login', { email, password }, { from: newAddress() })
    const other: string = login.json.token
    expect(other).not.toBe(token)
    const seen: (number | undefined)[] = []
    for (const each of [token, other, token, other, token]) {
      seen.push(quotaOf(await test.rest.get('/v1/auth/me', { token: each, from: newAddress() })).remaining)
    }
    expect(seen).toEqual([4, 3, 2, 1, 0])
    expect((await test.rest.get('/v1/auth/me', { token: other, from: newAddress() })).status).toBe(429)
    expect((await test.graph('{ me { id } }', { token })).data).toBeUndefined()
  })

  it('to one account: another one at the same address has its own', async () => {
    const [one, other] = [await register(), await register()]
    const from = newAddress()
    for (let made = 0; made < perMinute; made++) await test.rest.get('/v1/auth/me', { token: one.token, from })
    expect((await test.rest.get('/v1/auth/me', { token: one.token, from })).status).toBe(429)
    expect((await test.rest.get('/v1/auth/me', { token: other.token, from })).status).toBe(200)
    expect((await call(from)).status).toBe(401)
  })

  it('to the address without a valid token', async () => {
    const from = newAddress()
    await callTimes(perMinute, from)
    expect((await call(from, { authorization: 'Bearer a.b.c' })).status).toBe(429)
    expect((await call(newAddress())).status).toBe(401)
  })

  it('to a whole /64 of IPv6, and to no other', async () => {
    for (let made = 0; made < perMinute; made++) await call(`2001:db8:7:7:${made}::${made}`)
    expect((await call('2001:db8:7:7:ffff:ffff:ffff:ffff')).status).toBe(429)
    expect((await call('2001:db8:7:8::1')).status).toBe(401)
  })

  it('to an IPv4 address, also in its IPv6-mapped form', async () => {
    const from = newAddress()
    await callTimes(perMinute, from)
    expect((await call(`::ffff:${from}`)).status).toBe(429)
  })

  it('to the peer, whatever X-Forwarded-For and similar headers claim', async () => {
    const from = newAddress()
    const names = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip']
    for (const [index, name] of names.entries()) await call(from, { [name]: `203.0.113.${index}` })
    expect((await call(from, { 'x-forwarded-for': '203.0.113.99' })).status).toBe(429)
  })
})
