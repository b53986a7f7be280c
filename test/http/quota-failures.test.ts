import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../src/config.ts'
import { renderErrors } from '../../src/platform/http/error-responses.ts'
import { createServer } from '../../src/platform/http/http-server.ts'
import { enforceRateLimits } from '../../src/platform/http/rate-limit-hooks.ts'
import { authenticateRequests } from '../../src/platform/http/request-authentication.ts'
import { authenticatorOf } from '../support/authenticator.ts'
import { TestClock } from '../support/clock.ts'
import { unlimited } from '../support/quota.ts'
import { contextWithoutDatabase } from '../support/resolvers.ts'
import { RestClient } from '../support/rest.ts'

const settings = readSettings({ DATABASE_URL: 'memory://', LOG_LEVEL: 'silent' })
const clock = new TestClock()
const server = createServer(settings)
const rest = new RestClient(server)
/** A credential that cannot be checked, as while the database is down. */
const reader = {
  canRead: () => true,
  read: async () => {
    throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
  },
  findInvalid: async () => new Map(),
}
beforeAll(async () => {
  authenticateRequests(server, contextWithoutDatabase(settings, clock), authenticatorOf([reader]))
  enforceRateLimits(server, unlimited(clock))
  renderErrors(server, clock)
  server.get('/broken', async () => {
    throw new Error('broken')
  })
  server.get('/taken-over', async (_request, reply) => {
    // As oidc-provider is served: copies the headers and takes over the reply.
    reply
      .hijack()
      .raw.writeHead(200, reply.getHeaders() as Record<string, string>)
      .end()
  })
  await server.ready()
})
afterAll(() => server.close())

describe('the rate-limit headers are sent', () => {
  it.each([
    ['500 of an operation', '/broken', undefined, 500, 1],
    ['500 when it cannot be found out who calls', '/broken', 'token', 500, 2],
    ['an answer that is not Fastify’s', '/taken-over', undefined, 200, 3],
  ])('with %s', async (_title, path, token, status, host) => {
    const answer = await rest.get(path, { token, from: `198.51.100.${host}` })
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({
      'ratelimit-limit': '120',
      'ratelimit-remaining': '119',
      'ratelimit-reset': '60',
      'ratelimit-policy': '1000;w=3600, 120;w=60',
    })
  })
})
