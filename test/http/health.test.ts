import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

describe('GET /healthz', () => {
  it('returns 200 without a statement', async () => {
    test.statements.splice(0)
    const { status, json } = await test.rest.get('/healthz')
    expect([status, json]).toEqual([200, { status: 'ok' }])
    expect(test.statements).toEqual([])
  })
})

describe('GET /readyz', () => {
  it('returns 200 without a statement', async () => {
    test.statements.splice(0)
    const { status, json } = await test.rest.get('/readyz')
    expect([status, json]).toEqual([200, { status: 'ready' }])
    expect(test.statements).toEqual([])
  })
})

describe('both', () => {
  it.each(['/healthz', '/readyz'])('%s returns 200 for HEAD and with any credential', async (path) => {
    expect((await test.rest.send('HEAD', path)).status).toBe(200)
    expect((await test.rest.get(path, { token: 'a.b.c' })).status).toBe(200)
  })

  it.each(['/healthz', '/readyz'])('%s has no rate-limit headers and no log line', async (path) => {
    test.logs.splice(0)
    const { headers } = await test.rest.get(path)
    expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([])
    expect(test.logs).toEqual([])
  })

  it.each(['/healthz', '/readyz'])('%s cannot be the code of a link', async (path) => {
    const { token } = await test.seed.account()
    const body = { longUrl: 'https://example.com/', customUrl: path.slice(1) }
    const { status, json } = await test.rest.post('/v1/urls', body, { token })
    expect([status, json.error.code]).toEqual([400, 'SLUG_RESERVED'])
  })
})
