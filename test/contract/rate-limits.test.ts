import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { listRoutes, toUrl } from '../support/routes.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '2', RATE_LIMIT_PER_HOUR: '100000' })
})
afterAll(() => test.close())

/** The routes without a limit, each with its reason. */
const unlimited: Readonly<Record<string, string>> = {
  '/healthz': 'The answer needs no work.',
  '/readyz': 'The answer needs no work.',
  '/metrics': 'Only the operator gets an answer.',
  '/robots.txt': 'The answer is constant.',
  '/favicon.svg': 'The answer is constant.',
  '/favicon.ico': 'The answer is constant.',
  '/apple-touch-icon.png': 'The answer is constant.',
  '/social-card.png': 'The answer is constant.',
}

/** More than any limit by network, which is at most 300 a minute. */
const enough = 301

describe('every route', () => {
  it('returns 429 to a network that sends too many requests, or is listed with its reason', async () => {
    const routes = listRoutes(test.app.server)
    expect(routes.length).toBeGreaterThan(200)
    const withoutLimit = new Set<string>()
    const worn = '198.51.100.1'
    for (let request = 0; request < enough; request++) await test.rest.get('/x', { from: worn })
    for (const [index, [method, path]] of routes.entries()) {
      // A limiter that counts only its own requests accepts the requests of the network above; then each route has a network of its own.
      const from = `203.0.${113 + (index >> 8)}.${index & 255}`
      const headers = { host: 'tack.test', ...(path === '/graphql' && { accept: 'text/html' }) }
      let { status } = await test.rest.send(method, toUrl(path), { from: worn, headers })
      for (let request = 0; request < enough && status !== 429; request++)
        status = (await test.rest.send(method, toUrl(path), { from, headers })).status
      if (status !== 429) withoutLimit.add(path)
    }
    expect([...withoutLimit].toSorted()).toEqual(Object.keys(unlimited).toSorted())
  })
})
