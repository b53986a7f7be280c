import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { expectError } from './envelope.ts'
import { GatedDatabase, isOnServer } from './gated-database.ts'
import { seriesOf } from './series.ts'

describe.runIf(isOnServer)('while the database server cannot be reached', () => {
  const database = new GatedDatabase()
  const { gate } = database
  let test: TestApp
  let token: string
  let key: string
  beforeAll(async () => {
    await database.open()
    test = await startApp({ DATABASE_URL: gate.url })
    const account = await test.seed.account()
    token = account.token
    key = (await test.seed.key(account)).key
  })
  afterAll(async () => {
    await test.close()
    await database.drop()
  })
  const isBack = async () => expect(await test.metrics()).toContain('\ntack_database_up 1\n')
  beforeEach(async () => {
    // The first query on a connection that was just cut notices it.
    await vi.waitFor(isBack, 10_000)
    await gate.shut()
    return () => gate.open()
  })

  const unavailable = async (method: string, path: string, body?: unknown) => {
    const answer = await test.rest.send(method, path, { token, body })
    expectError(test, answer, 503, 'UNAVAILABLE')
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.text).not.toMatch(/ECONN|terminated|127\.0\.0\.1|5432|postgres/i)
    const lines = test.logs.filter(({ reqId, level }) => reqId === answer.json.error.requestId && level === 50)
    expect(lines).toHaveLength(1)
  }

  it('returns 503 UNAVAILABLE with Retry-After over REST, for reads and writes', async () => {
    await unavailable('GET', '/v1/auth/me')
    await unavailable('GET', '/v1/auth/me')
    await unavailable('GET', '/v1/urls')
    await unavailable('POST', '/v1/urls', { longUrl: 'https://example.com/' })
    await unavailable('POST', '/v1/auth/login', { email: 'ada@example.com', password: 'correct horse battery' })
    await unavailable('GET', '/v1/urls/redirect/nobody-took-this')
  })

  it('returns 503 UNAVAILABLE for an API key, only where a credential is needed', async () => {
    const answer = await test.rest.get('/v1/urls', { token: key })
    expectError(test, answer, 503, 'UNAVAILABLE')
    expect(answer.headers['retry-after']).toBe('5')
    const { errors } = await test.graph('{ urls { totalCount } }', { token: key })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'UNAVAILABLE', http: { status: 503 } })
    expect((await test.rest.get('/v1/openapi.json', { token: key })).status).toBe(200)
    expectError(test, await test.rest.post('/v1/free-urls/shorten', {}, { token: key }), 400, 'INVALID_PARAMS')
  })

  it('returns UNAVAILABLE with status 503 in the extensions over GraphQL', async () => {
    for (let attempt = 0; attempt < 2; attempt++) {
      const { errors } = await test.graph('{ me { id } }', { token })
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'UNAVAILABLE', http: { status: 503 } })
    }
  })

  it('answers open operations also with a session that cannot be checked', async () => {
    for (const path of ['/v1/openapi.json', '/healthz']) expect((await test.rest.get(path, { token })).status).toBe(200)
    expect((await test.graph('{ __typename }', { token })).data).toEqual({ __typename: 'Query' })
    expectError(test, await test.rest.post('/v1/auth/login', {}, { token }), 400, 'INVALID_PARAMS')
  })

  it('returns 503 for a short link', async () => {
    expect((await test.rest.get('/nobody-took-this')).status).toBe(503)
  })

  it('returns 401 and 400 where no database is needed', async () => {
    expectError(test, await test.rest.get('/v1/auth/me'), 401, 'UNAUTHENTICATED')
    expectError(test, await test.rest.post('/v1/auth/login', {}), 400, 'INVALID_PARAMS')
    expect((await test.rest.get('/v1/openapi.json')).status).toBe(200)
  })

  it('answers /metrics without waiting for a server that is silent, with every series and the age of its values', async () => {
    await gate.open()
    await vi.waitFor(isBack, 10_000)
    const before = await test.metrics()
    const ages = (text: string) =>
      [...text.matchAll(/^tack_reading_age_seconds\{reading="(?:jobs|web\w+)"\} (\S+)$/gm)].map(([, age]) =>
        Number(age),
      )
    gate.hold(true)
    // It waits for the server, which the metrics must not.
    const waiting = test.rest.get('/v1/urls', { token: key }).then(() => 'the server')
    try {
      for (let scrape = 0; scrape < 3; scrape++) {
        const metrics = test.metrics()
        expect(await Promise.race([metrics.then(() => 'the metrics'), waiting])).toBe('the metrics')
        expect(seriesOf(await metrics)).toEqual(seriesOf(before))
      }
      await expect.poll(async () => Math.min(...ages(await test.metrics()))).toBeGreaterThan(0.5)
    } finally {
      gate.hold(false)
    }
    await waiting
    await gate.shut()
  })

  it('returns 200 at /healthz and /readyz, because redirects go on, and serves when the server is back', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await test.rest.get(path)).status).toBe(200)
    await gate.open()
    await vi.waitFor(async () => expect((await test.rest.get('/v1/auth/me', { token })).status).toBe(200), 10_000)
    await gate.shut()
  })
})

describe.runIf(!isOnServer)('while the database server cannot be reached', () => {
  it.skip('cannot happen to the embedded database: it is a part of the process', () => undefined)
})
