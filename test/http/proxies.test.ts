import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'

const limit = 3

/** How many of several calls are allowed when each has another X-Forwarded-For. */
async function admitted(test: TestApp, from: string, forwardedFor: (index: number) => string): Promise<number> {
  let count = 0
  for (let index = 0; index < limit + 2; index++) {
    const { status } = await test.rest.get('/v1/auth/me', { from, headers: { 'x-forwarded-for': forwardedFor(index) } })
    if (status !== 429) count++
  }
  return count
}

let test: TestApp
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: String(limit) })
})
afterAll(() => test.close())

describe('with TRUST_PROXY naming networks', () => {
  it('trusts X-Forwarded-For from a listed peer', async () => {
    expect(await admitted(test, '10.1.2.3', (index) => `203.0.113.${index}`)).toBe(limit + 2)
    expect(await admitted(test, '2001:db8:aaaa::1', (index) => `203.0.114.${index}`)).toBe(limit + 2)
  })

  it('ignores X-Forwarded-For from any other peer', async () => {
    expect(await admitted(test, '10.2.2.3', (index) => `203.0.115.${index}`)).toBe(limit)
  })

  it('uses the address that the trusted proxy added, not earlier ones', async () => {
    expect(await admitted(test, '10.1.2.3', (index) => `203.0.116.${index}, 198.51.100.7`)).toBe(limit)
  })

  it('skips a chain of listed proxies', async () => {
    expect(await admitted(test, '10.1.2.3', (index) => `203.0.117.${index}, 10.1.9.9`)).toBe(limit + 2)
  })

  it('gives one quota to all invalid forwarded addresses', async () => {
    expect(await admitted(test, '10.1.2.3', (index) => `nobody-${index}`)).toBe(limit)
  })

  it.each([
    ['ports', (index: number) => `203.0.118.1:${5000 + index}`],
    [
      'spellings of an IPv4 address in IPv6',
      (index: number) => ['203.0.118.2', '::ffff:203.0.118.2', '[::FFFF:cb00:7602]:80'][index % 3] ?? '',
    ],
    [
      'IPv6 addresses in brackets, with and without a port',
      (index: number) => [`[2001:db8:7::${index}]`, `[2001:db8:7::${index}]:443`, '2001:db8:7::9'][index % 3] ?? '',
    ],
    ['ports of its proxies', (index: number) => `203.0.118.3, 10.1.9.9:${5000 + index}`],
  ])('gives one quota to one network with different %s', async (_what, forwardedFor) => {
    expect(await admitted(test, '10.1.2.3', forwardedFor)).toBe(limit)
  })

  it('reads Forwarded if there is no X-Forwarded-For', async () => {
    const call = async (forwarded: string, from = '10.1.2.3', headers = {}) =>
      (await test.rest.get('/v1/auth/me', { from, headers: { forwarded, ...headers } })).status
    for (const forwarded of [
      'for=203.0.119.1',
      'proto=https;For="203.0.119.1:1234"',
      'for=198.51.100.1, for=203.0.119.1;by=_p',
    ])
      expect(await call(forwarded)).toBe(401)
    expect(await call('for=203.0.119.1')).toBe(429)
    expect(await call('for="[2001:db8:8::1]:4711"')).toBe(401)
    // Proxies that write one header pass the other on, as the client has sent it.
    expect(await call('for=203.0.119.2', '10.1.2.3', { 'x-forwarded-for': '203.0.119.1' })).toBe(429)
    for (let index = 0; index < limit; index++)
      expect(await call(`for=203.0.119.${9 + index}`, '198.51.100.77')).toBe(401)
    expect(await call('for=203.0.119.3', '198.51.100.77')).toBe(429)
  })
})
