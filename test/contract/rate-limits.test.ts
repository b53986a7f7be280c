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
  '/yourls-api.php': 'The answer without a key is constant. With one, each operation is charged.',
  '/v1/slack/commands': 'Without its settings it is not there, and an unproved request costs a hash.',
  '/robots.txt': 'The answer is constant.',
  '/.well-known/change-password': 'The answer needs no work.',
  '/.well-known/security.txt': 'The answer needs no work.',
  '/favicon.svg': 'The answer is constant.',
  '/favicon.ico': 'The answer is constant.',
  '/apple-touch-icon.png': 'The answer is constant.',
  '/social-card.png': 'The answer is constant.',
  '/console-light.webp': 'The answer is constant.',
  '/console-dark.webp': 'The answer is constant.',
}

/** A path for each limiter that counts only its own requests. */
const ofLimiters = ['/x', '/docs', '/app', '/app/icons/x', '/v1/auth/me']

/** More than any limit by network, which is at most 300 a minute. */
const enough = 301

describe('every route', () => {
  it('returns 429 to a network that sends too many requests, or is listed with its reason', async () => {
    const routes = listRoutes(test.app.server)
    expect(routes.length).toBeGreaterThan(200)
    const withoutLimit = new Set<string>()
    const worn = '198.51.100.1'
    for (const path of ofLimiters)
      for (let request = 0; request < enough; request++) await test.rest.get(path, { from: worn })
    for (const [method, path] of routes) {
      const headers = { host: 'tack.test', ...(path === '/graphql' && { accept: 'text/html' }) }
      const { status } = await test.rest.send(method, toUrl(path), { from: worn, headers })
      if (status !== 429) withoutLimit.add(path)
    }
    expect([...withoutLimit].toSorted()).toEqual(Object.keys(unlimited).toSorted())
  })
})
