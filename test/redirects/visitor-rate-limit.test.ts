import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on' })
})
afterAll(() => test.close())

describe('GET /{code}', () => {
  it('answers 429 with a page and Retry-After to the 301st visit of a network within a minute, and redirects again after it', async () => {
    const from = '203.0.113.9'
    // Other files may have visited from the same network.
    test.clock.advance({ minutes: 1 })
    for (let visit = 1; visit <= 300; visit++) expect((await test.rest.get('/no-such-code', { from })).status).toBe(404)
    const refused = await test.rest.get('/no-such-code', { from })
    expect(refused.status).toBe(429)
    expect(refused.headers['content-type']).toContain('text/html')
    expect(refused.headers).toMatchObject({
      'retry-after': '60',
      'ratelimit-limit': '300',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '60',
      'ratelimit-policy': '300;w=60',
    })
    expect((await test.rest.get('/no-such-code+', { from })).status).toBe(429)
    expect((await test.rest.get('/no-such-code', { from: '203.0.113.10' })).status).toBe(404)
    test.clock.advance({ seconds: 59 })
    expect((await test.rest.get('/no-such-code', { from })).status).toBe(429)
    test.clock.advance({ seconds: 1 })
    expect((await test.rest.get('/no-such-code', { from })).status).toBe(404)
  })
})
