import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiRoots } from '../../src/platform/rest/rest-routes.ts'
import { restInterface } from '../support/api.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { RestAnswer, RestOptions } from '../support/rest.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '40', RATE_LIMIT_PER_HOUR: '100000' })
})
afterAll(() => test.close())

const json = { 'content-type': 'application/json' }

/** Faulty requests for any path. */
const probes: readonly (readonly [string, RestOptions])[] = [
  ['no credential', {}],
  ['a credential that does not hold', { token: 'a.b.c' }],
  ['a body that does not parse', { headers: json, body: '{' }],
  ['a body too large', { headers: json, body: `"${'a'.repeat(300_000)}"` }],
  ['another media type', { headers: { 'content-type': 'text/plain' }, body: 'a' }],
]

/** The rate-limit headers and their policies. */
function expectQuota({ headers, status }: RestAnswer): void {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => {
    expect(headers[`ratelimit-${name}`]).toMatch(/^\d+$/)
    return Number(headers[`ratelimit-${name}`])
  }) as [number, number, number]
  expect(remaining).toBeLessThanOrEqual(limit)
  expect(reset).toBeGreaterThan(0)
  expect(reset).toBeLessThanOrEqual(3600)
  expect(headers['ratelimit-policy']).toMatch(/^100000;w=3600, 40;w=60(, \d+;w=\d+)*$/)
  expect(headers['ratelimit-policy']).toMatch(new RegExp(`\\b${limit};w=\\d`))
  expect(headers['retry-after']).toBe(status === 429 ? headers['ratelimit-reset'] : undefined)
}

describe('every answer has the rate-limit headers', () => {
  it('for any route, method and fault, including 429', async () => {
    const { operations } = restInterface
    const paths = new Set([
      ...operations.flatMap(({ route }) => apiRoots.map((root) => `${root}${route.path.replace(/\{[^}]*\}/g, 'x')}`)),
      ...apiRoots.map((root) => `${root}/openapi.json`),
      ...apiRoots.map((root) => `${root}/no/such/path`),
      '/graphql',
    ])
    const statuses = new Set<number>()
    let sent = 0
    for (const path of paths) {
      for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS']) {
        // Each path and method with one fault, and each with every fault somewhere.
        const [wrong, options] = probes[sent++ % probes.length] ?? ['', {}]
        const body = method === 'GET' || method === 'HEAD' ? undefined : options.body
        const answer = await test.rest.send(method, path, { ...options, body })
        statuses.add(answer.status)
        expect(() => expectQuota(answer), `${method} ${path} with ${wrong}: ${answer.status}`).not.toThrow()
      }
      // Slowly enough that not every answer is a 429.
      test.clock.advance({ seconds: 7 })
    }
    for (const status of [200, 400, 401, 404, 405, 413, 415, 429]) expect(statuses).toContain(status)
  })
})
